import { z } from 'zod';
import type { ChangeRequestLocation } from '../../content/index.ts';
import {
  type Arguments,
  type Operation,
  operations,
  type PageNode,
  send,
} from '../../operations/index.ts';
import { stripFences } from '../../text/index.ts';
import { readAfterReverts, readOnce } from '../edits/after-reverts.ts';
import { changesTree, writesTree } from '../edits/compare-trees.ts';
import { addCreatedPages } from '../edits/created-pages.ts';
import {
  type ExpandedChanges,
  expandTextChanges,
  isEmptyUpdate,
  looseNote,
  type OriginalPage,
  refuseUnfitDocuments,
} from '../edits/expand.ts';
import { mayTakeFreedSlug, withFreedSlugs } from '../edits/freed-slugs.ts';
import { includeHint } from '../edits/included-text.ts';
import type { EditAnswer } from '../edits/nested-pages.ts';
import { movesPages, withPinnedLinks } from '../edits/pinned-links.ts';
import type { PageWrite } from '../edits/text-changes.ts';
import { withoutTitleLine } from '../edits/title-line.ts';
import { reportUnsettled } from '../edits/unsettled-conflicts.ts';
import { verifyWrites } from '../edits/verify.ts';
import { runJob } from '../jobs/run.ts';
import type { CallContext } from '../tool.ts';
import { diffOf } from '../workflows/change/write.ts';
import {
  FRONTMATTER,
  frontmatterSet,
  type PageEdit,
} from '../workflows/open-change-request/changes.ts';
import type { LostLink } from '../workflows/open-change-request/lost-links.ts';
import { mergeIntoNewPages } from '../workflows/open-change-request/new-pages.ts';
import { Steps } from '../workflows/workflow.ts';

/** Removes the marks around texts that were read from the value of a write. */
export function withoutFences<T>(value: T): T {
  return stripDeep(value) as T;
}

function stripDeep(value: unknown): unknown {
  if (typeof value === 'string') return stripFences(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(stripDeep);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, stripDeep(member)]));
}

/** The operations that find links to the pages of an edit. */
const LINK_READS = [
  operations.getCurrentRevision,
  operations.getChangeRequestRevision,
  operations.getSpace,
];

/** The operations that a content edit calls, including itself. */
export const EDIT_CALLS = [
  operations.editChangeRequestContent,
  operations.getChangeRequest,
  operations.listPages,
  operations.getPage,
  operations.listPageLinks,
  operations.listFiles,
  operations.listChangeRequestPages,
  operations.getChangeRequestPage,
  operations.listChangeRequestPageLinks,
  operations.listChangeRequestFiles,
  ...LINK_READS,
];

/** The argument with which a caller accepts that links without a target are lost. */
export const allowPlainLinks = z
  .boolean()
  .optional()
  .meta({ description: 'send links that become plain text', onDemand: true });

/**
 * Sends a content edit in such a way that text which was read and written back unchanged stays unchanged: text
 * without changes is not sent, hidden parts are restored, the title that reading adds is removed, and tags of
 * integration blocks are put on one line. A page of which only a part changes is read again afterwards: either the
 * rest is unchanged, or all such pages are reset.
 * @throws {Refusal} before anything is sent, for links that would be lost and for changes that do not fit.
 */
export async function sendEdit(edit: Operation, args: Arguments, context: CallContext) {
  const location = { spaceId: String(args.spaceId), changeRequestId: String(args.changeRequestId) };
  const read = readOnce((pageId) =>
    send(operations.getChangeRequestPage, { ...location, pageId }, context),
  );
  const isAllowed = args.allowPlainLinks === true;
  const copied = await resolveCopies(args.changes as PageEdit[], location, context);
  const merged = await mergeIntoNewPages(copied.changes, context);
  const placed = await resolvePositions({ ...args, changes: merged.changes }, location, context);
  const { settleTitles } = await import('../edits/title-headings.ts');
  const titled = await settleTitles(placed, read);
  const rooted = await resolveRootedLinks(titled, isAllowed, location, read, context);
  const readText = readAfterReverts(rooted, location, read, context);
  const options = { maxTokens: context.maxResultTokens, hint: includeHint(location, context) };
  const expanded = await expandTextChanges(rooted, readText, context, options);
  // Workflows have checked new pages, and know which of them are copies.
  const copies = new Set([...copied.copies].map((at) => merged.indexes[at]));
  await refuseUnfitDocuments(expanded, readText, context, (at) => isAllowed || copies.has(at));
  const writes = [...expanded.writes.values()];
  const tree = await treeIfMoved(expanded.changes, location, context);
  const pinned = (some: readonly PageEdit[]) => withPinnedLinks(some, tree, readText, context);
  const checked = await pinned(expanded.changes);
  const lost = await checkLostLinks(checked, expanded, location, isAllowed, context);
  const prepared = await Promise.all(
    expanded.changes.map((change, at) =>
      prepareChange(change, expanded.writes.get(at), { read, location }, context),
    ),
  );
  const changes = prepared.filter((change) => change !== undefined);
  if (changes.length === 0) {
    return { changes: [], note: 'Nothing was sent: the pages already say exactly this.' };
  }
  const diffs = await diffsOf(changes, writes, read, context);
  const { revision } =
    writes.length > 0
      ? await send(operations.getChangeRequest, location, context)
      : { revision: '' };
  const sent = await withFreeSlugs(await pinned(changes), tree, location, context);
  const { done, links } = await reportLinks(
    location,
    expanded.changes,
    { isAllowed, read },
    context,
    async () => ({
      answer: await sendNested(edit, args, sent, context),
      verified: await verifyWrites(location, { revision, pages: tree }, writes, context),
    }),
  );
  const plainLinks = lost
    .filter(({ change }) => prepared[change]?.document !== undefined)
    .map(({ change, line, target }) => ({ change, line, target }));
  return {
    ...done.answer,
    ...done.verified,
    ...looseNote(expanded),
    ...(links && { incomingLinks: links }),
    ...withoutEmpty({ diffs, plainLinks, notCopied: copied.notCopied }),
    ...(await reportUnsettled(
      expanded.changes.map(({ page, document }) => ({ page, ...document })),
      context,
    )),
  };
}

function withoutEmpty(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The page tree, if texts are written while pages move. */
async function treeIfMoved(
  changes: readonly PageEdit[],
  location: ChangeRequestLocation,
  context: CallContext,
): Promise<PageNode[] | undefined> {
  const writesText = changes.some(
    ({ operation, document }) => operation === 'update_page' && document !== undefined,
  );
  if (!writesText || !changes.some(movesPages)) return undefined;
  return (await send(operations.listChangeRequestPages, location, context)).pages;
}

/** The changes in a form in which pages get the slugs that others give up. */
async function withFreeSlugs(
  changes: readonly PageEdit[],
  tree: readonly PageNode[] | undefined,
  location: ChangeRequestLocation,
  context: CallContext,
): Promise<PageEdit[]> {
  if (!mayTakeFreedSlug(changes)) return [...changes];
  const pages = tree ?? (await send(operations.listChangeRequestPages, location, context)).pages;
  return withFreedSlugs(pages, changes);
}

interface EditReading {
  /** Workflows report links themselves, and a caller may turn this off. */
  isAllowed: boolean;
  read: (page: string) => Promise<OriginalPage>;
}

/** Performs an edit, and reports its effect on links to its pages. */
async function reportLinks<T>(
  location: ChangeRequestLocation,
  changes: readonly PageEdit[],
  { isAllowed, read }: EditReading,
  context: CallContext,
  edit: () => Promise<T>,
) {
  if (isAllowed || LINK_READS.some(({ tool }) => context.isExcluded?.(tool))) {
    return { done: await edit(), links: undefined };
  }
  const { pagesLosingHeadings, reportLinkEffects } = await import(
    '../workflows/open-change-request/link-effects.ts'
  );
  const pages = new Map<string, OriginalPage>();
  for (const { operation, page = '', document } of changes) {
    if (operation !== 'update_page' || document?.markdown === undefined) continue;
    pages.set(page, await read(page));
  }
  const reworded = await pagesLosingHeadings(changes, (page) => pages.get(page));
  return reportLinkEffects(location, { changes, reworded }, new Steps(context), async () => ({
    done: await edit(),
    location,
  }));
}

/** Sends the changes; pages below others that the same call inserts get their places in a second request. */
async function sendNested(
  edit: Operation,
  args: Arguments,
  changes: readonly PageEdit[],
  context: CallContext,
): Promise<object> {
  const location = { spaceId: String(args.spaceId), changeRequestId: String(args.changeRequestId) };
  const { splitNested, movesToParents } = await import('../edits/nested-pages.ts');
  const { first, nested } = splitNested(changes);
  const sent = (await send(edit, { ...args, changes: first }, context)) as EditAnswer;
  const answer = await addCreatedPages(sent, location, context);
  if (nested.length === 0) return answer;
  const moves = await movesToParents(nested, first, answer, context);
  const moved = (await send(edit, { ...location, changes: moves }, context)) as EditAnswer;
  const reported = new Set(answer.changes?.map(pageIdOf));
  const others = moved.changes?.filter((one) => !reported.has(pageIdOf(one))) ?? [];
  const all = { ...answer, ...moved, changes: [...(answer.changes ?? []), ...others] };
  return addCreatedPages({ ...all, insertedFiles: answer.insertedFiles }, location, context);
}

function pageIdOf({ page }: { page?: unknown }): string {
  return typeof page === 'string' ? page : (page as { id: string }).id;
}

/** The changes with the texts that they copy; workflows have already done that. */
async function resolveCopies(
  changes: readonly PageEdit[],
  location: ChangeRequestLocation,
  context: CallContext,
) {
  if (changes.every(({ copy }) => copy === undefined))
    return { changes, copies: new Set<number>(), notCopied: [] };
  const { expandCopies } = await import('../workflows/copy/copies.ts');
  const { pages } = await send(operations.listChangeRequestPages, location, context);
  return expandCopies(changes, { ...location, pages }, new Steps(context));
}

/** The changes with positions converted to indexes; workflows have already done that. */
async function resolvePositions(
  { changes }: Arguments,
  location: ChangeRequestLocation,
  context: CallContext,
): Promise<PageEdit[]> {
  const given = changes as PageEdit[];
  const { hasRelativePosition, resolvePositions } = await import(
    '../workflows/open-change-request/positions.ts'
  );
  if (!given.some(hasRelativePosition)) return given;
  const { pages } = await send(operations.listChangeRequestPages, location, context);
  return resolvePositions(pages, given);
}

/** The changes with links by paths from the root resolved; workflows have already done that. */
async function resolveRootedLinks(
  given: readonly PageEdit[],
  isPrepared: boolean,
  location: ChangeRequestLocation,
  read: (page: string) => Promise<OriginalPage>,
  context: CallContext,
): Promise<PageEdit[]> {
  if (isPrepared) return [...given];
  const { resolveRootedLinks, hasInternalLinks } = await import(
    '../workflows/open-change-request/rooted-links.ts'
  );
  if (!(await hasInternalLinks(given, context))) return [...given];
  const { pages } = await send(operations.listChangeRequestPages, location, context);
  return resolveRootedLinks(pages, given, read, context);
}

/** The effect of the changes on the texts of existing pages. */
async function diffsOf(
  changes: readonly PageEdit[],
  writes: readonly PageWrite[],
  read: (page: string) => Promise<OriginalPage>,
  context: CallContext,
): Promise<{ page: string; diff: string; frontmatter?: string }[]> {
  const diffs = [];
  for (const { operation, page: id = '', document } of changes) {
    if (operation !== 'update_page' || document?.markdown === undefined) continue;
    const write =
      writes.find(({ page }) => page.id === id) ?? (await wholeWrite(id, document, read));
    const set = frontmatterSet(document.markdown, await read(id));
    diffs.push({ page: id, diff: await diffOf(write, context), ...set });
  }
  return diffs;
}

async function wholeWrite(
  id: string,
  { markdown = '' }: NonNullable<PageEdit['document']>,
  read: (page: string) => Promise<OriginalPage>,
): Promise<PageWrite> {
  const page = await read(id);
  const before = withoutTitleLine(page.markdown ?? '', page.title);
  const after = withoutTitleLine(markdown.replace(FRONTMATTER, '').replace(/^\n+/, ''), page.title);
  return { page, before, after, fields: {} };
}

/**
 * Checks links without a target. Returns those of whole texts that had none before either; where only a part of a page
 * changes, reading it back shows whether the platform kept them.
 * @throws {Refusal} for new ones, unless the caller allows them.
 */
async function checkLostLinks(
  changes: readonly PageEdit[],
  { changes: given, writes }: ExpandedChanges,
  location: ChangeRequestLocation,
  isAllowed: boolean,
  context: CallContext,
): Promise<LostLink[]> {
  const { markPlainLines, refuseLostLinks } = await import(
    '../workflows/open-change-request/lost-links.ts'
  );
  const steps = new Steps(context);
  if (isAllowed) {
    await markPlainLines(location, [...writes.values()], steps);
    return [];
  }
  const lost = await refuseLostLinks(location, changes, steps, { given });
  return lost.filter(({ change }) => !writes.has(change));
}

interface PageReading {
  read: (page: string) => Promise<OriginalPage>;
  location: ChangeRequestLocation;
}

/** The change in the form to send; undefined if it would change nothing. */
async function prepareChange(
  change: PageEdit,
  write: PageWrite | undefined,
  { read, location }: PageReading,
  context: CallContext,
): Promise<PageEdit | undefined> {
  if (writesTree(change)) {
    return (await changesTree(change, location, context)) ? change : withoutDocument(change);
  }
  const { operation, page = '', document } = change;
  const { markdown } = document ?? {};
  if (isEmptyUpdate(change)) return undefined;
  if (markdown === undefined) return change;
  if (write?.after !== undefined) {
    if (write.after === write.before) return undefined;
    return { ...change, document: { markdown: withoutTitleLine(write.after, write.page.title) } };
  }
  if (operation !== 'update_page') {
    return {
      ...change,
      document: { markdown: await runJob('oneLineTags', { markdown }, context) },
    };
  }
  const { title = '', markdown: original = '' } = await read(page);
  const prepared = await runJob(
    'prepareText',
    { title, newTitle: change.title, original, markdown },
    context,
  );
  if (prepared === 'same') return withoutDocument(change);
  return { ...change, document: { markdown: prepared.text } };
}

/** The rest of a change whose text is unchanged. */
function withoutDocument({ document: _, ...rest }: PageEdit): PageEdit | undefined {
  return isEmptyUpdate(rest) ? undefined : rest;
}
