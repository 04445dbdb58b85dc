import type { SpaceTexts } from '../../../content/find/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import { fencedInline, stripFences } from '../../../text/index.ts';
import { Refusal } from '../../refusal.ts';
import { noMatchNote, textsOf } from '../find-in-pages.ts';
import { lostLinks, lostLinksMessage } from '../open-change-request/lost-links.ts';
import { predictLinkEffects } from '../open-change-request/predicted-links.ts';
import type { Steps } from '../workflow.ts';
import { leftInOtherPart } from './arguments.ts';
import { limitDiffs } from './limit-diffs.ts';
import { isFileName } from './named-files.ts';
import { rememberPreview } from './previews.ts';
import { countOf, keptPages, looseOf, otherCaseOf, replacedPages } from './replacement-summary.ts';
import {
  linkChanges,
  linkEdits,
  linkReplacer,
  type ReplacedTree,
  type Replacer,
  type ReplacingArguments,
  replacesLoosely,
  textReplacer,
} from './replacers.ts';
import { sum } from './result-page.ts';
import { countInLongerWords, findAll } from './search.ts';

/** A page that stays unchanged, because its links would be lost. */
export interface SkippedPage {
  id: string;
  title: string;
  problem: string;
}

/** The replacements of a call in one space. */
export interface ReplacementPlan {
  source: ContentLocation;
  replacer: Replacer;
  /** All pages that were searched. */
  read: SpaceTexts;
  planned: readonly ReplacedTree[];
  skipped: readonly SkippedPage[];
  /** Why nothing can be written. */
  refused?: string;
  /** The counts for the answer. */
  counts: object;
  /** The same text is replaced everywhere. */
  isLiteral: boolean;
}

/** Reads the pages, and plans the replacements on those that keep their links. */
export async function planReplacement(
  args: ReplacingArguments,
  steps: Steps,
): Promise<ReplacementPlan> {
  const { spaceId, changeRequestId, pages, exceptPages, match = 'text' } = args;
  const source = { spaceId, changeRequestId };
  const requested =
    match === 'link'
      ? linkReplacer(source, args, steps)
      : await textReplacer(source, { ...args, match }, steps);
  const read = await textsOf(source, { pages, exceptPages }, steps);
  refuseUnread(read);
  const { replacer, plan } = await planFor(requested, read, { source, args, steps });
  const checked = args.allowPlainLinks
    ? { planned: plan.planned, skipped: [] }
    : await skipLostLinks(source, plan.planned, read, steps);
  const { inAddresses, inOtherPart, keepsAddresses } = plan;
  const { old: text, in: part, ignoreCase = false } = args;
  const words = {
    text,
    match: 'words',
    ignoreCase,
    isLoose: replacesLoosely(args),
    in: part,
  } as const;
  const wholeWords = match === 'words' ? await findAll(read.texts, words, steps) : undefined;
  const inLongerWords = wholeWords
    ? await countInLongerWords(
        read.texts,
        words,
        sum(wholeWords, (page) => page.matches),
        steps,
      )
    : 0;
  const counts = {
    changedPages: checked.planned.length,
    pagesRead: read.texts.filter(({ markdown }) => markdown !== undefined).length,
    ...(inLongerWords > 0 && { inLongerWords }),
    ...(inAddresses > 0 && { inAddresses }),
    ...leftInOtherPart(args.in, inOtherPart),
    ...(keepsAddresses && { kept: ADDRESSES_KEPT }),
    ...(exceptPages?.length && {
      inExceptPages: keptPages(
        await replacer.find(
          await textsOf(source, { pages: exceptPages }, steps),
          args.titles ?? false,
        ),
      ),
    }),
    ...otherCaseOf(checked.planned, args),
    ...looseOf(checked.planned),
  };
  const isLiteral = match === 'text' || match === 'words';
  return { source, replacer, read, ...checked, counts, isLiteral };
}

/** The requested replacements; if no page has the text and it is the name of a file, those of the file. */
async function planFor(
  replacer: Replacer,
  read: SpaceTexts,
  { source, args, steps }: { source: ContentLocation; args: ReplacingArguments; steps: Steps },
) {
  const plan = await replacer.plan(read);
  const { planned, inAddresses, inOtherPart } = plan;
  const isNowhere = planned.length === 0 && inAddresses + inOtherPart === 0;
  const mayBeFile = isNowhere && (args.match ?? 'text') === 'text';
  if (!mayBeFile || !(await isFileName(source, args.old, steps))) return { replacer, plan };
  const ofFile = linkReplacer(source, args, steps);
  return { replacer: ofFile, plan: await ofFile.plan(read) };
}

/** Shows the replacements without writing them, and which would be refused. */
export async function previewReplacement(
  { source, read, planned, skipped, refused, counts, isLiteral }: ReplacementPlan,
  { preview = false, old, match = 'text' }: ReplacingArguments,
  steps: Steps,
) {
  const note = planned.length === 0 && noMatchNote(match, old);
  const pages = await replacedPages(planned, steps.caller);
  rememberPreview(pages, steps.caller);
  const links = await predictLinkEffects(source, read.tree, await linkEdits(planned), steps);
  return {
    ...(preview && { preview }),
    ...(refused !== undefined && { refused: stripFences(refused) }),
    replaced: countOf(planned),
    ...counts,
    ...(skipped.length > 0 && { skipped }),
    ...(note && { note }),
    ...(links && { links }),
    ...(await limitDiffs(pages, 'preview', isLiteral)),
  };
}

/** @throws {Refusal} if a page could not be read, because its matches would stay. */
function refuseUnread({ unread }: SpaceTexts): void {
  if (unread.length === 0) return;
  const named = unread.map(({ page: { id, title }, reason }) => `${title} (${id}): ${reason}`);
  const reasons = fencedInline(named.join('; '), 'pages and messages of the platform');
  throw new Refusal(`Nothing was written: not all pages could be read. ${reasons}.`);
}

/** Separates the pages on which the platform would not keep all links. If none is left, all are refused. */
async function skipLostLinks(
  source: ContentLocation,
  all: readonly ReplacedTree[],
  { tree }: SpaceTexts,
  steps: Steps,
): Promise<Pick<ReplacementPlan, 'planned' | 'skipped' | 'refused'>> {
  const { added } = await lostLinks(source, linkChanges(all), steps, { tree });
  const losing = new Set(added.map(({ change }) => change));
  const planned = all.filter((_, index) => !losing.has(index));
  if (all.length > 0 && planned.length === 0) {
    return { planned: all, skipped: [], refused: lostLinksMessage(added, all.length, ADVICE) };
  }
  const skipped = [...losing].map((index) => {
    const { id, title } = (all[index] as ReplacedTree).page;
    const named = added
      .filter(({ change }) => change === index)
      .map(({ line, target }) => `line ${line}: ${target}`);
    return { id, title, problem: `links would lead nowhere: ${named.join('; ')}` };
  });
  return { planned, skipped };
}

const ADVICE =
  'match: "link" takes a page as new, and as old an address as it is written. Else leave these pages out, or change them in open_change_request_with_edits, whose allowPlainLinks: true sends them all the same.';

const ADDRESSES_KEPT =
  'addresses, where it would break links to pages; addresses: true replaces there, too';
