import { PlatformError } from '../../client/index.ts';
import {
  type ChangeRequestPlace,
  changesBetween,
  type MarkedPart,
  markedParts,
  type Place,
  readersOf,
  type SettingConflict,
  settingConflicts,
  type TreeChange,
} from '../../content/index.ts';
import {
  type Arguments,
  type Operation,
  type OutputOf,
  operations,
  type PageNode,
  send,
} from '../../operations/index.ts';
import { sanitizeText } from '../../text/index.ts';
import type { CallContext } from '../tool.ts';

/** What is read to tell what a merge did, besides the pages of both sides. */
export const MERGE_READS = [
  operations.getChangeRequest,
  operations.listPages,
  operations.getPage,
  operations.listChangeRequestPages,
  operations.getChangeRequestPage,
  operations.listRevisionPages,
];

/** Pages whose texts are looked through for marks of conflicts. */
const MAX_READ = 100;

/** Characters of a marked part that are shown; an edit takes no longer text. */
const MAX_MARKED = 4_000;

const SETTLE = `Replace each marked part whole: replace_text, its old the part as \`marked\` shows it, its new what is to stand there.`;

interface PageConflict extends MarkedPart {
  page: string;
  title: string;
  /** The part is longer than it is shown. */
  cut?: true;
}

/** What a merge did, besides what the platform answers. */
export interface MergeTold {
  pages?: object[];
  conflicts?: (PageConflict | SettingConflict)[];
  settle?: string;
  note?: string;
}

type Answer = OutputOf<typeof operations.mergeChangeRequest>;

/**
 * Sends a merge, or an update from the primary content, and tells which pages it changed and, on conflicts, each
 * place with both sides. What cannot be read afterwards is said: the merge stands.
 */
export async function sendMerge(
  operation: Operation,
  args: Arguments,
  context: CallContext,
): Promise<Answer & MergeTold> {
  // What the operator closed is told through no other tool.
  if (MERGE_READS.some(({ tool }) => context.isExcluded?.(tool))) {
    return (await send(operation, args, context)) as Answer;
  }
  const { spaceId, changeRequestId } = args as unknown as ChangeRequestPlace;
  const place = { spaceId, changeRequestId };
  const isLive = operation.tool === operations.mergeChangeRequest.tool;
  const into: Place = isLive ? { spaceId } : place;
  const before = await treeOf(into, context);
  const other = () => treeOf(isLive ? place : { spaceId }, context);
  const request = await send(operations.getChangeRequest, place, context);
  // After a merge the change request shows other content.
  const theirs = isLive && request.outdated ? await other() : undefined;
  const answer = (await send(operation, args, context)) as Answer;
  try {
    const after = await treeOf(into, context);
    const changes = changesBetween(before, after);
    const pages = changes.map(told);
    if (answer.result !== 'conflicts') return { ...answer, pages };
    const primary = isLive ? before : await other();
    const changeRequest = isLive ? (theirs ?? after) : before;
    const base = await baseOf(spaceId, request, context);
    const settings = base ? settingConflicts({ base, primary, changeRequest, after }) : [];
    const marked = await conflictsIn(into, changes, context);
    return { ...answer, pages, ...conflictsTold(marked, settings, { isLive, request }) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const note = `It was done, but what it changed could not be read: ${error.platformMessage ?? error.message}`;
    return { ...answer, note };
  }
}

async function treeOf(place: Place, context: CallContext): Promise<PageNode[]> {
  return (await send(readersOf(place).pages, place, context)).pages;
}

function told({ page, change }: TreeChange) {
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

type Request = OutputOf<typeof operations.getChangeRequest>;

/** The pages that both sides began from; undefined where the service does not show them. */
async function baseOf(
  spaceId: string,
  { revisionMergedAncestor, revisionInitial }: Request,
  context: CallContext,
): Promise<PageNode[] | undefined> {
  const revisionId = revisionMergedAncestor ?? revisionInitial;
  if (revisionId === undefined) return undefined;
  try {
    return (await send(operations.listRevisionPages, { spaceId, revisionId }, context)).pages;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

async function conflictsIn(
  place: Place,
  changes: readonly TreeChange[],
  context: CallContext,
): Promise<PageConflict[]> {
  const conflicts: PageConflict[] = [];
  const readable = changes.filter(({ change }) => change !== 'deleted').slice(0, MAX_READ);
  for (const { page } of readable) {
    const where = { ...place, pageId: page.id };
    const { markdown = '' } = await send(readersOf(place).page, where, context);
    for (const part of markedParts(sanitizeText(markdown))) {
      const isCut = part.marked.length > MAX_MARKED;
      conflicts.push({
        page: page.id,
        title: page.title,
        ...part,
        ...(isCut && { marked: `${part.marked.slice(0, MAX_MARKED)}…`, cut: true }),
      });
    }
  }
  return conflicts;
}

function conflictsTold(
  marked: readonly PageConflict[],
  settings: readonly SettingConflict[],
  { isLive, request }: { isLive: boolean; request: Request },
): MergeTold {
  if (marked.length + settings.length === 0) {
    return {
      note: 'The platform tells of conflicts, but no page shows both sides: of titles, places and files that both changed, those of the change request stand. review_change_request shows the pages.',
    };
  }
  const where = isLive
    ? 'Both sides are live now: settle it in open_change_request_with_edits with a subject and merge: true.'
    : `Settle it before merging, in open_change_request_with_edits with existing ${JSON.stringify(String(request.number))}.`;
  const how = [
    where,
    marked.length > 0 && SETTLE,
    marked.some(({ cut }) => cut) && 'Of a part that is cut, replace_section its section.',
    settings.length > 0 && 'Of a setting, update_page writes what shall stand.',
  ];
  return { conflicts: [...marked, ...settings], settle: how.filter(Boolean).join(' ') };
}
