import { VALUED } from '../markdown/tasks.ts';
import { hasExpressions, type Values, valuedInput } from '../markdown/values.ts';
import type { Database } from '../store/database.ts';
import { stableId } from '../store/ids.ts';
import { computed } from '../workers/computed.ts';
import { FOREVER } from './schema.ts';

const NONE = '{}';

function storedSpaceVars(db: Database, space: string): string {
  const row = db.get<{ vars: string }>('SELECT vars FROM git_tree WHERE space = ?', space);
  return row?.vars ?? NONE;
}

function storedPageVars(db: Database, space: string, page: string): string {
  const sql = `SELECT state ->> 'vars' AS vars FROM git_source WHERE space = ? AND page = ?`;
  return db.get<{ vars: string | null }>(sql, space, page)?.vars ?? NONE;
}

/** The variables that the repository gives all pages of the space. */
export function spaceVars(db: Database, space: string): Values['space'] {
  return JSON.parse(storedSpaceVars(db, space)) as Values['space'];
}

/** The variables in the frontmatter of a page's file. */
export function pageVars(db: Database, space: string, page: string): Values['page'] {
  return JSON.parse(storedPageVars(db, space, page)) as Values['page'];
}

/** Identifies the variables that a page can show, which may have a megabyte. */
export function valuesId(db: Database, space: string, page: string): string {
  return stableId(storedSpaceVars(db, space), storedPageVars(db, space, page));
}

/** A text of a page with the values that its readers see. */
export function withValues(db: Database, space: string, page: string, markdown: string): string {
  if (!hasExpressions(markdown)) return markdown;
  const values = { space: spaceVars(db, space), page: pageVars(db, space, page) };
  return computed(VALUED, valuedInput(markdown, values));
}

/**
 * Marks the pages for the index that show other values than before, or whose entries were prepared without values. The
 * new variables are staged under a name.
 */
export function queueValued(db: Database, space: string, staged: string): void {
  const vars = "COALESCE((SELECT vars FROM git_tree WHERE space = ?), '{}')";
  const isLive = `page.branch = ? AND page.until = ${FOREVER} AND page.deleted = 0`;
  db.run(
    `INSERT OR REPLACE INTO unindexed (space, page, gone) SELECT DISTINCT page.branch, page.id, 0
     FROM section_text JOIN section ON section.id = section_text.rowid
       JOIN page ON page.id = section.page AND ${isLive}
     WHERE section_text MATCH '"space vars" OR "page vars"' AND section.space IN (?, ?)`,
    ...[space, space, staged],
  );
  db.run(
    `INSERT OR REPLACE INTO unindexed (space, page, gone) SELECT page.branch, page.id, 0
     FROM page LEFT JOIN git_source AS old ON old.space = page.branch AND old.page = page.id
       LEFT JOIN git_source AS new ON new.space = ? AND new.page = page.id
     WHERE ${isLive} AND page.type = 'document' AND EXISTS (SELECT 1 FROM git_tree WHERE space = ?) AND (
       (${vars} <> '{}' AND ${vars} <> ${vars})
       OR COALESCE(old.state ->> 'vars', '{}') <> COALESCE(new.state ->> 'vars', '{}'))`,
    ...[staged, space, staged, space, space, staged],
  );
}
