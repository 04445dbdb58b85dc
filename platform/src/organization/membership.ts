import { membership } from '../auth/access.ts';
import { greatest, type Role } from '../auth/roles.ts';
import type { User } from '../auth/schema.ts';
import { conflict } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { insertRow } from '../store/rows.ts';

/** The user with this e-mail address, created if necessary. */
export function userByEmail(db: Database, email: string): User {
  const sql = 'SELECT * FROM user WHERE LOWER(email) = LOWER(?) ORDER BY rowid LIMIT 1';
  const known = db.get<User>(sql, email);
  if (known) return known;
  const id = newId();
  const name = email.slice(0, email.indexOf('@'));
  const user = { id, handle: id, display_name: name, email, photo_url: null };
  insertRow(db, 'user', user);
  return user;
}

/** Makes a user a member, or raises the role: joining never lowers it. */
export function join(
  db: Database,
  organization: string,
  user: string,
  given: { role: Role | null; at: string },
): void {
  const before = membership(db, organization, user);
  if (!before) {
    insertRow(db, 'member', { organization, user, role: given.role, joined_at: given.at });
  } else {
    setRole(db, organization, user, greatest([before.role, given.role]));
  }
}

/** 409 for the last administrator: an organization needs one. */
export function setRole(db: Database, organization: string, user: string, role: Role | null): void {
  if (role !== 'admin') checkNotLast(db, organization, user);
  const sql = 'UPDATE member SET role = ? WHERE organization = ? AND user = ?';
  db.run(sql, role, organization, user);
}

/** Removes a member from an organization, its teams and all its content. 409 for the last administrator. */
export function removeMember(db: Database, organization: string, user: string): void {
  checkNotLast(db, organization, user);
  db.run(
    `DELETE FROM content_role WHERE user = ? AND target IN (
       SELECT id FROM space WHERE organization = ? UNION SELECT id FROM collection WHERE organization = ?
       UNION SELECT id FROM site WHERE organization = ?)`,
    user,
    ...[organization, organization, organization],
  );
  db.run(
    'DELETE FROM team_member WHERE user = ? AND team IN (SELECT id FROM team WHERE organization = ?)',
    user,
    organization,
  );
  db.run('DELETE FROM member WHERE organization = ? AND user = ?', organization, user);
}

function checkNotLast(db: Database, organization: string, user: string): void {
  const sql = "SELECT user FROM member WHERE organization = ? AND role = 'admin'";
  const admins = db.all<{ user: string }>(sql, organization);
  if (admins.length === 1 && admins[0]?.user === user) {
    throw conflict('This is the last administrator of the organization; make another one first');
  }
}
