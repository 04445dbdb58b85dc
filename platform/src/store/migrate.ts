import { SetupError } from '../setup-error.ts';
import type { Database } from './database.ts';

/**
 * Brings the database to the newest schema; safe when two processes open a new folder at once. Each migration is
 * applied once, in order: a database remembers how many it has seen.
 * @throws {SetupError} when it has seen more than there are.
 */
export function migrate(database: Database, migrations: readonly string[]): void {
  database.write(() => {
    const applied = schemaVersion(database);
    if (applied > migrations.length) {
      throw new SetupError(
        'The data was written by a newer version of this program; start it with that version.',
      );
    }
    for (const migration of migrations.slice(applied)) database.script(migration);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** How many migrations the database has seen. */
export function schemaVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
