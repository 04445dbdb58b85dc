import { type MergedFrom, type OutputOf, operations, type PageNode } from '../operations/index.ts';
import { baseRequestIn, type ListedRequest, wasUpToDate } from './base-request.ts';
import { UNKNOWN_CHANGE, wasChangedBy } from './changed-by-request.ts';
import type { Sender } from './sender.ts';
import {
  changeOf,
  type PageWithParent,
  pageFingerprint,
  pagesWithParents,
} from './tree-changes.ts';

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

type SpaceRevision = OutputOf<typeof operations.getRevision>;

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
  let revision: SpaceRevision =
    from === undefined
      ? await sender.send(operations.getCurrentRevision, { spaceId, ...REVISION })
      : await read(from);
  const entries: HistoryEntry[] = [];
  for (let lookedAt = 1; ; lookedAt += 1) {
    if (revision.id === until) return { entries, lookedAt };
    const [parent] = revision.parents ?? [];
    const earlier: SpaceRevision | undefined =
      parent === undefined ? undefined : await read(parent);
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
  /** Change requests that contain the page and may have changed it; the content they began from is unknown. */
  undecided: Omit<HistoryEntry, 'change'>[];
}

/** The merged change requests of a space, and their pages. */
export interface MergedRequests {
  /** In the order of their merges. */
  merged: readonly ListedRequest[];
  /** The index of the first one to examine. */
  from: number;
  pagesOf(changeRequestId: string): Promise<readonly PageNode[]>;
}

/**
 * The same without access to earlier revisions: compares each merged change request with the one that holds what it
 * began from or, if nothing was merged since then, with the last known state of the page.
 */
export async function historyByRequests(
  pageId: string,
  { merged, from, pagesOf }: MergedRequests,
  onLooked: ReportProgress,
): Promise<HistoryByRequests> {
  const states = new Map<string, Promise<KnownState>>();
  const stateIn = (id: string) => {
    const state = states.get(id) ?? pagesOf(id).then((pages) => pageState(pages, pageId));
    states.set(id, state);
    return state;
  };
  const seen = new Set<string>();
  const entries: HistoryEntry[] = [];
  const undecided: HistoryByRequests['undecided'] = [];
  let last: KnownState | undefined;
  for (const [index, request] of merged.entries()) {
    if (index < from) continue;
    const now = await stateIn(request.id);
    await onLooked(index - from + 1);
    const base = baseRequestIn(merged, request);
    const isNext = wasUpToDate(request, merged[index - 1]);
    const before = base?.isExact ? await stateIn(base.id) : isNext ? last : undefined;
    const change = before
      ? (changeOf(before.placed, now.placed) ?? false)
      : changeByRequest(request, now, seen);
    const origin = originOf({ id: request.revisionMerged, mergedFrom: request });
    if (change) entries.unshift({ change, ...origin });
    else if (change === undefined) undecided.unshift(origin);
    const isAlone = isNext || (before && last && isSame(before, last));
    if (isNext || change !== false) last = isAlone ? now : undefined;
    seen.add(pageFingerprint(now.placed));
  }
  return { entries, undecided };
}

/** The state of a page in a tree; without `placed`, the tree lacks it. */
interface KnownState {
  placed?: PageWithParent;
}

function isSame(one: KnownState, other: KnownState): boolean {
  return pageFingerprint(one.placed) === pageFingerprint(other.placed);
}

/**
 * What a change request did to a page whose earlier state is unknown: false for nothing, undefined if that is unknown
 * too. The request may hold the page as it was when it began, without having changed it.
 */
function changeByRequest(
  request: ListedRequest,
  { placed }: KnownState,
  seen: ReadonlySet<string>,
): typeof UNKNOWN_CHANGE | false | undefined {
  const isTouched = placed !== undefined && wasChangedBy(placed.page, request);
  if (isTouched === true) return UNKNOWN_CHANGE;
  return isTouched === false || seen.has(pageFingerprint(placed)) ? false : undefined;
}

/** The state without the pages below, so that a long history does not keep whole trees. */
function pageState(tree: readonly PageNode[], pageId: string): KnownState {
  const placed = pagesWithParents(tree).get(pageId);
  if (!placed) return {};
  const { pages: _, ...page } = placed.page;
  return { placed: { ...placed, page } };
}

/** The origin of a change. */
interface Origin {
  id?: string;
  createdAt?: string;
  type?: string;
  mergedFrom?: MergedFrom;
}

function originOf({ id, createdAt, type, mergedFrom }: Origin): Omit<HistoryEntry, 'change'> {
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
  return changeOf(
    before && pagesWithParents(before).get(pageId),
    pagesWithParents(after).get(pageId),
  );
}
