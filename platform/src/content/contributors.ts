import type { Database } from '../store/database.ts';

/** What one user did, how often, and when last. */
export interface Contribution {
  user: string;
  count: number;
  updatedAt: string;
}

/** Who made revisions of a change request, how many, and when the last; the first who did first. */
export function contributors(db: Database, changeRequest: string): Contribution[] {
  return db.all<Contribution>(
    `SELECT author AS user, COUNT(*) AS count, MAX(created_at) AS updatedAt FROM revision
     WHERE line = ? AND author IS NOT NULL GROUP BY author ORDER BY MIN(seq)`,
    changeRequest,
  );
}
