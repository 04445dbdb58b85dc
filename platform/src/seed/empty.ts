import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';

/** Writes what a platform needs before anybody can use it: one organization with one administrator. */
export function seedEmpty(db: Database): void {
  const at = new Date().toISOString();
  const [organization, user] = [newId(), newId()];
  db.run(
    `INSERT INTO organization (id, title, type, plan, email_domains, sso, ai, invite_links, created_at)
     VALUES (?, 'My organization', 'business', 'pro_2024', '[]', 0, 1, 1, ?)`,
    organization,
    at,
  );
  db.run("INSERT INTO user VALUES (?, 'admin', 'Administrator', NULL, NULL)", user);
  db.run("INSERT INTO member VALUES (?, ?, 'admin', ?)", organization, user, at);
}
