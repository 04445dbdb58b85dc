import type { ChangeRequest } from '../content/change-requests.ts';
import type { Actor } from '../content/draft.ts';
import { postComment } from '../discussion/comments.ts';
import { notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { insertRow } from '../store/rows.ts';
import { removeRequest } from './requests.ts';
import type { ReviewRow, ReviewStatus } from './schema.ts';

/** Stores a review, with its text as a comment on the change request, and closes the request for it. */
export function submitReview(
  db: Database,
  actor: Actor,
  request: ChangeRequest,
  given: { status: ReviewStatus; markdown: string },
): ReviewRow {
  const id = actor.newId();
  const removed = removeRequest(db, request.id, actor.user);
  insertRow(db, 'review', {
    id,
    change_request: request.id,
    reviewer: actor.user,
    requested_by: removed?.requested_by ?? null,
    status: given.status,
    revision: request.revision,
    created_at: actor.at,
  });
  if (given.markdown !== '') {
    const { space, revision } = request;
    postComment(db, actor, {
      space,
      branch: request.id,
      revision,
      markdown: given.markdown,
      review: id,
    });
  }
  return findReview(db, request.id, id);
}

/** The review of that change request; 404 otherwise. */
export function findReview(db: Database, changeRequest: string, id: string): ReviewRow {
  const sql = 'SELECT * FROM review WHERE change_request = ? AND id = ?';
  const row = db.get<ReviewRow>(sql, changeRequest, id);
  if (!row) throw notFound('Review');
  return row;
}

/** Whether the change request was edited after the review. */
export function isOutdatedReview(review: ReviewRow, request: ChangeRequest): boolean {
  return review.revision !== request.revision;
}

/** The latest review of each reviewer, if it is about the current state of the change request. */
export function standingReviews(db: Database, request: ChangeRequest): ReviewRow[] {
  return db.all<ReviewRow>(
    `SELECT * FROM review WHERE change_request = ? AND revision = ? AND sequence = (
       SELECT MAX(latest.sequence) FROM review AS latest
       WHERE latest.change_request = review.change_request AND latest.reviewer = review.reviewer
     ) ORDER BY sequence`,
    request.id,
    request.revision,
  );
}
