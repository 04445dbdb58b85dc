import {
  type BaseRequest,
  baseRequestIn,
  flattenPages,
  inOrderOfMerge,
} from '../../../content/index.ts';
import {
  type ItemOf,
  type OutputOf,
  operations,
  type PageNode,
} from '../../../operations/index.ts';
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

const UNMERGED = ['draft', 'open', 'archived'] as const;

/**
 * A change request that is not merged and began from the same content as another one, which it still holds except for
 * its own changes; and the pages that it created.
 */
export async function twinOf(
  request: OutputOf<typeof operations.getChangeRequest>,
  spaceId: string,
  steps: Steps,
): Promise<{ twin: BaseRequest; created: ReadonlySet<string> } | undefined> {
  const { revisionInitial } = request;
  if (revisionInitial === undefined) return undefined;
  for (const status of UNMERGED) {
    const all = await steps.list(operations.listChangeRequests, { spaceId, status }, MAX_LISTED);
    const twin = all.find(
      (one) => one.revisionInitial === revisionInitial && one.revisionMergedAncestor === undefined,
    );
    if (!twin) continue;
    const { id, number, createdAt } = twin;
    const where = { spaceId, changeRequestId: id };
    const { pages } = await steps.send(operations.listChangeRequestPages, where);
    const isNew = ({ createdAt: made = '' }: PageNode) => made >= createdAt;
    const created = new Set(flattenPages(pages).flatMap((page) => (isNew(page) ? page.id : [])));
    return { twin: { id, number, isExact: false }, created };
  }
  return undefined;
}
