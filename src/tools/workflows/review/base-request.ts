import type { MergeOrigin } from '../../../content/index.ts';
import { type ItemOf, type OutputOf, operations } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';

/** Maximum number of merged change requests to search. */
const MAX_LISTED = 500;

type Merged = ItemOf<typeof operations.listChangeRequests>;

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
 */
export async function baseRequestOf(
  request: OutputOf<typeof operations.getChangeRequest>,
  spaceId: string,
  steps: Steps,
): Promise<BaseRequest | undefined> {
  const merged = await mergedInOrder(spaceId, steps);
  const others = merged.filter(({ id }) => id !== request.id);
  const base = request.revisionMergedAncestor ?? request.revisionInitial;
  const made = others.findIndex(
    ({ revisionMerged }) => revisionMerged !== undefined && revisionMerged === base,
  );
  if (made >= 0) {
    const [before, maker] = [others[made - 1], others[made] as Merged];
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

/** The merged change requests of a space, the latest merge last. One that began early may be merged late. */
export async function mergedInOrder(spaceId: string, steps: Steps): Promise<Merged[]> {
  const where = { spaceId, status: 'merged' } as const;
  const merged = await steps.list(operations.listChangeRequests, where, MAX_LISTED);
  return merged.sort(
    (one, other) => mergeTime(one) - mergeTime(other) || one.number - other.number,
  );
}

/** Whether a change request held all of primary content when it was merged, and so holds the result of its merge. */
function wasUpToDate(request: Merged, before: Merged | undefined): boolean {
  if (before === undefined) return true;
  const base = request.revisionMergedAncestor ?? request.revisionInitial;
  return base === before.revisionMerged || mergeTime(before) <= timeOf(request.createdAt);
}

function numbered({ id, number }: Merged) {
  return { id, number };
}

function mergeTime({ mergedAt, updatedAt }: MergeOrigin): number {
  return timeOf(mergedAt ?? updatedAt);
}

function timeOf(at: string | undefined): number {
  return Date.parse(at ?? '') || 0;
}
