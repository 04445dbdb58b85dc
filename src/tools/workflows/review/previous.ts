import { type ItemOf, operations } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';

/** Maximum number of merged change requests to search for the previous one. */
const MAX_LISTED = 500;

/** The change request that was merged before this one, by their numbers; undefined for the first. */
export async function mergedBefore(
  spaceId: string,
  number: number,
  steps: Steps,
): Promise<ItemOf<typeof operations.listChangeRequests> | undefined> {
  const where = { spaceId, status: 'merged' } as const;
  return (await steps.list(operations.listChangeRequests, where, MAX_LISTED))
    .filter((one) => one.number < number)
    .sort((one, other) => other.number - one.number)
    .at(0);
}
