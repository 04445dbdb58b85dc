import { spaceRole } from '../auth/access.ts';
import { findUser } from '../auth/users.ts';
import type { ChangeRequest } from '../content/change-requests.ts';
import type { Actor } from '../content/draft.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import type { RequestedReviewerRow } from './schema.ts';

/** Requests reviews from users, or requests them again; returns those who can see the space, and so were asked. */
export function requestReviews(
  db: Database,
  actor: Actor,
  { row: space, request }: { row: SpaceRow; request: ChangeRequest },
  users: readonly string[],
): RequestedReviewerRow[] {
  const reviewers = [...new Set(users)].filter((id) => {
    const user = findUser(db, id);
    return user !== undefined && spaceRole({ db, user }, space) !== null;
  });
  return reviewers.map((user) => {
    const row = {
      change_request: request.id,
      user,
      requested_by: actor.user,
      revision: request.revision,
      created_at: actor.at,
    };
    db.run(
      'INSERT OR REPLACE INTO requested_reviewer VALUES (?, ?, ?, ?, ?)',
      ...Object.values(row),
    );
    return row;
  });
}

/** Everybody who was asked and has not answered yet, in the order of the requests. */
export function requestedReviewers(db: Database, changeRequest: string): RequestedReviewerRow[] {
  const sql = 'SELECT * FROM requested_reviewer WHERE change_request = ? ORDER BY created_at, user';
  return db.all<RequestedReviewerRow>(sql, changeRequest);
}

/** Withdraws the request to a user and returns it; undefined if there was none. */
export function removeRequest(
  db: Database,
  changeRequest: string,
  user: string,
): RequestedReviewerRow | undefined {
  const sql = 'DELETE FROM requested_reviewer WHERE change_request = ? AND user = ? RETURNING *';
  return db.get<RequestedReviewerRow>(sql, changeRequest, user);
}

export function isRequested(db: Database, changeRequest: string, user: string): boolean {
  const sql = 'SELECT 1 FROM requested_reviewer WHERE change_request = ? AND user = ?';
  return db.get(sql, changeRequest, user) !== undefined;
}
