import { JSONParser } from '@streamparser/json';
import { discardInterrupted } from '../content/gradual.ts';
import { indexPage } from '../content/indexing.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { SCHEMA } from '../database.ts';
import { SetupError } from '../errors.ts';
import { type Database, DatabaseBusyError, type SqlValue } from '../store/database.ts';
import { createEarlier, migrate, schemaVersion } from '../store/migrate.ts';
import { insertRow } from '../store/rows.ts';
import { type Cell, FORMAT, FORMAT_VERSION, tablesOf } from './tables.ts';

/**
 * Fills an empty database with an exported platform, in one transaction. Memory does not grow with the platform.
 * An export of an earlier schema is read into that schema, which is then migrated. Nothing else may use this
 * connection meanwhile.
 * @throws {SetupError} if the database is not empty, or the input is not an export of this or an earlier schema.
 */
export async function importPlatform(
  db: Database,
  input: AsyncIterable<Uint8Array>,
): Promise<void> {
  await db.alone('write', async () => {
    if (tablesOf(db).some(({ name }) => db.get(`SELECT 1 FROM "${name}" LIMIT 1`))) {
      throw new SetupError('There is a platform in this folder already; import into a new one.');
    }
    // Rows may refer to rows of later tables.
    db.script('PRAGMA defer_foreign_keys = ON');
    const restoreTriggers = await readRows(db, input);
    refuseDanglingRows(db);
    asSetupError(() => {
      restoreTriggers();
      migrate(db, SCHEMA);
      // Nobody continues here what was being written there.
      discardInterrupted(db, () => true);
      indexAll(db);
    });
  });
}

type Columns = ReadonlyMap<string, readonly string[]>;

/** Inserts each row as it is read. Returns a function that restores the triggers. */
async function readRows(db: Database, input: AsyncIterable<Uint8Array>): Promise<() => void> {
  let columns: Columns | undefined;
  let restoreTriggers = () => {};
  const head: Record<string, unknown> = {};
  const parser = new JSONParser({
    paths: ['$.format', '$.version', '$.schema', '$.tables.*.*'],
    keepStack: false,
  });
  parser.onValue = ({ key, value, stack }) => {
    const table = stack[2]?.key;
    if (table === undefined) {
      head[String(key)] = value;
      return;
    }
    if (!columns) {
      useSchema(db, schemaIn(head));
      restoreTriggers = removeTriggers(db);
      columns = new Map(tablesOf(db).map((known) => [known.name, known.columns]));
    }
    insertRow(db, String(table), rowOf(value, String(table), columns));
  };
  for await (const chunk of input) {
    asSetupError(() => parser.write(chunk));
  }
  if (!parser.isEnded) throw new SetupError('The export ends in its middle; export it again.');
  schemaIn(head);
  if (!db.get('SELECT 1 FROM organization LIMIT 1')) {
    throw new SetupError('The export holds no organization.');
  }
  return restoreTriggers;
}

/** The schema that an export declares. */
function schemaIn({ format, version, schema }: Record<string, unknown>): number {
  if (format !== FORMAT) throw new SetupError('This is not an export of a platform.');
  const newest = SCHEMA.migrations.length;
  const known =
    typeof schema === 'number' && Number.isInteger(schema) && schema > 0 && schema <= newest;
  if (version !== FORMAT_VERSION || !known) {
    throw new SetupError(
      `This was exported by a newer version of the platform (format ${version}, schema ${schema}; here format ${FORMAT_VERSION}, schema ${newest}). Import it with that version.`,
    );
  }
  return schema;
}

function useSchema(db: Database, version: number): void {
  if (version === schemaVersion(db)) return;
  removeTriggers(db);
  createEarlier(db, SCHEMA, version);
}

function rowOf(value: unknown, table: string, columns: Columns): Record<string, SqlValue> {
  const known = columns.get(table);
  if (!known) throw new SetupError(`There is no table ${JSON.stringify(table)} here.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SetupError(`A row of ${table} is not an object.`);
  }
  const cells = Object.entries(value).map(([name, cell]) => {
    if (!known.includes(name)) {
      throw new SetupError(`There is no column ${JSON.stringify(name)} in ${table} here.`);
    }
    if (!isCell(cell)) throw new SetupError(`A row of ${table} has an unusable ${name}.`);
    return [name, typeof cell === 'object' && cell ? Buffer.from(cell.base64, 'base64') : cell];
  });
  return Object.fromEntries(cells);
}

function isCell(value: unknown): value is Cell {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true;
  return typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string';
}

/** Imported rows are final, so no trigger may act on them. Returns a function that restores the triggers. */
function removeTriggers(db: Database): () => void {
  const triggers = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
  );
  for (const { name } of triggers) db.script(`DROP TRIGGER "${name}"`);
  return () => {
    for (const { sql } of triggers) db.script(sql);
  };
}

function refuseDanglingRows(db: Database): void {
  const dangling = db.get<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  if (!dangling) return;
  const { table, parent } = dangling;
  throw new SetupError(`A row of ${table} refers to a row of ${parent} that is missing.`);
}

/** Only the primary content of spaces is searchable. */
function indexAll(db: Database): void {
  for (const { id: space } of db.all<{ id: string }>('SELECT id FROM space')) {
    const state = stateAt(primaryHead(db, space));
    for (const { id } of pages.select(db, state)) indexPage(db, state, id);
  }
}

/** An error of the parser, the database or the content model is an error of the input. */
function asSetupError(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SetupError || error instanceof DatabaseBusyError) throw error;
    throw new SetupError(`This cannot be imported: ${(error as Error).message}`, { cause: error });
  }
}
