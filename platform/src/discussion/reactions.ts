import type { User } from '../auth/schema.ts';
import type { Actor } from '../content/draft.ts';
import { unprocessable } from '../errors.ts';
import type { Database } from '../store/database.ts';

/** The number of different emoji on one comment or reply, and of all reactions to it. */
const MAX_EMOJI = 50;
const MAX_REACTIONS = 1_000;

/** A user's reaction. */
type Reaction = User & { emoji: string; reacted_at: string };

/** Reactions to a comment or reply, oldest first. */
export function reactionsOf(db: Database, subject: string): Reaction[] {
  return db.all(
    `SELECT user.*, reaction.emoji, reaction.reacted_at FROM reaction JOIN user ON user.id = reaction.user
     WHERE subject = ? ORDER BY reacted_at, emoji, user.id`,
    subject,
  );
}

/** Adds and removes the actor's own reactions; repeating either does nothing. 422 for more than there can be. */
export function react(
  db: Database,
  actor: Actor,
  subject: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): void {
  for (const emoji of added) {
    const sql = 'INSERT OR IGNORE INTO reaction VALUES (?, ?, ?, ?)';
    db.run(sql, subject, emoji, actor.user, actor.at);
  }
  for (const emoji of removed) {
    const sql = 'DELETE FROM reaction WHERE subject = ? AND emoji = ? AND user = ?';
    db.run(sql, subject, emoji, actor.user);
  }
  if (added.length > 0) requireFew(db, subject);
}

function requireFew(db: Database, subject: string): void {
  const found = db.get<{ emoji: number; total: number }>(
    'SELECT COUNT(DISTINCT emoji) AS emoji, COUNT(*) AS total FROM reaction WHERE subject = ?',
    subject,
  );
  if (!found || (found.emoji <= MAX_EMOJI && found.total <= MAX_REACTIONS)) return;
  throw unprocessable(
    `A comment can have ${MAX_EMOJI} different emoji and ${MAX_REACTIONS} reactions at most; use one that is there, or write a reply`,
  );
}
