import type { ItemOf, MergedFrom, operations } from '../operations/index.ts';

/** A change request in a list. */
export type ListedRequest = ItemOf<typeof operations.listChangeRequests>;

/** A merged change request. */
export type MergeOrigin = MergedFrom & { revisionMerged?: string };

/** A change request, as far as its beginning depends on it. */
export type BegunRequest = Pick<ListedRequest, 'id'> &
  Partial<
    Pick<
      ListedRequest,
      'status' | 'createdAt' | 'updatedAt' | 'revisionInitial' | 'revisionMergedAncestor'
    >
  > & { mergedAt?: string };

/** A merged change request that holds the content from which another one began. */
export interface BaseRequest {
  id: string;
  number: number;
  /** Whether it holds exactly that content. If not, other changes were made in between, or were merged with it. */
  isExact: boolean;
}

/**
 * Finds the content that a change request began from, or was last updated from, on a service without earlier revisions:
 * the merged change request whose merge made it or, failing that, the last one merged before. Undefined if there is none.
 * `merged` is in the order of the merges.
 */
export function baseRequestIn(
  merged: readonly ListedRequest[],
  request: BegunRequest,
): BaseRequest | undefined {
  const others = merged.filter(({ id }) => id !== request.id);
  const base = request.revisionMergedAncestor ?? request.revisionInitial;
  const made = others.findIndex(
    ({ revisionMerged }) => revisionMerged !== undefined && revisionMerged === base,
  );
  if (made >= 0) {
    const [before, maker] = [others[made - 1], others[made] as ListedRequest];
    return { ...numbered(maker), isExact: wasUpToDate(maker, before) };
  }
  const began =
    request.revisionMergedAncestor === undefined
      ? timeOf(request.createdAt)
      : request.status === 'merged'
        ? mergeTime(request)
        : Number.POSITIVE_INFINITY;
  const last = others.filter((one) => mergeTime(one) <= began).at(-1);
  return last && { ...numbered(last), isExact: false };
}

/** Merged change requests, the latest merge last. One that began early may be merged late. */
export function inOrderOfMerge<T extends MergeOrigin>(merged: readonly T[]): T[] {
  return [...merged].sort(
    (one, other) => mergeTime(one) - mergeTime(other) || one.number - other.number,
  );
}

/**
 * Whether a change request held all of primary content when it was merged, and so holds the result of its merge.
 * `before` is the one merged before it.
 */
export function wasUpToDate(request: ListedRequest, before: ListedRequest | undefined): boolean {
  if (before === undefined) return true;
  const base = request.revisionMergedAncestor ?? request.revisionInitial;
  return base === before.revisionMerged || isFirstAfter(request, before);
}

function numbered({ id, number }: ListedRequest) {
  return { id, number };
}

/** Whether nothing was merged between the beginning of a change request and its own merge. */
function isFirstAfter(
  request: Pick<ListedRequest, 'createdAt'>,
  before: ListedRequest | undefined,
): boolean {
  return before === undefined || mergeTime(before) <= timeOf(request.createdAt);
}

function mergeTime({ mergedAt, updatedAt }: { mergedAt?: string; updatedAt?: string }): number {
  return timeOf(mergedAt ?? updatedAt);
}

function timeOf(at: string | undefined): number {
  return Date.parse(at ?? '') || 0;
}
