import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../errors.ts';
import { Database } from './database.ts';
import { migrate, type Schema } from './migrate.ts';

/** The name of the database in a data folder. */
export const FILE = 'platform.sqlite';

/**
 * Opens the database in a folder, which is created if it does not exist, or one in memory, and brings it to the newest
 * schema. The caller closes it.
 * @throws {SetupError} if the folder cannot be used.
 */
export function openWithSchema(folder: string | undefined, schema: Schema): Database {
  if (folder === undefined) return migrated(new Database(), schema);
  return inFolder(folder, () => {
    // The data is private to its owner: it includes hashes of tokens.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return migrated(new Database(join(folder, FILE)), schema);
  });
}

/**
 * Like `openWithSchema`, for a folder that must contain one.
 * @throws {SetupError} if there is none, or the folder cannot be used.
 */
export function openExistingWithSchema(folder: string, schema: Schema): Database {
  if (existsSync(join(folder, FILE))) return openWithSchema(folder, schema);
  throw new SetupError(`There is no platform in ${folder}; name the folder that one was kept in.`);
}

function migrated(db: Database, schema: Schema): Database {
  try {
    migrate(db, schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Converts an error of the system or the driver to what it means for the given folder. */
export function inFolder<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof SetupError || !(error instanceof Error)) throw error;
    throw new SetupError(
      `The data folder ${folder} cannot be used (${error.message}); name one that can be written to.`,
      { cause: error },
    );
  }
}
