import type { Database } from '../store/database.ts';

/** A user's contributions: how many, and when last. */
export interface Contribution {
  user: string;
  count: number;
  updatedAt: string;
}

/** The authors of a change request's revisions with count and time of the last, in order of their first. */
export function contributors(db: Database, changeRequest: string): Contribution[] {
  return db.all<Contribution>(
    `SELECT author AS user, COUNT(*) AS count, MAX(created_at) AS updatedAt FROM revision
     WHERE branch = ? AND author IS NOT NULL GROUP BY author ORDER BY MIN(seq)`,
    changeRequest,
  );
}
