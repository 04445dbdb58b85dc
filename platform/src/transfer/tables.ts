import type { Database } from '../store/database.ts';

/** Rebuilt from pages on import, or useless there, such as browser sessions. */
const LEFT_BEHIND = /^(section(_text.*)?|unindexed|prepared_index|web_session)$/;

interface TransferTable {
  name: string;
  columns: string[];
  /** Rows are numbered in the order of their insertion. */
  numbered: boolean;
}

/** The tables that make up a platform, in the order in which they were created. */
export function tablesOf(db: Database): TransferTable[] {
  const tables = db.all<{ name: string; wr: number }>(
    `SELECT name, wr FROM sqlite_master JOIN pragma_table_list(name) USING (name)
     WHERE sqlite_master.type = 'table' ORDER BY sqlite_master.rowid`,
  );
  return tables
    .filter(({ name }) => !name.startsWith('sqlite_') && !LEFT_BEHIND.test(name))
    .map(({ name, wr }) => ({ name, columns: columnsOf(db, name), numbered: wr === 0 }));
}

function columnsOf(db: Database, table: string): string[] {
  const sql = 'SELECT name FROM pragma_table_info(?) ORDER BY cid';
  return db.all<{ name: string }>(sql, table).map(({ name }) => name);
}

/** Identifies an export and its format version. */
export const FORMAT = 'docs-platform-export';
export const FORMAT_VERSION = 1;

/** A value of a row. The document contains only text, so bytes are wrapped in an object. */
export type Cell = string | number | null | { base64: string };
