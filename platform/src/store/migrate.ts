import { SetupError } from '../errors.ts';
import type { Database } from './database.ts';

/** The schema of a database. */
export interface Schema {
  /** Each is applied once, in order. */
  migrations: readonly string[];
  /** The statements that create the result of all migrations at once. */
  newest: () => string;
}

/**
 * Brings the database to the newest schema; safe when two processes open a new folder at once. A database remembers
 * how many migrations it has seen.
 * @throws {SetupError} when it has seen more than there are.
 */
export function migrate(database: Database, { migrations, newest }: Schema): void {
  database.write(() => {
    const applied = schemaVersion(database);
    if (applied > migrations.length) {
      throw new SetupError(
        'The data was written by a newer version of this program; start it with that version.',
      );
    }
    if (applied === 0) database.script(newest());
    else apply(database, migrations.slice(applied));
    setVersion(database, migrations.length);
  });
}

/** How many migrations the database has seen. */
export function schemaVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/** Gives an empty database the schema of an earlier version. */
export function createEarlier(database: Database, { migrations }: Schema, version: number): void {
  const views = database.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'view'`,
  );
  for (const { name } of views) database.script(`DROP VIEW "${name}"`);
  // The others may refer to the one dropped last.
  for (const name of tableNames(database).reverse()) database.script(`DROP TABLE "${name}"`);
  apply(database, migrations.slice(0, version));
  setVersion(database, version);
}

/** The statements that create all tables, indices and triggers of a database. */
export function schemaOf(database: Database): string {
  const tables = new Set(tableNames(database));
  return database
    .all<{ type: string; name: string; sql: string }>(
      'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid',
    )
    .filter(({ type, name }) => type !== 'table' || tables.has(name))
    .map(({ sql }) => `${sql};\n`)
    .join('');
}

/** All tables in the order of their creation, except those that SQLite creates and drops together with others. */
function tableNames(database: Database): string[] {
  return database
    .all<{ name: string }>(
      `SELECT name FROM sqlite_master JOIN pragma_table_list(name) AS listed USING (name)
       WHERE listed.type IN ('table', 'virtual') AND name NOT GLOB 'sqlite_*' ORDER BY sqlite_master.rowid`,
    )
    .map(({ name }) => name);
}

function apply(database: Database, migrations: readonly string[]): void {
  for (const migration of migrations) database.script(migration);
}

function setVersion(database: Database, version: number): void {
  database.script(`PRAGMA user_version = ${version}`);
}
