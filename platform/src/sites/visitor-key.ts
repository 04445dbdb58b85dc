import type { Database } from '../store/database.ts';
import { newToken } from '../store/ids.ts';

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
