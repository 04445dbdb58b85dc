import type { User } from '../auth/schema.ts';
import { userOf } from '../auth/users.ts';
import type { SiteRow } from '../sites/schema.ts';
import type { Database } from '../store/database.ts';
import { newToken, sha256 } from '../store/ids.ts';
import { insertRow } from '../store/rows.ts';

const HOUR_MS = 3_600_000;

/** Maximum lifetime of a person's or a visitor's session. */
export const SESSION_MS = 12 * HOUR_MS;

interface NewSession {
  /** Hash of the token that a person signed in with. */
  token?: string;
  site?: string;
  share_link?: string;
  preview?: boolean;
}

/** Signs a person in with an access token; returns the id of the session, undefined if the token is not valid. */
export function signIn(db: Database, token: string): string | undefined {
  return userOf(db, token) && open(db, { token: sha256(token) });
}

/** The signed-in person; undefined if nobody is signed in, or if the token has been revoked. */
export function signedIn(db: Database, session: string | undefined): User | undefined {
  if (session === undefined) return undefined;
  return db.get<User>(
    `SELECT user.* FROM web_session JOIN token ON token.hash = web_session.token JOIN user ON user.id = token.user
     WHERE web_session.hash = ? AND web_session.expires_at > ?`,
    sha256(session),
    now(),
  );
}

export function signOut(db: Database, session: string | undefined): void {
  if (session !== undefined) db.run('DELETE FROM web_session WHERE hash = ?', sha256(session));
}

/**
 * Admits a visitor with the key of a share link or, without one, with a token of the site until `until`, which may be
 * for a preview.
 */
export function admitVisitor(
  db: Database,
  site: SiteRow,
  by: { shareLink: string } | { until: number; preview?: boolean },
): string {
  if ('shareLink' in by) return open(db, { site: site.id, share_link: by.shareLink });
  return open(db, { site: site.id, preview: by.preview ?? false }, by.until);
}

/** Whether the session shows its holder a preview of the site. */
export function isPreviewing(db: Database, site: SiteRow, session: string | undefined): boolean {
  if (session === undefined) return false;
  const sql =
    'SELECT 1 FROM web_session WHERE hash = ? AND site = ? AND preview = 1 AND expires_at > ?';
  return db.get(sql, sha256(session), site.id, now()) !== undefined;
}

/** Whether the session gives access to the site under its current visibility. */
export function isAdmitted(db: Database, site: SiteRow, session: string | undefined): boolean {
  if (session === undefined) return false;
  const found = db.get<{ active: number | null }>(
    `SELECT share_link.active FROM web_session LEFT JOIN share_link ON share_link.id = web_session.share_link
     WHERE web_session.hash = ? AND web_session.site = ? AND preview = 0 AND web_session.expires_at > ?`,
    sha256(session),
    site.id,
    now(),
  );
  if (!found) return false;
  return site.visibility === 'share-link' ? found.active === 1 : found.active === null;
}

/** Only the hash of its id is stored. */
function open(db: Database, session: NewSession, until = Number.POSITIVE_INFINITY): string {
  const id = newToken();
  const expires = new Date(Math.min(until, Date.now() + SESSION_MS)).toISOString();
  db.run('DELETE FROM web_session WHERE expires_at <= ?', now());
  insertRow(db, 'web_session', { hash: sha256(id), ...session, expires_at: expires });
  return id;
}

function now(): string {
  return new Date().toISOString();
}
