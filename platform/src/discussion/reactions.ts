import type { Actor } from '../content/draft.ts';
import type { Database } from '../store/database.ts';

interface Reaction {
  emoji: string;
  user: string;
  reacted_at: string;
}

/** Reactions to a comment or reply, oldest first. */
export function reactionsOf(db: Database, subject: string): Reaction[] {
  return db.all(
    'SELECT * FROM reaction WHERE subject = ? ORDER BY reacted_at, emoji, user',
    subject,
  );
}

/** Adds and removes the actor's own reactions; repeating either does nothing. */
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
}
