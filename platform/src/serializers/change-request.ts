import type { Context } from '../auth/context.ts';
import { userById } from '../auth/users.ts';
import { type ChangeRequest, isOutdated } from '../content/change-requests.ts';
import { revisionOf } from '../content/revisions.ts';
import { countComments } from '../discussion/comments.ts';
import { app, location, present } from './context.ts';
import { userObject } from './user.ts';

export function changeRequestObject(context: Context, request: ChangeRequest) {
  const { db } = context;
  return {
    object: 'change-request' as const,
    id: request.id,
    number: request.number,
    status: request.status,
    subject: request.subject,
    ...(request.description !== null && { description: JSON.parse(request.description) as object }),
    createdBy: userObject(context, userById(db, request.created_by)),
    createdAt: request.created_at,
    updatedAt: request.updated_at,
    ...merger(context, request),
    space: request.space,
    revision: request.revision,
    revisionInitial: request.revision_initial,
    ...present({
      revisionMergedAncestor: request.revision_ancestor,
      revisionMerged: request.revision_merged,
    }),
    comments: countComments(db, { branch: request.id, status: 'open' }),
    outdated: isOutdated(db, request),
    urls: {
      app: app(context, `/s/${request.space}/change-requests/${request.number}`),
      location: location(context, `/spaces/${request.space}/change-requests/${request.id}`),
    },
  };
}

/** Who merged it, and when. */
function merger(context: Context, { space, revision_merged: id }: ChangeRequest) {
  if (id === null) return {};
  const { author, created_at: mergedAt } = revisionOf(context.db, space, id);
  if (author === null) return { mergedAt };
  return { mergedBy: userObject(context, userById(context.db, author)), mergedAt };
}
