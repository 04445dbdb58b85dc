import { type BaseRequest, baseRequestIn, inOrderOfMerge } from '../../../content/index.ts';
import { type ItemOf, type OutputOf, operations } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';

/** Maximum number of merged change requests to search. */
const MAX_LISTED = 500;

/** The merged change request with the content that another one began from, where revisions cannot be read. */
export async function baseRequestOf(
  request: OutputOf<typeof operations.getChangeRequest>,
  spaceId: string,
  steps: Steps,
): Promise<BaseRequest | undefined> {
  return baseRequestIn(await mergedInOrder(spaceId, steps), request);
}

/** The merged change requests of a space, the latest merge last. */
export async function mergedInOrder(
  spaceId: string,
  steps: Steps,
): Promise<ItemOf<typeof operations.listChangeRequests>[]> {
  const where = { spaceId, status: 'merged' } as const;
  return inOrderOfMerge(await steps.list(operations.listChangeRequests, where, MAX_LISTED));
}
