import type { Pattern, SearchPattern, SpaceTexts } from '../../../content/find/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import { asGiven } from '../../../text/as-given.ts';
import { fencedInline, foldConfusable } from '../../../text/index.ts';
import { withoutTitleLine } from '../../edits/title-line.ts';
import { runJob } from '../../jobs/run.ts';
import { Refusal } from '../../refusal.ts';
import { parsePattern } from '../find-in-pages.ts';
import { pagesLosingHeadings } from '../open-change-request/link-effects.ts';
import { lostLinks } from '../open-change-request/lost-links.ts';
import { hasInternalLinks, resolveRootedLinks } from '../open-change-request/rooted-links.ts';
import { internalLinksIn } from '../text-links.ts';
import type { Steps } from '../workflow.ts';
import type { CountedWrite } from './limit-diffs.ts';
import {
  findLinks,
  linkingTexts,
  type NamedTarget,
  resolveLinkTarget,
  resolveSearchedTarget,
  type SearchedTarget,
} from './links.ts';
import { keepsCase } from './preserve-case.ts';
import { type Replacement, unknownReference } from './replace.ts';
import type { FoundPage } from './result-page.ts';
import { findAll, searchInBatches } from './search.ts';

/** The new text of a page, and the number of its replacements. */
export type ReplacedTree = CountedWrite & { replaced: number; otherCase: number; loose: number };

export interface ReplacingArguments {
  spaceId: string;
  changeRequestId?: string;
  pages?: string[];
  exceptPages?: string[];
  old: string;
  new: string;
  match?: SearchPattern['match'] | 'link';
  ignoreCase?: boolean;
  in?: SearchPattern['in'];
  addresses?: boolean;
  titles?: boolean;
  preserveCase?: boolean;
  preview?: boolean;
  subject?: string;
  status?: 'draft' | 'open';
  merge?: boolean;
  expectedRevision?: string;
  allowPlainLinks?: boolean;
}

type ReadPages = Pick<SpaceTexts, 'texts' | 'tree'>;

/** The replacements of one call, and the matches that stay. */
interface PlanCounts {
  planned: ReplacedTree[];
  inAddresses: number;
  inOtherPart: number;
}

/** Plans the replacements of one call. */
export interface Replacer {
  /** Whether it adds to the beginnings or ends of pages, and replaces nothing. */
  isAtEnd: boolean;
  plan(read: SpaceTexts): Promise<PlanCounts & { keepsAddresses: boolean }>;
  /** The same replacements on the same pages of a new change request. */
  planAgain(read: SpaceTexts): Promise<ReplacedTree[]>;
  /** The pages with matches, including those in titles and descriptions on request. */
  find(read: ReadPages, withTitles: boolean): Promise<readonly FoundPage[]>;
}

/** Replaces a text, words, or what an expression matches. */
export async function textReplacer(
  source: ContentLocation,
  args: ReplacingArguments & Pick<SearchPattern, 'match'>,
  steps: Steps,
): Promise<Replacer> {
  const { match, ignoreCase = false, in: part, addresses } = args;
  const isLoose = replacesLoosely(args);
  const searched: SearchPattern = {
    ...{ text: args.old, match, ignoreCase, isLoose, in: part, addresses },
  };
  const pattern = await parsePattern(searched);
  if (match === 'regex') refuseUnknownGroup(args.new, pattern);
  const { anchor } = pattern;
  const titles = args.titles ?? false;
  let replacing: Replacement = {
    searched,
    replacement: args.new,
    titles,
    preserveCase: keepsCase(args),
  };
  return {
    isAtEnd: anchor !== undefined,
    async plan(read) {
      if (args.allowPlainLinks) {
        return { ...(await planReplacements(read, replacing, steps)), keepsAddresses: false };
      }
      const plan = await planKeepingLinks(source, read, replacing, steps);
      replacing = plan.replacing;
      return plan;
    },
    planAgain: async (read) => (await planReplacements(read, replacing, steps)).planned,
    find({ texts }, withTitles) {
      const bodies = texts.map(({ page, markdown }) => ({
        page: withTitles ? page : { ...page, title: '', description: '' },
        markdown: markdown && withoutTitleLine(markdown, page.title),
      }));
      return findAll(bodies, replacing.searched, steps);
    },
  };
}

/**
 * Whether all kinds of quotation marks, dashes and spaces are replaced: not where only these are to change, as then those
 * of the text are meant exactly.
 */
export function replacesLoosely({
  old,
  new: replacement,
}: Pick<ReplacingArguments, 'old' | 'new'>): boolean {
  return foldConfusable(old) !== foldConfusable(replacement);
}

/** @throws {Refusal} for a replacement that names a group which the expression does not have. */
function refuseUnknownGroup(replacement: string, pattern: Pattern): void {
  const unknown = unknownReference(replacement, pattern);
  if (unknown === undefined) return;
  const { groupCount, names } = pattern;
  const named = Object.keys(names);
  const groups = `${groupCount === 0 ? 'no' : groupCount} group${groupCount === 1 ? '' : 's'}`;
  const list = named.length > 0 ? ` (named ${named.join(', ')})` : '';
  throw new Refusal(
    `Nothing was written: new refers to a group by ${asGiven(unknown)}, and old has ${groups}${list}. $$ writes a dollar sign.`,
  );
}

/** Points links elsewhere. */
export function linkReplacer(
  location: ContentLocation,
  { old, new: to }: Pick<ReplacingArguments, 'old' | 'new'>,
  steps: Steps,
): Replacer {
  const { spaceId } = location;
  let targets: Promise<{ from: SearchedTarget; address: string }> | undefined;
  const targetsIn = (read: ReadPages) => {
    targets ??= Promise.all([
      resolveSearchedTarget(location, read, old, steps),
      resolveLinkTarget(location, read.tree, to, steps),
    ]).then(([from, towards]) => {
      refuseSameTarget(from, towards);
      return { from, address: addressOf(towards) };
    });
    return targets;
  };
  const linking = async (read: ReadPages) => {
    const { from, address } = await targetsIn(read);
    // A page has no addresses below its own.
    const isPrefix = 'address' in from && !address.startsWith('/pages/');
    const beginning = isPrefix && { beginning: from.address };
    return {
      retargeting: { to: address, ...beginning },
      texts: await linkingTexts(spaceId, read, from, steps),
    };
  };
  const planned = async (read: SpaceTexts) => {
    const { retargeting, texts } = await linking(read);
    const writes: ReplacedTree[] = [];
    for (const { page, markdown, urls } of texts) {
      const { text, links } = await runJob(
        'retargetVisibleLinks',
        { markdown, urls, ...retargeting, page: page.id },
        steps.caller,
      );
      const counts = { replaced: links, again: 0, otherCase: 0, loose: 0 };
      if (text !== markdown) {
        writes.push({ page, before: markdown, after: text, fields: {}, ...counts });
      }
    }
    return writes;
  };
  return {
    isAtEnd: false,
    plan: async (read) => ({
      ...{ planned: await planned(read), inAddresses: 0, inOtherPart: 0 },
      keepsAddresses: false,
    }),
    planAgain: planned,
    find: async (read) => findLinks(spaceId, read, (await targetsIn(read)).from, steps),
  };
}

/** @throws {Refusal} if links already lead to the page and the heading where they are to lead. */
function refuseSameTarget(from: SearchedTarget, to: NamedTarget): void {
  if (!('page' in from && 'page' in to)) return;
  if (from.page.id !== to.page.id || from.anchor !== to.anchor) return;
  throw new Refusal(
    'Nothing was written: old and new name the same page. A link that leads nowhere is named by its address exactly as it is written.',
  );
}

/**
 * The address to write for a target.
 * @throws {Refusal} if several files have its name.
 */
function addressOf(target: NamedTarget): string {
  if ('files' in target) {
    const [only = '', another] = target.files;
    if (another === undefined) return only;
    throw new Refusal(
      `Nothing was written: several files have this name; give the address of one: ${target.files.join(', ')}.`,
    );
  }
  return 'address' in target ? target.address : `/pages/${target.page.id}${target.anchor ?? ''}`;
}

/** @throws {Refusal} for a page on which blocks would no longer match, or an added text would not fit. */
async function planReplacements(
  { texts, tree }: SpaceTexts,
  replacing: Replacement,
  { caller }: Steps,
): Promise<PlanCounts> {
  const isHeavy = replacing.searched.match === 'regex';
  const found = await searchInBatches(texts, (pages) =>
    runJob('replaceInTexts', { pages, replacing }, caller, { isHeavy }),
  );
  const unfit = found.find(({ problem }) => problem !== undefined);
  if (unfit) {
    const page = fencedInline(unfit.page.title, 'title');
    throw new Refusal(
      `Nothing was written. ${page}: ${unfit.problem} exceptPages leaves the page out.`,
    );
  }
  const replaced = found.filter((page) => page.replaced > 0);
  return {
    planned: await withRootedLinks(replaced, tree, replacing.replacement, caller),
    inAddresses: found.reduce((sum, page) => sum + page.inAddresses, 0),
    inOtherPart: found.reduce((sum, page) => sum + page.inOtherPart, 0),
  };
}

/** The writes with the links of the replacement by a page's path from the root resolved to that page. */
async function withRootedLinks(
  writes: ReplacedTree[],
  tree: SpaceTexts['tree'],
  replacement: string,
  caller: Steps['caller'],
): Promise<ReplacedTree[]> {
  const added = { operation: 'replace_text' as const, new: replacement };
  if (!(await hasInternalLinks([added], caller))) return writes;
  const before = new Map(writes.map(({ page, before: markdown }) => [page.id, { markdown }]));
  const read = async (page: string) => before.get(page) ?? {};
  const changes = await resolveRootedLinks(tree, linkChanges(writes), read, caller);
  return writes.map((write, at) => ({
    ...write,
    after: changes[at]?.document?.markdown ?? write.after,
  }));
}

/**
 * The replacements, without those in addresses if these would break links to pages, unless the caller asked for them.
 */
async function planKeepingLinks(
  source: ContentLocation,
  read: SpaceTexts,
  replacing: Replacement,
  steps: Steps,
) {
  const plan = await planReplacements(read, replacing, steps);
  const { searched } = replacing;
  const isOpen = searched.addresses !== false && searched.in !== 'headings';
  if (!isOpen || !(await breaksLinks(source, plan.planned, steps, read))) {
    return { ...plan, replacing, keepsAddresses: false };
  }
  const spared: Replacement = { ...replacing, searched: { ...searched, addresses: 'whole' } };
  const left = await planReplacements(read, spared, steps);
  const isWithin = left.inAddresses > 0;
  if (isWithin && searched.addresses === true) throw new Refusal(WOULD_BREAK_LINKS);
  // The pattern can only match addresses.
  return left.inAddresses === 0 || left.planned.length === 0
    ? { ...plan, replacing, keepsAddresses: false }
    : { ...left, replacing: spared, keepsAddresses: true };
}

async function breaksLinks(
  source: ContentLocation,
  planned: readonly ReplacedTree[],
  steps: Steps,
  { tree }: SpaceTexts,
): Promise<boolean> {
  for (const { before = '', after = before } of planned) {
    const { caller } = steps;
    const [were, are] = [
      await internalLinksIn(before, caller),
      await internalLinksIn(after, caller),
    ];
    if (are.length < were.length) return true;
  }
  const { added: fresh } = await lostLinks(source, linkChanges(planned), steps, { tree });
  return fresh.length > 0;
}

/** The writes in the form that the link check accepts. */
export function linkChanges(writes: readonly ReplacedTree[]) {
  return writes.map(({ page, after }) => ({
    operation: 'update_page' as const,
    page: page.id,
    ...(after !== undefined && { document: { markdown: after } }),
  }));
}

/** The part of an edit that may affect links. */
export async function linkEdits(writes: readonly ReplacedTree[]) {
  const changes = linkChanges(writes);
  const texts = new Map(
    writes.map(({ page: { id, title }, before }) => [id, { id, title, markdown: before }]),
  );
  return { changes, reworded: await pagesLosingHeadings(changes, (page) => texts.get(page)) };
}

const WOULD_BREAK_LINKS =
  'Nothing was written: in addresses it would break links to pages. Without addresses: true, those stay unchanged; update_page with slug changes the address of a page.';
