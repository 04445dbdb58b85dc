import { PlatformError } from '../../../client/index.ts';
import type { ContentLocation } from '../../../content/index.ts';
import { operations } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';

/** Active change requests come first. */
const STATUSES = ['open', 'draft', 'merged', 'archived'] as const;
const MAX_REQUESTS = 200;
const MAX_COMMENTS = 500;

/** The location of a comment, with the number of its change request if that had to be found. */
type CommentLocation = ContentLocation & { number?: number; isResolved?: boolean };

/** @throws {Refusal} if there is no such comment. */
export type FindComment = (commentId: string, changeRequestId?: string) => Promise<CommentLocation>;

/**
 * Locates comments in a space. Reads change requests, each once, until it has found all comments that are not the
 * space's own.
 */
export function finderIn(spaceId: string, steps: Steps): FindComment {
  const known = new Map<string, CommentLocation>();
  const unread = requestsOf(spaceId, steps);
  return async (commentId, changeRequestId) => {
    if (changeRequestId !== undefined) return { spaceId, changeRequestId };
    const own = known.has(commentId) ? undefined : await inSpace(spaceId, commentId, steps);
    if (own) return own;
    while (!known.has(commentId)) {
      const { value: request } = await unread.next();
      if (!request) break;
      const location = { spaceId, changeRequestId: request.id };
      const where = { ...location, status: 'all' } as const;
      const comments = await steps.list(operations.listChangeRequestComments, where, MAX_COMMENTS);
      for (const { id, status } of comments) {
        known.set(id, { ...location, number: request.number, ...resolvedIf(status) });
      }
    }
    const place = known.get(commentId);
    if (place) return place;
    throw new Refusal('the space and its change requests have no such comment');
  };
}

function resolvedIf(status: unknown): { isResolved?: boolean } {
  return status === undefined ? {} : { isResolved: status === 'resolved' };
}

async function inSpace(
  spaceId: string,
  commentId: string,
  steps: Steps,
): Promise<CommentLocation | undefined> {
  try {
    const { status } = await steps.send(operations.getSpaceComment, { spaceId, commentId });
    return { spaceId, ...resolvedIf(status) };
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}

async function* requestsOf(spaceId: string, steps: Steps) {
  for (const status of STATUSES) {
    yield* await steps.list(operations.listChangeRequests, { spaceId, status }, MAX_REQUESTS);
  }
}
