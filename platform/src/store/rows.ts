import type { Database, SqlValue } from './database.ts';

/** Writes one new row; its columns are the keys of the object. */
export function insertRow(
  db: Database,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
): void {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`;
  db.run(sql, ...Object.values(row));
}

/** Sets columns of the row with this id; undefined keeps a value. */
export function updateRow(
  db: Database,
  table: string,
  id: string,
  columns: Readonly<Record<string, SqlValue | undefined>>,
): void {
  const given = Object.entries(columns).filter((entry): entry is [string, SqlValue] => {
    return entry[1] !== undefined;
  });
  if (given.length === 0) return;
  const assignments = given.map(([name]) => `${name} = ?`).join(', ');
  const values = given.map(([, value]) => value);
  db.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, ...values, id);
}
