import type { Contribution } from '../content/contributors.ts';
import type { Actor } from '../content/draft.ts';
import { notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';

export type CommentStatus = 'open' | 'resolved';

export interface CommentRow {
  sequence: number;
  id: string;
  space: string;
  /** The space's id, or that of the change request it is on. */
  branch: string;
  page: string | null;
  node: string | null;
  /** Text of the commented block at the time. */
  preview: string | null;
  /** Text of the page at the time. */
  document: string | null;
  revision: string;
  markdown: string;
  posted_by: string;
  posted_at: string;
  edited_at: string | null;
  status: CommentStatus;
  resolved_by: string | null;
  resolved_at: string | null;
  replies: number;
  /** The review that this is the text of. */
  review: string | null;
}

export interface ReplyRow {
  sequence: number;
  id: string;
  comment: string;
  markdown: string;
  posted_by: string;
  posted_at: string;
  edited_at: string | null;
}

interface NewComment {
  space: string;
  branch: string;
  revision: string;
  markdown: string;
  page?: string;
  node?: string;
  preview?: string;
  document?: string | null;
  review?: string;
}

/** The number of comments of a space or change request, by status and page; `all` for either status. */
export function countComments(
  db: Database,
  given: { branch: string; status: CommentStatus | 'all'; page?: string },
): number {
  const { branch, status, page = '' } = given;
  const sql = `SELECT COALESCE(SUM(total), 0) AS total FROM comment_tally
    WHERE branch = ? AND page = ? AND (? = 'all' OR status = ?)`;
  return db.get<{ total: number }>(sql, branch, page, status, status)?.total ?? 0;
}

/** Posts a comment and returns it as stored. */
export function postComment(db: Database, actor: Actor, comment: NewComment): CommentRow {
  const id = actor.newId();
  db.run(
    `INSERT INTO comment (id, space, branch, page, node, preview, document, revision, markdown, posted_by, posted_at, status, review)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
    id,
    comment.space,
    comment.branch,
    comment.page ?? null,
    comment.node ?? null,
    comment.preview ?? null,
    comment.document ?? null,
    comment.revision,
    comment.markdown,
    actor.user,
    actor.at,
    comment.review ?? null,
  );
  return findComment(db, comment.branch, id);
}

/** The comment on that space or change request; 404 otherwise. */
export function findComment(db: Database, branch: string, id: string): CommentRow {
  const sql = 'SELECT * FROM comment WHERE branch = ? AND id = ?';
  const row = db.get<CommentRow>(sql, branch, id);
  if (!row) throw notFound('Comment');
  return row;
}

/** Resolves or reopens a comment; does nothing if it already is in that state. */
export function setResolved(
  db: Database,
  actor: Actor,
  comment: CommentRow,
  resolved: boolean,
): void {
  if ((comment.status === 'resolved') === resolved) return;
  db.run(
    'UPDATE comment SET status = ?, resolved_by = ?, resolved_at = ? WHERE id = ?',
    resolved ? 'resolved' : 'open',
    resolved ? actor.user : null,
    resolved ? actor.at : null,
    comment.id,
  );
}

export function postReply(db: Database, actor: Actor, comment: string, markdown: string): ReplyRow {
  const id = actor.newId();
  db.run(
    'INSERT INTO reply (id, comment, markdown, posted_by, posted_at) VALUES (?, ?, ?, ?, ?)',
    id,
    comment,
    markdown,
    actor.user,
    actor.at,
  );
  return findReply(db, comment, id);
}

/** The users who replied to a comment, with count and time of the last reply, in order of their first reply. */
export function repliersOf(db: Database, comment: string): Contribution[] {
  return db.all<Contribution>(
    `SELECT posted_by AS user, COUNT(*) AS count, MAX(posted_at) AS updatedAt FROM reply
     WHERE comment = ? GROUP BY posted_by ORDER BY MIN(sequence)`,
    comment,
  );
}

/** The reply to that comment; 404 otherwise. */
export function findReply(db: Database, comment: string, id: string): ReplyRow {
  const row = db.get<ReplyRow>('SELECT * FROM reply WHERE comment = ? AND id = ?', comment, id);
  if (!row) throw notFound('Reply');
  return row;
}

/** Replaces the text of a comment or a reply. */
export function editText(
  db: Database,
  actor: Actor,
  table: 'comment' | 'reply',
  id: string,
  markdown: string,
): void {
  db.run(`UPDATE ${table} SET markdown = ?, edited_at = ? WHERE id = ?`, markdown, actor.at, id);
}

/** The users who commented on a space or change request, with count and time of the last comment. */
export function discussants(db: Database, branch: string): Contribution[] {
  return db.all<Contribution>(
    `SELECT posted_by AS user, COUNT(*) AS count, MAX(posted_at) AS updatedAt FROM (
       SELECT posted_by, posted_at FROM comment WHERE branch = ?
       UNION ALL SELECT reply.posted_by, reply.posted_at FROM reply
         JOIN comment ON comment.id = reply.comment WHERE comment.branch = ?
     ) GROUP BY posted_by ORDER BY MIN(posted_at), posted_by`,
    branch,
    branch,
  );
}
