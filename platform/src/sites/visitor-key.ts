import type { Database } from '../store/database.ts';

/** The key that signs the tokens of a site's visitors. */
export function visitorKey(db: Database, site: string): string {
  const sql = 'SELECT key FROM site_visitor_key WHERE site = ?';
  const row = db.get<{ key: string }>(sql, site);
  if (!row) throw new Error(`Site ${site} has no visitor key`);
  return row.key;
}
