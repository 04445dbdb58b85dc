import { headOf } from '../content/revisions.ts';
import { rowsInStep } from '../search/rank.ts';
import type { Database } from '../store/database.ts';

/** An entry of a table of contents: a page, a group or a link. */
interface Entry {
  id: string;
  type: string;
}

/** The entries of the table of contents of a space in their order, all of them or the first ones. */
export function entriesOf(db: Database, space: string, most = -1): Entry[] {
  const current =
    'page.branch = ?1 AND page.from_seq <= ?2 AND page.until > ?2 AND page.deleted = 0';
  const sql = `WITH RECURSIVE entry (id, type, depth, position) AS (
      SELECT id, type, 0, position FROM page WHERE parent IS NULL AND ${current}
      UNION ALL SELECT page.id, page.type, depth + 1, page.position FROM entry JOIN page ON page.parent = entry.id
        WHERE ${current} ORDER BY 3 DESC, 4 LIMIT ?3
    ) SELECT id, type FROM entry`;
  return rowsInStep<Entry>(db, sql, space, headOf(db, space)?.seq ?? 0, most);
}
