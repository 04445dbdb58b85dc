import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { FILE, inFolder } from './open.ts';

/** The findings in a data folder. */
export interface Inspection {
  file: string;
  bytes: number;
  /** Number of applied migrations. */
  schema: number;
  /** The problems that SQLite finds; empty if the database is intact. */
  problems: string[];
}

/** Maximum number of reported problems. */
const MOST = 10;

/**
 * Opens the database in a folder and reads all of it, to find what is broken. Applies no migrations.
 * @throws {SetupError} when it cannot be opened.
 */
export function inspect(folder: string): Inspection {
  const file = join(folder, FILE);
  return inFolder(folder, () => {
    const { size: bytes } = statSync(file);
    const db = new Database(file);
    try {
      const found = db
        .all<{ integrity_check: string }>(`PRAGMA integrity_check(${MOST})`)
        .map((row) => row.integrity_check)
        .filter((text) => text !== 'ok');
      const lost = db
        .all<{ table: string }>('PRAGMA foreign_key_check')
        .slice(0, MOST)
        .map(({ table }) => `a row of ${table} refers to a missing one`);
      return { file, bytes, schema: schemaVersion(db), problems: [...found, ...lost] };
    } finally {
      db.close();
    }
  });
}

/** Whether a folder has a database. */
export function isPlatformIn(folder: string): boolean {
  return statSync(join(folder, FILE), { throwIfNoEntry: false })?.isFile() === true;
}
