import { notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';
import type { ContentState, Revision } from './model.ts';

/** The newest revision of a branch. */
export function headOf(db: Database, branch: string): Revision | undefined {
  return db.get<Revision>(
    'SELECT * FROM revision WHERE branch = ? ORDER BY seq DESC LIMIT 1',
    branch,
  );
}

/** The newest revision of a space's primary content. */
export function primaryHead(db: Database, space: string): Revision {
  const head = headOf(db, space);
  if (!head) throw new Error(`Space ${space} has no revision`);
  return head;
}

/** A revision of the space, on its primary branch or in a change request; 404 otherwise. */
export function revisionOf(db: Database, space: string, id: string): Revision {
  const sql = 'SELECT * FROM revision WHERE id = ? AND space = ?';
  const revision = db.get<Revision>(sql, id, space);
  if (!revision) throw notFound('Revision');
  return revision;
}

/** The content of a space at a revision. */
export function stateAt({ space, branch, seq, base_seq }: Revision): ContentState {
  if (branch === space) return { space, overlay: null, base: { branch, seq } };
  return { space, overlay: { branch, seq }, base: { branch: space, seq: base_seq } };
}

export function insertRevision(db: Database, revision: Revision): void {
  db.run(
    'INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    revision.id,
    revision.space,
    revision.branch,
    revision.seq,
    revision.base_seq,
    revision.type,
    revision.author,
    revision.created_at,
    revision.parents,
    revision.merged_from,
  );
}
