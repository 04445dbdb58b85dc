import { z } from 'zod';
import type { SpaceTexts } from '../../content/find/index.ts';
import type { ContentLocation } from '../../content/index.ts';
import { refersTo } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { unlisted } from '../../operations/params.ts';
import { fencedInline, stripFences } from '../../text/index.ts';
import { reportUnsettled } from '../edits/unsettled-conflicts.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks, EDIT_CALLS } from '../runs/edit.ts';
import {
  editOrArchive,
  openOrFindRequest,
  requestSummary,
  updateRequest,
} from './change/request.ts';
import { writePages } from './change/write.ts';
import {
  leftInOtherPart,
  locationArguments,
  oneSpaceOnly,
  pattern,
  searchArguments,
} from './find/arguments.ts';
import { countLeft, limitDiffs } from './find/limit-diffs.ts';
import { rememberPreview, wasPreviewed } from './find/previews.ts';
import {
  countOf,
  keptPages,
  otherCaseOf,
  replacedPage,
  subjectOf,
} from './find/replacement-summary.ts';
import {
  linkChanges,
  linkReplacer,
  type ReplacedTree,
  type Replacer,
  type ReplacingArguments,
  textReplacer,
} from './find/replacers.ts';
import { noMatchNote, textsOf } from './find-in-pages.ts';
import { pagesLosingHeadings, reportLinkEffects } from './open-change-request/link-effects.ts';
import { markPlainLines, refuseLostLinks } from './open-change-request/lost-links.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_SPACES = 20;

/** Replaces every occurrence of a text as one reviewable change; everything else stays byte for byte. */
export const replaceInPages = workflow({
  name: 'replace_in_pages',
  title: 'Replace in pages',
  summary:
    'Replace a text on all or some pages in a new or the named change request; preview first. The rest stays byte for byte.',
  tasks: [
    'replace a word everywhere',
    'rename a term on all pages',
    'search and replace',
    'change a name in the whole space',
    'replace text on all pages',
    'swap one name for another across all pages',
    'append text to many pages',
    'add a line at the end of every page',
    'add a notice at the top of all pages',
    'rename a product on all pages',
    'replace an address everywhere',
  ],
  toolset: 'change-requests',
  effect: 'update',
  calls: [operations.createChangeRequest, operations.updateChangeRequest, ...EDIT_CALLS],
  input: {
    ...locationArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .max(MAX_SPACES)
      .optional()
      .meta(unlisted('too, each with a change request of its own')),
    exceptPages: locationArguments.exceptPages.meta({ unlisted: false }),
    old: pattern.describe('regex \\A or \\z alone: start or end of a page'),
    new: z.string().max(10_000).describe('a regex: $1, $<name>'),
    ...searchArguments,
    match: searchArguments.match.describe('link: to page old, new'),
    addresses: searchArguments.addresses.meta(unlisted('false: skip URLs')),
    titles: z.boolean().optional().describe('titles and descriptions too'),
    preserveCase: z
      .boolean()
      .optional()
      .meta(unlisted('keeps capitals; default with ignoreCase and words in lower case')),
    preview: z.boolean().optional(),
    subject: z.string().max(100).optional(),
    status: z.enum(['draft', 'open']).optional(),
    expectedRevision,
    allowPlainLinks: allowPlainLinks.meta({ unlisted: true }),
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
    const names = ['changeRequestId', 'pages', 'exceptPages', 'expectedRevision'];
    const problem = oneSpaceOnly(args, names);
    return (
      problem ??
      (isNamed
        ? undefined
        : 'subject names a new change request; leave it out with changeRequestId')
    );
  },
  async work({ moreSpaces, ...args }, steps) {
    if (!moreSpaces?.length) return replaceInSpace(args, steps);
    const all = [];
    for (const spaceId of new Set([args.spaceId, ...moreSpaces])) {
      const { pages, ...result } = await replaceInSpace({ ...args, spaceId }, steps);
      all.push({ space: spaceId, ...result, pages });
    }
    return {
      replaced: all.reduce((sum, { replaced }) => sum + replaced, 0),
      spaces: all.map(({ pages: _, ...result }) => result),
      pages: all.flatMap(({ space, pages }) => pages.map((page) => ({ ...page, space }))),
    };
  },
});

/** The replacements of a call in one space. */
interface ReplacementPlan {
  source: ContentLocation;
  replacer: Replacer;
  /** All pages that were searched. */
  read: SpaceTexts;
  planned: readonly ReplacedTree[];
  /** What was counted, for the answer. */
  counts: object;
  /** The same text is replaced everywhere. */
  isLiteral: boolean;
}

/** Replaces in one space, as one change request. */
async function replaceInSpace(args: ReplacingArguments, steps: Steps) {
  const plan = await planReplacement(args, steps);
  if (args.preview || plan.planned.length === 0) return previewReplacement(plan, args, steps);
  return writeReplacement(plan, args, steps);
}

async function planReplacement(args: ReplacingArguments, steps: Steps): Promise<ReplacementPlan> {
  const { spaceId, changeRequestId, pages, exceptPages, match = 'text' } = args;
  const source = { spaceId, changeRequestId };
  const replacer =
    match === 'link'
      ? linkReplacer(source, args, steps)
      : await textReplacer(source, { ...args, match }, steps);
  const read = await textsOf(source, { pages, exceptPages }, steps);
  refuseUnread(read);
  const { planned, inAddresses, inOtherPart, keepsAddresses } = await replacer.plan(read);
  const counts = {
    changedPages: planned.length,
    pagesRead: read.texts.filter(({ markdown }) => markdown !== undefined).length,
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
    ...otherCaseOf(planned, args),
  };
  const isLiteral = match === 'text' || match === 'words';
  return { source, replacer, read, planned, counts, isLiteral };
}

/** Shows the replacements without writing them, and why they would be refused. */
async function previewReplacement(
  { source, read, planned, counts, isLiteral }: ReplacementPlan,
  { preview = false, old, match = 'text', allowPlainLinks: allowed }: ReplacingArguments,
  steps: Steps,
) {
  const note = planned.length === 0 && noMatchNote(match, old);
  const pages = await Promise.all(planned.map(replacedPage));
  rememberPreview(pages, steps.context);
  const refused = preview && !allowed && (await refusalMessage(source, planned, read, steps));
  return {
    ...(preview && { preview }),
    ...(refused && { refused }),
    replaced: countOf(planned),
    ...counts,
    ...(note && { note }),
    ...limitDiffs(pages, 'preview', isLiteral),
  };
}

/** Writes the replacements into the named change request or a new one, and reads the pages back. */
async function writeReplacement(plan: ReplacementPlan, args: ReplacingArguments, steps: Steps) {
  const { source, replacer, read, planned, counts, isLiteral } = plan;
  const { spaceId, changeRequestId, old, match = 'text', status } = args;
  if (!args.allowPlainLinks) await refuseLostTargets(source, planned, read, steps);
  const { isAtEnd } = replacer;
  const request = await openOrFindRequest(
    {
      spaceId,
      existing: changeRequestId,
      subject: args.subject ?? subjectOf(isAtEnd ? undefined : old, args.new, match),
      expectedRevision: args.expectedRevision,
    },
    steps,
  );
  const location = { spaceId, changeRequestId: request.id };
  const writes = await plannedWrites(location, plan, args, steps);
  if (args.allowPlainLinks) await markPlainLines(source, writes, steps, read.tree);
  const isNew = changeRequestId === undefined;
  const { done, links } = await reportLinkEffects(source, linkEdits(writes), steps, async () => ({
    done: await editOrArchive({ request, isNew }, spaceId, steps, () =>
      writePages(location, request.revision, writes, steps),
    ),
    location,
  }));
  const { stored, note } = done;
  await updateRequest(location, { ...(status && { status }) }, steps);
  const left = isAtEnd
    ? 0
    : await countLeft(read, { writes, stored }, (now) => replacer.find(now, true));
  const pages = await Promise.all(writes.map(replacedPage));
  return {
    ...(await requestSummary(location, steps)),
    replaced: countOf(writes),
    ...counts,
    ...(!isAtEnd && { left }),
    ...(left > 0 && !args.titles && { leftIn: LEFT_IN_TITLES }),
    ...(note !== undefined && { note }),
    ...(links && { links }),
    ...(wasPreviewed(pages, steps.context)
      ? { pages: pages.map(({ diff: _, ...page }) => page), diffs: 'as in the preview' }
      : limitDiffs(pages, 'written', isLiteral)),
    ...(await reportUnsettled(
      writes.map(({ page, after }) => ({ page: page.id, markdown: after })),
    )),
  };
}

/** The pages to write. A new change request may begin from newer content than what was searched. */
async function plannedWrites(
  location: ContentLocation,
  { replacer, planned }: ReplacementPlan,
  { changeRequestId, exceptPages }: ReplacingArguments,
  steps: Steps,
): Promise<readonly ReplacedTree[]> {
  if (changeRequestId !== undefined) return planned;
  const pages = planned.map(({ page }) => page.id);
  return replacer.planAgain(await textsOf(location, { pages, exceptPages }, steps));
}

/** The part of an edit that may affect links. */
function linkEdits(writes: readonly ReplacedTree[]) {
  const changes = linkChanges(writes);
  const texts = new Map(
    writes.map(({ page: { id, title }, before }) => [id, { id, title, markdown: before }]),
  );
  return { changes, reworded: pagesLosingHeadings(changes, (page) => texts.get(page)) };
}

/** @throws {Refusal} if a page could not be read, because its matches would stay. */
function refuseUnread({ unread }: SpaceTexts): void {
  if (unread.length === 0) return;
  const named = unread.map(({ page: { id, title }, reason }) => `${title} (${id}): ${reason}`);
  const reasons = fencedInline(named.join('; '), 'pages and messages of the platform');
  throw new Refusal(`Nothing was written: not all pages could be read. ${reasons}.`);
}

/** @throws {Refusal} for links that the platform would not keep. */
async function refuseLostTargets(
  source: ContentLocation,
  planned: readonly ReplacedTree[],
  { tree }: SpaceTexts,
  steps: Steps,
): Promise<void> {
  await refuseLostLinks(source, linkChanges(planned), steps, tree);
}

/** Why the replacements would be refused; undefined if they would not. */
async function refusalMessage(
  ...given: Parameters<typeof refuseLostTargets>
): Promise<string | undefined> {
  try {
    await refuseLostTargets(...given);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return stripFences(error.message);
    throw error;
  }
}

const ADDRESSES_KEPT =
  'addresses, where it would break links to pages; addresses: true replaces there, too';

const LEFT_IN_TITLES = 'titles or descriptions, which titles: true includes';
