import type { Actor } from '../content/draft.ts';
import type { Database } from '../store/database.ts';
import type { ShareLinkRow } from './schema.ts';
import { shareLinks } from './tables.ts';

/** Creates an active link with an unguessable key. */
export function createShareLink(
  db: Database,
  { newId, at }: Pick<Actor, 'newId' | 'at'>,
  site: string,
  name: string,
): ShareLinkRow {
  return shareLinks.insert(db, {
    id: newId(),
    site,
    share_key: newId(),
    name,
    active: 1,
    created_at: at,
  });
}

/** Whether an active link of the site has this key. */
export function opensSite(db: Database, site: string, shareKey: string | undefined): boolean {
  if (shareKey === undefined) return false;
  const sql = 'SELECT 1 FROM share_link WHERE site = ? AND share_key = ? AND active = 1';
  return db.get(sql, site, shareKey) !== undefined;
}
