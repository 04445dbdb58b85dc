import {
  type ChangeRequestLocation,
  type ContentLocation,
  changesBetween,
  type MarkedPart,
  readersOf,
  requestName,
  type SettingConflict,
  settingConflicts,
  shortenMarked,
  type TreeChange,
} from '../../content/index.ts';
import {
  type Arguments,
  type Operation,
  type OutputOf,
  operations,
  type PageNode,
  send,
  serviceOf,
} from '../../operations/index.ts';
import { fencedInline, inlineValue } from '../../text/index.ts';
import { ifAvailable, ifReadable } from '../if-readable.ts';
import { runJob } from '../jobs/run.ts';
import { Refusal } from '../refusal.ts';
import type { CallContext } from '../tool.ts';

/** The operations that a merge report reads from, besides the pages of both sides. */
export const MERGE_READS = [
  operations.getChangeRequest,
  operations.listPages,
  operations.getPage,
  operations.listChangeRequestPages,
  operations.getChangeRequestPage,
  operations.listRevisionPages,
];

/** Maximum number of pages whose texts are searched for conflict markers. */
const MAX_READ = 100;

/** Maximum number of pages brought in from primary content to list. */
const MAX_PULLED_IN = 3;

/** Maximum characters of a conflicting part to show whole. */
const MAX_MARKED = 1_000;

/** Maximum number of conflicting parts that a refusal names. */
const MAX_NAMED = 20;

const SETTLE = `{operation: "settle", page, section?, take: "primary" or "changeRequest"} keeps one side of each conflict; replace_text after it in the same call changes words of that side. Or replace_text a whole part, its old as \`marked\` shows it.`;

interface PageConflict extends MarkedPart {
  page: string;
  title: string;
  /** Only what differs between its sides is shown. */
  cut?: true;
}

/** The effects of a merge, besides the platform's answer. */
export interface MergeReport {
  /** The changed pages; only a few of those brought in without a conflict. */
  pages?: object[];
  /** The number of pages brought in without a conflict, if they are too many to list. */
  pulledIn?: number;
  conflicts?: (PageConflict | SettingConflict)[];
  settle?: string;
  /** False: it was updated instead, because both sides of a conflict would have been published. */
  merged?: false;
  note?: string;
}

type MergeResult = OutputOf<typeof operations.mergeChangeRequest>;

/**
 * Sends a merge, or an update from the primary content, and reports which pages it changed and, on conflicts, each
 * conflicting part with both sides. A failed read afterwards is reported, but does not undo the merge.
 */
export async function sendMerge(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<MergeResult & MergeReport> {
  // An operation that the operator excluded reveals nothing through another tool either.
  if (MERGE_READS.some(({ tool }) => context.isExcluded?.(tool))) {
    return (await send(operation, args, context)) as MergeResult;
  }
  const location = locationOf(args);
  const isLive = operation.tool === operations.mergeChangeRequest.tool;
  const before = await ifReadable(() => readPreview(location, isLive, context));
  // A caller that names the revision has seen it.
  if (before?.ours && args.expectedRevision === undefined) {
    const preview = before as Required<MergePreview>;
    await refuseUnsettled(location, preview, context);
    const notMerged = (await mayConflict(location, preview, context))
      ? await updateInstead(location, preview, context)
      : undefined;
    if (notMerged) return notMerged;
  }
  const answer = (await send(operation, args, context)) as MergeResult;
  const report =
    before &&
    (await ifAvailable(() => mergeReport(answer, { location, isLive, ...before }, context)));
  return {
    ...answer,
    ...(report ?? { note: 'It was done, but which pages it changed could not be read.' }),
  };
}

/**
 * Whether a merge may publish both sides of a conflict. A service without revisions does not show the common base, so
 * there it may whenever primary content has moved on.
 */
async function mayConflict(
  location: ChangeRequestLocation,
  { request, tree, ours }: Required<MergePreview>,
  context: CallContext,
): Promise<boolean> {
  if (!request.outdated) return false;
  const { predictConflicts } = await import('./predict-conflicts.ts');
  const ahead = await predictConflicts({ ...location, request, primary: tree, ours }, context);
  return ahead ?? (await serviceOf(context)) === 'contract';
}

/**
 * Updates a change request instead of a merge that would publish both sides of a conflict. Its pages then contain both
 * sides, to be settled. Undefined if there is no conflict, so that it can be merged.
 */
async function updateInstead(
  location: ChangeRequestLocation,
  { request, ours }: Required<MergePreview>,
  context: CallContext,
): Promise<(MergeResult & MergeReport) | undefined> {
  const update = operations.updateChangeRequestFromPrimary;
  if (context.isExcluded?.(update.tool)) return undefined;
  const answer = await send(update, location, context);
  if (answer.result !== 'conflicts') return undefined;
  const done: SentMerge = { location, isLive: false, isUpdateOnly: true, request, tree: ours };
  const report = await ifAvailable(() => mergeReport(answer, done, context));
  return { ...answer, merged: false, ...report };
}

/** Updates an outdated change request before it is merged, and reports any conflicts. */
export async function updateBeforeMerge(
  location: ChangeRequestLocation,
  context: CallContext,
): Promise<(MergeResult & MergeReport) | undefined> {
  const request = await ifReadable(() => send(operations.getChangeRequest, location, context));
  if (!request?.outdated) return undefined;
  const before = await ifReadable(() => readPreview(location, true, context));
  if (!before?.ours) return undefined;
  return updateInstead(location, before as Required<MergePreview>, context);
}

function locationOf({ spaceId, changeRequestId }: Arguments): ChangeRequestLocation {
  return { spaceId, changeRequestId } as ChangeRequestLocation;
}

interface MergePreview {
  request: ChangeRequest;
  /** The pages that the merge changes. */
  tree: PageNode[];
  /** The pages of the change request, if it is merged. */
  ours?: PageNode[];
}

async function readPreview(
  location: ChangeRequestLocation,
  isLive: boolean,
  context: CallContext,
): Promise<MergePreview> {
  const request = await send(operations.getChangeRequest, location, context);
  if (!isLive) return { request, tree: await treeOf(location, context) };
  const tree = await treeOf({ spaceId: location.spaceId }, context);
  return { request, tree, ours: await treeOf(location, context) };
}

/**
 * Refuses to publish pages that still contain both sides of a conflict.
 * @throws {Refusal} naming them with their lines.
 */
async function refuseUnsettled(
  location: ChangeRequestLocation,
  { request, tree, ours }: Required<MergePreview>,
  context: CallContext,
): Promise<void> {
  const marked = await ifReadable(() => conflictsIn(location, changesBetween(tree, ours), context));
  if (!marked || marked.length === 0) return;
  const named = marked
    .slice(0, MAX_NAMED)
    .map(
      ({ page, title, line }) =>
        `${fencedInline(title, 'title')} (${inlineValue(page)}) line ${line}`,
    );
  const more = marked.length > MAX_NAMED ? ` and ${marked.length - MAX_NAMED} more` : '';
  throw new Refusal(
    `Nothing was merged: both sides of a conflict are still in ${named.join(', ')}${more}. Settle them (operation settle, with page and take: "primary" or "changeRequest"), or replace each part from <<<<<<< to >>>>>>>, in open_change_request_with_edits with existing ${JSON.stringify(requestName(request))}. If the marks are meant, merge with expectedRevision ${inlineValue(request.revision)}.`,
  );
}

interface SentMerge extends MergePreview {
  location: ChangeRequestLocation;
  /** The write changed primary content, not the change request. */
  isLive: boolean;
  /** The change request was updated instead of merged. */
  isUpdateOnly?: boolean;
}

async function mergeReport(
  { result }: MergeResult,
  { location, isLive, isUpdateOnly, request, tree, ours }: SentMerge,
  context: CallContext,
): Promise<MergeReport> {
  const { spaceId } = location;
  const into: ContentLocation = isLive ? { spaceId } : location;
  const after = await treeOf(into, context);
  const changes = changesBetween(tree, after);
  const merged = isLive ? { pages: changes.map(changedPage) } : pulledIn(changes);
  if (result !== 'conflicts' && isLive) return merged;
  const primary = isLive ? tree : await treeOf({ spaceId }, context);
  if (result !== 'conflicts') {
    // An earlier update may have left conflicts, which nobody has settled yet.
    const open = await conflictsIn(location, changesBetween(primary, after), context);
    return open.length > 0
      ? { ...merged, ...conflictReport(open, [], { isLive, request }) }
      : merged;
  }
  const changeRequest = isLive ? (ours ?? after) : tree;
  const base = await baseOf(spaceId, request, context);
  const settings = base ? settingConflicts({ base, primary, changeRequest, after }) : [];
  const marked = await conflictsIn(into, changes, context);
  const disputed = new Set([...marked, ...settings].map(({ page }) => page));
  const others = changes.filter(({ page }) => !disputed.has(page.id));
  return {
    ...(isLive ? merged : pulledIn(others)),
    ...conflictReport(marked, settings, { isLive, isUpdateOnly, request }),
  };
}

/** The pages that an update brought in from primary content. Others wrote them, so they need no check. */
function pulledIn(changes: readonly TreeChange[]): Pick<MergeReport, 'pages' | 'pulledIn'> {
  if (changes.length > MAX_PULLED_IN) return { pulledIn: changes.length };
  return {
    pages: changes.map(({ page: { id, title }, change }) => ({ id, title, change })),
  };
}

async function treeOf(location: ContentLocation, context: CallContext): Promise<PageNode[]> {
  const { pages = [] } = await send(readersOf(location).pages, location, context);
  return pages;
}

function changedPage({ page, change }: TreeChange) {
  const { id, title, path } = page;
  const { published, app } = (page as { urls?: { published?: string; app?: string } }).urls ?? {};
  const isThere = change !== 'deleted';
  return {
    id,
    title,
    ...(isThere && { path }),
    change,
    address: isThere ? (published ?? app) : undefined,
  };
}

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/** The pages of the common base; undefined if the service does not provide them. */
async function baseOf(
  spaceId: string,
  { revisionMergedAncestor, revisionInitial }: ChangeRequest,
  context: CallContext,
): Promise<PageNode[] | undefined> {
  const revisionId = revisionMergedAncestor ?? revisionInitial;
  if (revisionId === undefined) return undefined;
  const read = () => send(operations.listRevisionPages, { spaceId, revisionId }, context);
  return (await ifReadable(read))?.pages;
}

async function conflictsIn(
  location: ContentLocation,
  changes: readonly TreeChange[],
  context: CallContext,
): Promise<PageConflict[]> {
  const conflicts: PageConflict[] = [];
  const readable = changes.filter(({ change }) => change !== 'deleted').slice(0, MAX_READ);
  for (const { page } of readable) {
    const where = { ...location, pageId: page.id };
    const { markdown = '' } = await send(readersOf(location).page, where, context);
    for (const part of await runJob('shownMarkedParts', markdown, context)) {
      const shown = shortenMarked(part.marked, MAX_MARKED);
      conflicts.push({ page: page.id, title: page.title, ...part, ...shown });
    }
  }
  return conflicts;
}

function conflictReport(
  marked: readonly PageConflict[],
  settings: readonly SettingConflict[],
  { isLive, isUpdateOnly, request }: Pick<SentMerge, 'isLive' | 'isUpdateOnly' | 'request'>,
): MergeReport {
  if (marked.length + settings.length === 0) {
    return {
      note: 'The platform reports conflicts, but no page shows both sides: for titles, places and files that both changed, the values of the change request are kept. review_change_request shows the pages.',
    };
  }
  const where = isLive
    ? 'Both sides are live now: settle it in open_change_request_with_edits with a subject and merge: true.'
    : isUpdateOnly
      ? `Nothing is live: both sides changed these passages, and merging would publish both. Settle it in open_change_request_with_edits with existing ${JSON.stringify(requestName(request))} and merge: true.`
      : `Settle it before merging, in open_change_request_with_edits with existing ${JSON.stringify(requestName(request))}.`;
  const how = [
    where,
    marked.length > 0 && SETTLE,
    marked.some(({ cut }) => cut) &&
      'If a part is cut, only the differences are shown: settle it, or replace its section with replace_section.',
    settings.length > 0 && 'For a setting, update_page writes the value to keep.',
    settings.length > 0 && isUpdateOnly && 'If merged again, the values of the change request win.',
  ];
  return { conflicts: [...marked, ...settings], settle: how.filter(Boolean).join(' ') };
}
