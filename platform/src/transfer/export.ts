import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database, Row } from '../store/database.ts';
import { schemaVersion } from '../store/migrate.ts';
import { type Cell, FORMAT, FORMAT_VERSION, tablesOf } from './tables.ts';

/**
 * Writes a snapshot of the whole database as one JSON document, with one row per line. Memory does not grow with the
 * platform. Nothing else may use this connection meanwhile.
 */
export async function exportPlatform(db: Database, output: Writable): Promise<void> {
  await db.alone('read', () => pipeline(Readable.from(documentOf(db)), output));
}

function* documentOf(db: Database): Generator<string> {
  const head = { format: FORMAT, version: FORMAT_VERSION, schema: schemaVersion(db) };
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
  let separator = '\n';
  for (const table of tablesOf(db)) {
    yield `${separator}${JSON.stringify(table.name)}:[`;
    let between = '\n';
    for (const row of rowsOf(db, table)) {
      yield `${between}${JSON.stringify(encoded(row))}`;
      between = ',\n';
    }
    yield '\n]';
    separator = ',\n';
  }
  yield '\n}}\n';
}

/** The rows in the order of insertion, or of their keys, so that exporting an import gives the same document. */
function* rowsOf(
  db: Database,
  { name, columns, numbered }: ReturnType<typeof tablesOf>[number],
): Generator<Row> {
  const select = `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${name}"`;
  if (!numbered) yield* db.iterate(select);
  else {
    // Rows may be large, such as those of files, so only one is read at a time.
    const numbers = db.iterate<{ number: number }>(
      `SELECT rowid AS number FROM "${name}" ORDER BY rowid`,
    );
    for (const { number } of numbers) yield* db.all(`${select} WHERE rowid = ?`, number);
  }
}

function encoded(row: Row): Record<string, Cell> {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof ArrayBuffer ? { base64: Buffer.from(value).toString('base64') } : value,
  ]);
  return Object.fromEntries(cells);
}
