import { SignJWT } from 'jose';
import type { Database } from '../store/database.ts';
import { newToken } from '../store/ids.ts';

/** How long a preview is valid. */
const LIFETIME = '1 hour';

/** Marks a token as one for a preview. */
export const PREVIEW_AUDIENCE = 'preview';

/** A token that shows a site, published or not, to its holder; `key` signs the tokens of visitors too. */
export function signPreview(key: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(PREVIEW_AUDIENCE)
    .setExpirationTime(LIFETIME)
    .sign(new TextEncoder().encode(key));
}

/** The key that signs the tokens of a site's visitors. */
export function visitorKey(db: Database, site: string): string {
  const sql = 'SELECT key FROM site_visitor_key WHERE site = ?';
  const row = db.get<{ key: string }>(sql, site);
  if (!row) throw new Error(`Site ${site} has no visitor key`);
  return row.key;
}

/** Gives every site a new key, which invalidates everything signed with the old ones. */
export function renewVisitorKeys(db: Database): void {
  for (const { site } of db.all<{ site: string }>('SELECT site FROM site_visitor_key')) {
    db.run('UPDATE site_visitor_key SET key = ? WHERE site = ?', newToken(), site);
  }
}
