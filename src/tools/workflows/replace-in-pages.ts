import { z } from 'zod';
import type { SpaceTexts, Wanted } from '../../content/find/index.ts';
import type { ContentLocation } from '../../content/index.ts';
import { refersTo } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { unlisted } from '../../operations/params.ts';
import { atMostOneOf } from '../../operations/rules.ts';
import { fencedInline, stripFences } from '../../text/index.ts';
import { allowPlainLinks, EDIT_CALLS } from '../edit-preparation.ts';
import { swallowed } from '../edits/insert.ts';
import { withoutTitleLine } from '../edits/title-line.ts';
import { unsettledIn } from '../edits/unsettled.ts';
import { runJob } from '../jobs/run.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { changeRequestFor, firstEdit, setRequest, standingOf } from './change/request.ts';
import { diffOf, writePages } from './change/write.ts';
import { pattern, wantedArguments, whereArguments } from './find/arguments.ts';
import { rememberPreview, wasPreviewed } from './find/previewed.ts';
import type { Replacing } from './find/replace.ts';
import { type CountedWrite, leftAfter, sampled } from './find/replaced.ts';
import { findAll, searchInBatches } from './find/search.ts';
import { noMatchNote, requirePattern, textsOf } from './find-in-pages.ts';
import { rewordedIn, withFallout } from './open-change-request/fallout.ts';
import { lostLinks, markPlainLines, refuseLostLinks } from './open-change-request/lost-links.ts';
import { internalLinksIn } from './text-links.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_SPACES = 20;

type ReplacedTree = CountedWrite & { replaced: number; otherCase: number };

/** Replaces every occurrence of a text as one reviewable change; everything else stays byte for byte. */
export const replaceInPages = workflow({
  name: 'replace_in_pages',
  title: 'Replace in pages',
  summary:
    'Replace a text on all or some pages in a new or the named change request; preview first. The rest stays byte for byte.',
  toolset: 'change-requests',
  effect: 'update',
  calls: [operations.createChangeRequest, operations.updateChangeRequest, ...EDIT_CALLS],
  input: {
    ...whereArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .min(1)
      .max(MAX_SPACES)
      .optional()
      .meta(unlisted('too, each with a change request of its own')),
    exceptPages: whereArguments.exceptPages.meta({ unlisted: false }),
    old: pattern.describe('regex \\A or \\z alone: start or end of a page'),
    new: z.string().max(10_000).describe('a regex: $1, $<name>'),
    ...wantedArguments,
    titles: z.boolean().optional().describe('titles and descriptions too'),
    preserveCase: z.boolean().optional().meta(unlisted('keeps capitals')),
    preview: z.boolean().optional().describe('write nothing'),
    subject: z.string().max(100).optional(),
    status: z.enum(['draft', 'open']).optional().describe('open asks for review'),
    expectedRevision,
    allowPlainLinks,
  },
  output: z.looseObject({
    replaced: z.number(),
    pages: z.array(
      z.looseObject({ id: z.string(), replaced: z.number(), diff: z.string().optional() }),
    ),
  }),
  check: (args) => {
    const { changeRequestId, subject } = args;
    const isNamed = changeRequestId === undefined || subject === undefined;
    const problem = ['changeRequestId', 'pages', 'exceptPages', 'expectedRevision']
      .map((name) => atMostOneOf('moreSpaces', name)(args))
      .find((one) => one !== undefined);
    return (
      problem ??
      (isNamed
        ? undefined
        : 'subject names a new change request; leave it out with changeRequestId')
    );
  },
  async work({ moreSpaces, ...args }, steps) {
    if (moreSpaces === undefined) return replacedIn(args, steps);
    const all = [];
    for (const spaceId of new Set([args.spaceId, ...moreSpaces])) {
      const { pages, ...told } = await replacedIn({ ...args, spaceId }, steps);
      all.push({ space: spaceId, ...told, pages });
    }
    return {
      replaced: all.reduce((sum, { replaced }) => sum + replaced, 0),
      spaces: all.map(({ pages: _, ...told }) => told),
      pages: all.flatMap(({ space, pages }) => pages.map((page) => ({ ...page, space }))),
    };
  },
});

interface ReplacingArguments {
  spaceId: string;
  changeRequestId?: string;
  pages?: string[];
  exceptPages?: string[];
  old: string;
  new: string;
  match?: Wanted['match'];
  ignoreCase?: boolean;
  in?: Wanted['in'];
  addresses?: boolean;
  titles?: boolean;
  preserveCase?: boolean;
  preview?: boolean;
  subject?: string;
  status?: 'draft' | 'open';
  expectedRevision?: string;
  allowPlainLinks?: boolean;
}

/** Replaces in one space, as one change request. */
async function replacedIn(
  { pages: named, exceptPages, preview = false, subject, status, ...args }: ReplacingArguments,
  steps: Steps,
) {
  const { spaceId, changeRequestId, old, match = 'text', ignoreCase = false } = args;
  const { in: part, addresses } = args;
  const asked: Wanted = { text: old, match, ignoreCase, in: part, addresses };
  const { anchor } = await requirePattern(asked);
  const replacingAll: Replacing = {
    wanted: asked,
    replacement: args.new,
    titles: args.titles ?? false,
    preserveCase: args.preserveCase ?? false,
  };
  const source = { spaceId, changeRequestId };
  const read = await textsOf(source, { pages: named, exceptPages }, steps);
  refuseUnread(read);
  const { planned, inAddresses, replacing, isSpared } = args.allowPlainLinks
    ? { ...(await planOf(read, replacingAll, steps)), replacing: replacingAll, isSpared: false }
    : await planKeepingLinks(source, read, replacingAll, steps);
  const { wanted } = replacing;
  const isLiteral = match !== 'regex';
  const counts = {
    changedPages: planned.length,
    pagesRead: read.texts.filter(({ markdown }) => markdown !== undefined).length,
    ...(inAddresses > 0 && { inAddresses }),
    ...(isSpared && { kept: SPARED }),
    ...(exceptPages && { inExceptPages: await matchesOn(source, exceptPages, replacing, steps) }),
    ...otherCaseOf(planned, replacing),
  };
  if (preview || planned.length === 0) {
    const note = planned.length === 0 && noMatchNote(match, old);
    const pages = await Promise.all(planned.map(replacedPage));
    rememberPreview(pages, steps.context);
    const refused =
      preview && !args.allowPlainLinks && (await refusalOf(source, planned, read, steps));
    return {
      ...(preview && { preview }),
      ...(refused && { refused }),
      replaced: countOf(planned),
      ...counts,
      ...(note && { note }),
      ...sampled(pages, 'preview', isLiteral),
    };
  }
  if (!args.allowPlainLinks) {
    await refuseLosses(source, planned, read, steps);
  }
  const request = await changeRequestFor(
    {
      spaceId,
      existing: changeRequestId,
      subject: subject ?? subjectOf(anchor ? undefined : old, args.new),
      expectedRevision: args.expectedRevision,
    },
    steps,
  );
  const place = { spaceId, changeRequestId: request.id };
  const ids = planned.map(({ page }) => page.id);
  const writes =
    changeRequestId === undefined
      ? (await planOf(await textsOf(place, { pages: ids, exceptPages }, steps), replacing, steps))
          .planned
      : planned;
  if (args.allowPlainLinks) await markPlainLines(source, writes, steps, read.tree);
  const isNew = changeRequestId === undefined;
  const changes = linkChanges(writes);
  const texts = new Map(
    writes.map(({ page: { id, title }, before }) => [id, { id, title, markdown: before }]),
  );
  const reworded = rewordedIn(changes, (page) => texts.get(page));
  const { done, links } = await withFallout(source, { changes, reworded }, steps, async () => ({
    done: await firstEdit({ request, isNew }, spaceId, steps, () =>
      writePages(place, request.revision, writes, steps),
    ),
    place,
  }));
  const { stored, note } = done;
  await setRequest(place, { ...(status && { status }) }, steps);
  const left = anchor ? 0 : await leftAfter(read, { writes, stored }, wanted, steps);
  const pages = await Promise.all(writes.map(replacedPage));
  return {
    ...(await standingOf(place, steps)),
    replaced: countOf(writes),
    ...counts,
    ...(!anchor && { left }),
    ...(left > 0 && !args.titles && { leftIn: TITLES }),
    ...(note !== undefined && { note }),
    ...(links && { links }),
    ...(wasPreviewed(pages, steps.context)
      ? { pages: pages.map(({ diff: _, ...page }) => page), diffs: 'as in the preview' }
      : sampled(pages, 'written', isLiteral)),
    ...(await unsettledIn(writes.map(({ page, after }) => ({ page: page.id, markdown: after })))),
  };
}

/** How often a text that is replaced stands on these pages and those below them. */
async function matchesOn(
  source: ContentLocation,
  pages: readonly string[],
  { wanted, titles }: Replacing,
  steps: Steps,
): Promise<number> {
  const { texts } = await textsOf(source, { pages }, steps);
  const bodies = texts.map(({ page, markdown }) => ({
    page: titles ? page : { id: page.id, title: '' },
    markdown: markdown && withoutTitleLine(markdown, page.title),
  }));
  const found = await findAll(bodies, wanted, steps);
  return found.reduce((sum, { matches }) => sum + matches, 0);
}

/** @throws {Refusal} if a page could not be read, because its matches would stay. */
function refuseUnread({ unread }: SpaceTexts): void {
  if (unread.length === 0) return;
  const named = unread.map(({ page: { id, title }, reason }) => `${title} (${id}): ${reason}`);
  const told = fencedInline(named.join('; '), 'pages and messages of the platform');
  throw new Refusal(`Nothing was written: not all pages could be read. ${told}.`);
}

/** @throws {Refusal} for a page on which the added text would become part of an unclosed block. */
async function planOf(
  { texts }: SpaceTexts,
  replacing: Replacing,
  { context: { signal } }: Steps,
): Promise<{ planned: ReplacedTree[]; inAddresses: number }> {
  const isHeavy = replacing.wanted.match === 'regex';
  const found = await searchInBatches(texts, (pages) =>
    runJob('replace', { pages, replacing }, { isHeavy, signal }),
  );
  const within = found.find(({ isSwallowed }) => isSwallowed);
  if (within)
    throw new Refusal(
      `Nothing was written: ${swallowed(fencedInline(within.page.title, 'title'))}`,
    );
  return {
    planned: found.filter(({ replaced }) => replaced > 0),
    inAddresses: found.reduce((sum, page) => sum + page.inAddresses, 0),
  };
}

/**
 * The replacements, without those in addresses if these would break links to pages, unless the caller asked for them.
 */
async function planKeepingLinks(
  source: ContentLocation,
  read: SpaceTexts,
  replacing: Replacing,
  steps: Steps,
) {
  const plan = await planOf(read, replacing, steps);
  const { wanted } = replacing;
  const isOpen = wanted.addresses !== false && wanted.in !== 'headings';
  if (!isOpen || !(await breaksLinks(source, plan.planned, steps, read))) {
    return { ...plan, replacing, isSpared: false };
  }
  const spared: Replacing = { ...replacing, wanted: { ...wanted, addresses: 'whole' } };
  const left = await planOf(read, spared, steps);
  const isWithin = left.inAddresses > 0;
  if (isWithin && wanted.addresses === true) throw new Refusal(BROKEN);
  // Addresses alone are meant.
  return left.inAddresses === 0 || left.planned.length === 0
    ? { ...plan, replacing, isSpared: false }
    : { ...left, replacing: spared, isSpared: true };
}

/** @throws {Refusal} for links that the platform would not keep. */
async function refuseLosses(
  source: ContentLocation,
  planned: readonly ReplacedTree[],
  { tree }: SpaceTexts,
  steps: Steps,
): Promise<void> {
  await refuseLostLinks(source, linkChanges(planned), steps, tree);
}

/** Why the replacements would be refused; undefined if they would not. */
async function refusalOf(...given: Parameters<typeof refuseLosses>): Promise<string | undefined> {
  try {
    await refuseLosses(...given);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return stripFences(error.message);
    throw error;
  }
}

async function breaksLinks(
  source: ContentLocation,
  planned: readonly ReplacedTree[],
  steps: Steps,
  { tree }: SpaceTexts,
): Promise<boolean> {
  for (const { before = '', after = before } of planned) {
    const [were, are] = [await internalLinksIn(before), await internalLinksIn(after)];
    if (are.length < were.length) return true;
  }
  const { fresh } = await lostLinks(source, linkChanges(planned), steps, tree);
  return fresh.length > 0;
}

/** Says of texts in another case that they all become the same, unless they keep theirs. */
function otherCaseOf(planned: readonly ReplacedTree[], { preserveCase }: Replacing) {
  const otherCase = planned.reduce((sum, page) => sum + page.otherCase, 0);
  if (otherCase === 0 || preserveCase) return {};
  return { inOtherCase: otherCase, case: 'all become the same; preserveCase: true keeps capitals' };
}

/** The writes in the form that the link check accepts. */
function linkChanges(writes: readonly ReplacedTree[]) {
  return writes.map(({ page, after }) => ({
    operation: 'update_page' as const,
    page: page.id,
    ...(after !== undefined && { document: { markdown: after } }),
  }));
}

async function replacedPage(write: ReplacedTree) {
  const { id, title, path } = write.page;
  return { id, title, path, replaced: write.replaced, diff: await diffOf(write) };
}

function countOf(writes: readonly ReplacedTree[]): number {
  return writes.reduce((sum, { replaced }) => sum + replaced, 0);
}

const BROKEN =
  'Nothing was written: in addresses it would break links to pages. Leave out addresses, and those stay as they are; update_page with slug changes the address of a page.';

const SPARED =
  'addresses, where it would break links to pages; addresses: true replaces there, too';

const TITLES = 'titles or descriptions, which titles: true includes';

const MAX_NAMED = 30;

function subjectOf(old: string | undefined, replacement: string): string {
  const short = (text: string) =>
    text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED - 1)}…` : text;
  const subject =
    old === undefined
      ? `Add ${short(replacement.trim())}`
      : `Replace ${short(old)} by ${short(replacement)}`;
  return subject.replaceAll(/\s+/g, ' ');
}
