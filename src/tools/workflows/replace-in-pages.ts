import { z } from 'zod';
import type { SpaceTexts } from '../../content/find/index.ts';
import type { ContentLocation } from '../../content/index.ts';
import { refersTo } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { unlisted } from '../../operations/params.ts';
import { fencedInline, stripFences } from '../../text/index.ts';
import { unsettledIn } from '../edits/unsettled.ts';
import { expectedRevision } from '../preconditions/revision.ts';
import { Refusal } from '../refusal.ts';
import { allowPlainLinks, EDIT_CALLS } from '../runs/edit.ts';
import { changeRequestFor, firstEdit, setRequest, standingOf } from './change/request.ts';
import { diffOf, writePages } from './change/write.ts';
import { oneSpaceOnly, pattern, wantedArguments, whereArguments } from './find/arguments.ts';
import { type FoundPage, sum } from './find/lines-shown.ts';
import { rememberPreview, wasPreviewed } from './find/previewed.ts';
import { leftAfter, sampled } from './find/replaced.ts';
import {
  linkChanges,
  linkReplacer,
  type ReplacedTree,
  type ReplacingArguments,
  textReplacer,
} from './find/replacers.ts';
import { noMatchNote, textsOf } from './find-in-pages.ts';
import { rewordedIn, withFallout } from './open-change-request/fallout.ts';
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
    ...whereArguments,
    moreSpaces: z
      .array(refersTo('space', z.string().min(1)))
      .max(MAX_SPACES)
      .optional()
      .meta(unlisted('too, each with a change request of its own')),
    exceptPages: whereArguments.exceptPages.meta({ unlisted: false }),
    old: pattern.describe('regex \\A or \\z alone: start or end of a page'),
    new: z.string().max(10_000).describe('a regex: $1, $<name>'),
    ...wantedArguments,
    match: wantedArguments.match.describe('link: to page old, new'),
    addresses: wantedArguments.addresses.meta(unlisted('false: skip URLs')),
    titles: z.boolean().optional().describe('titles and descriptions too'),
    preserveCase: z.boolean().optional().meta(unlisted('keeps capitals')),
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
    if (!moreSpaces?.length) return replacedIn(args, steps);
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

/** Replaces in one space, as one change request. */
async function replacedIn(
  { pages: named, exceptPages, preview = false, subject, status, ...args }: ReplacingArguments,
  steps: Steps,
) {
  const { spaceId, changeRequestId, old, match = 'text' } = args;
  const source = { spaceId, changeRequestId };
  const replacer =
    match === 'link'
      ? linkReplacer(source, args, steps)
      : await textReplacer(source, { ...args, match }, steps);
  const { isAtEnd } = replacer;
  const read = await textsOf(source, { pages: named, exceptPages }, steps);
  refuseUnread(read);
  const { planned, inAddresses, isSpared } = await replacer.plan(read);
  const isLiteral = match === 'text' || match === 'words';
  const counts = {
    changedPages: planned.length,
    pagesRead: read.texts.filter(({ markdown }) => markdown !== undefined).length,
    ...(inAddresses > 0 && { inAddresses }),
    ...(isSpared && { kept: SPARED }),
    ...(exceptPages?.length && {
      inExceptPages: kept(
        await replacer.find(
          await textsOf(source, { pages: exceptPages }, steps),
          args.titles ?? false,
        ),
      ),
    }),
    ...otherCaseOf(planned, args),
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
      subject: subject ?? subjectOf(isAtEnd ? undefined : old, args.new, match),
      expectedRevision: args.expectedRevision,
    },
    steps,
  );
  const location = { spaceId, changeRequestId: request.id };
  const ids = planned.map(({ page }) => page.id);
  const writes =
    changeRequestId === undefined
      ? await replacer.planAgain(await textsOf(location, { pages: ids, exceptPages }, steps))
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
      writePages(location, request.revision, writes, steps),
    ),
    location,
  }));
  const { stored, note } = done;
  await setRequest(location, { ...(status && { status }) }, steps);
  const left = isAtEnd
    ? 0
    : await leftAfter(read, { writes, stored }, (now) => replacer.find(now, true));
  const pages = await Promise.all(writes.map(replacedPage));
  return {
    ...(await standingOf(location, steps)),
    replaced: countOf(writes),
    ...counts,
    ...(!isAtEnd && { left }),
    ...(left > 0 && !args.titles && { leftIn: TITLES }),
    ...(note !== undefined && { note }),
    ...(links && { links }),
    ...(wasPreviewed(pages, steps.context)
      ? { pages: pages.map(({ diff: _, ...page }) => page), diffs: 'as in the preview' }
      : sampled(pages, 'written', isLiteral)),
    ...(await unsettledIn(writes.map(({ page, after }) => ({ page: page.id, markdown: after })))),
  };
}

const MAX_KEPT = 20;

/** The first pages that keep what is replaced elsewhere. */
function kept(found: readonly FoundPage[]) {
  const pages = found.map(({ page: { title, path }, matches }) => ({ title, path, matches }));
  const more = pages.slice(MAX_KEPT);
  return {
    matches: sum(pages, ({ matches }) => matches),
    pages: pages.slice(0, MAX_KEPT),
    ...(more.length > 0 && { morePages: more.length }),
  };
}

/** @throws {Refusal} if a page could not be read, because its matches would stay. */
function refuseUnread({ unread }: SpaceTexts): void {
  if (unread.length === 0) return;
  const named = unread.map(({ page: { id, title }, reason }) => `${title} (${id}): ${reason}`);
  const told = fencedInline(named.join('; '), 'pages and messages of the platform');
  throw new Refusal(`Nothing was written: not all pages could be read. ${told}.`);
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

/** Says of texts in another case that they all become the same, unless they keep theirs. */
function otherCaseOf(
  planned: readonly ReplacedTree[],
  { preserveCase }: Pick<ReplacingArguments, 'preserveCase'>,
) {
  const otherCase = planned.reduce((sum, page) => sum + page.otherCase, 0);
  if (otherCase === 0 || preserveCase) return {};
  return { inOtherCase: otherCase, case: 'all become the same; preserveCase: true keeps capitals' };
}

async function replacedPage(write: ReplacedTree) {
  const { id, title, path } = write.page;
  return { id, title, path, replaced: write.replaced, diff: await diffOf(write) };
}

function countOf(writes: readonly ReplacedTree[]): number {
  return writes.reduce((sum, { replaced }) => sum + replaced, 0);
}

const SPARED =
  'addresses, where it would break links to pages; addresses: true replaces there, too';

const TITLES = 'titles or descriptions, which titles: true includes';

const MAX_NAMED = 30;

function subjectOf(
  old: string | undefined,
  replacement: string,
  match: ReplacingArguments['match'],
): string {
  const short = (text: string) =>
    text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED - 1)}…` : text;
  const subject =
    old === undefined
      ? `Add ${short(replacement.trim())}`
      : match === 'link'
        ? `Link to ${short(replacement)} instead of ${short(old)}`
        : `Replace ${short(old)} by ${short(replacement)}`;
  return subject.replaceAll(/\s+/g, ' ');
}
