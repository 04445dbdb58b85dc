import type { Context } from '../auth/context.ts';
import { userById } from '../auth/users.ts';
import type { ChangeRequest } from '../content/change-requests.ts';
import type { CommentRow } from '../discussion/comments.ts';
import { isOutdatedReview } from '../review/reviews.ts';
import type { RequestedReviewerRow, ReviewRow } from '../review/schema.ts';
import { commentObject, type Discussion } from './comment.ts';
import { location } from './context.ts';
import type { ContentFormat } from './page.ts';
import { userObject } from './user.ts';

/** `discussion`: the change request's. */
export function reviewObject(
  context: Context,
  discussion: Discussion,
  request: ChangeRequest,
  row: ReviewRow,
  format: ContentFormat,
) {
  const { db } = context;
  const comment = db.get<CommentRow>('SELECT * FROM comment WHERE review = ?', row.id);
  return {
    object: 'change-request-review' as const,
    id: row.id,
    revision: row.revision,
    reviewer: userObject(context, userById(db, row.reviewer)),
    ...(row.requested_by !== null && {
      requestedBy: userObject(context, userById(db, row.requested_by)),
    }),
    status: row.status,
    outdated: isOutdatedReview(row, request),
    ...(comment && { comment: commentObject(context, discussion, comment, format) }),
    createdAt: row.created_at,
    updatedAt: comment?.edited_at ?? row.created_at,
    urls: { location: location(context, `${discussion.path}/reviews/${row.id}`) },
  };
}

export function requestedReviewerObject(context: Context, row: RequestedReviewerRow) {
  const user = (id: string) => userObject(context, userById(context.db, id));
  return {
    object: 'change-request-requested-reviewer' as const,
    revision: row.revision,
    requestedBy: user(row.requested_by),
    createdAt: row.created_at,
    kind: 'user' as const,
    user: user(row.user),
  };
}
