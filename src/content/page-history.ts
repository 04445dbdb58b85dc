import { type MergedFrom, type OutputOf, operations, type PageNode } from '../operations/index.ts';
import type { Sender } from './sender.ts';
import { changeOf, pageFingerprint, placedPages } from './tree-changes.ts';

/** One change of a page in primary content. */
export interface HistoryEntry {
  /** The change, such as `edited, renamed from "Limits"`. */
  change: string;
  /** The revision that introduced it. */
  revision?: string;
  at?: string;
  by?: string;
  /** The person who merged it, if that is someone else. */
  mergedBy?: string;
  changeRequest?: { id: string; number: number; subject?: string };
  /** The origin of the revision, if not a change request: for example a Git sync. */
  type?: string;
}

export interface History {
  entries: HistoryEntry[];
  /** Number of revisions or merged change requests examined. */
  lookedAt: number;
  /** The revision to continue from; absent: the page has no earlier history. */
  next?: string;
}

type Revision = OutputOf<typeof operations.getRevision>;

/** A merged change request. */
export type MergeOrigin = MergedFrom & { revisionMerged?: string };

type ReportProgress = (done: number) => Promise<void> | undefined;

const REVISION = { metadata: false, computed: false };

/** The part of a history to read. */
export interface HistoryRange {
  /** The revision to start from; the current one by default. */
  from?: string;
  /** The revision to stop before. */
  until?: string;
  /** Maximum number of revisions to examine. */
  limit: number;
}

/** The changes of a page, revision by revision, the latest first. */
export async function historyOf(
  { spaceId, pageId }: { spaceId: string; pageId: string },
  { from, until, limit }: HistoryRange,
  sender: Sender,
  onLooked: ReportProgress,
): Promise<History> {
  const read = (revisionId: string) =>
    sender.send(operations.getRevision, { spaceId, revisionId, ...REVISION });
  let revision: Revision =
    from === undefined
      ? await sender.send(operations.getCurrentRevision, { spaceId, ...REVISION })
      : await read(from);
  const entries: HistoryEntry[] = [];
  for (let lookedAt = 1; ; lookedAt += 1) {
    if (revision.id === until) return { entries, lookedAt };
    const [parent] = revision.parents ?? [];
    const earlier: Revision | undefined = parent === undefined ? undefined : await read(parent);
    await onLooked(lookedAt);
    const change = changeBetween(earlier?.pages, revision.pages, pageId);
    if (change) entries.push({ change, ...originOf(revision) });
    if (!earlier || change === 'created') return { entries, lookedAt };
    if (lookedAt === limit) return { entries, lookedAt, next: earlier.id };
    revision = earlier;
  }
}

/** A history derived from the merged change requests. */
export interface HistoryByRequests {
  entries: HistoryEntry[];
  /** The first change request, if the page exists in it: whether it changed the page is unknown. */
  undecided?: Omit<HistoryEntry, 'change'>;
}

/**
 * The same without access to earlier revisions: finds the merged change request that first had the page in its later
 * state. Nothing more is known about the very first state.
 */
export async function historyByRequests(
  pageId: string,
  requests: readonly MergeOrigin[],
  pagesOf: (request: MergeOrigin) => Promise<readonly PageNode[]>,
  onLooked: ReportProgress,
): Promise<HistoryByRequests> {
  const seen = new Set<string>();
  const entries: HistoryEntry[] = [];
  let before: readonly PageNode[] | undefined;
  let undecided: HistoryByRequests['undecided'];
  let changedAt = Number.POSITIVE_INFINITY;
  for (const [index, request] of requests.entries()) {
    const pages = await pagesOf(request);
    await onLooked(index + 1);
    const state = pageFingerprint(placedPages(pages).get(pageId));
    // One that began before the latest change may have the page as it was then, and leaves it alone.
    const isOwn = !seen.has(state) || timeOf(request.createdAt) > changedAt;
    const origin = { id: request.revisionMerged, mergedFrom: request };
    if (!before && placedPages(pages).has(pageId)) undecided = originOf(origin);
    const change = before && isOwn && changeBetween(before, pages, pageId);
    if (change) {
      entries.unshift({ change, ...originOf(origin) });
      changedAt = timeOf(request.mergedAt ?? request.updatedAt);
    }
    if (!before || change) before = pages;
    seen.add(state);
  }
  return { entries, ...(undecided && { undecided }) };
}

function timeOf(at: string | undefined): number {
  return Date.parse(at ?? '') || 0;
}

/** The origin of a change. */
interface Came {
  id?: string;
  createdAt?: string;
  type?: string;
  mergedFrom?: MergedFrom;
}

function originOf({ id, createdAt, type, mergedFrom }: Came): Omit<HistoryEntry, 'change'> {
  if (!mergedFrom) return { revision: id, at: createdAt, type };
  const { number, subject, createdBy, mergedBy, mergedAt, updatedAt } = mergedFrom;
  const author = nameOf(createdBy);
  const merger = nameOf(mergedBy);
  return {
    revision: id,
    at: mergedAt ?? createdAt ?? updatedAt,
    by: author,
    ...(merger !== author && { mergedBy: merger }),
    changeRequest: { id: mergedFrom.id, number, subject },
  };
}

function nameOf(person: MergedFrom['createdBy']): string | undefined {
  return person?.displayName ?? person?.id;
}

/**
 * The difference of a page between two trees; undefined if there is none. Without an earlier tree, the page was
 * created there.
 */
function changeBetween(
  before: readonly PageNode[] | undefined,
  after: readonly PageNode[],
  pageId: string,
): string | undefined {
  return changeOf(before && placedPages(before).get(pageId), placedPages(after).get(pageId));
}
