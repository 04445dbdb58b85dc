import { createRequire } from 'node:module';
import type LibSql from 'libsql';
import { SetupError } from '../errors.ts';

type Bindable = string | number | null | Uint8Array;

/** A statement that was prepared once and can be run many times. */
export interface Statement {
  all(values: readonly Bindable[]): unknown[];
  /** The rows one after the other, for results that should not be in memory as a whole. */
  iterate(): IterableIterator<unknown>;
  /** The number of rows that it changed. */
  run(values: readonly Bindable[]): number;
}

/** A connection to a SQLite database: the part of the interface that this platform uses. */
export interface Driver {
  readonly inTransaction: boolean;
  /** Runs statements that bind nothing. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type DriverName = 'node:sqlite' | 'libsql';

/** The result code of SQLite for a database that another process has locked. */
const SQLITE_BUSY = 5;

const require = createRequire(import.meta.url);

/**
 * Opens a file, or a database in memory (`:memory:`). SQLite comes with Node from 22.13 on; before that it is a package
 * with a binary, which does not exist for every system.
 * @throws {SetupError} where there is neither.
 */
export function openDriver(file: string, name?: DriverName): Driver {
  const sqlite = name === 'libsql' ? undefined : nodeSqlite();
  return sqlite ? new NodeDriver(sqlite, file) : libSqlDriver(file);
}

/** Whether an error says that the database was locked for too long. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_BUSY;
  return String(code).startsWith('SQLITE_BUSY');
}

interface NodeStatement {
  all(...values: readonly Bindable[]): unknown[];
  iterate(): IterableIterator<unknown>;
  run(...values: readonly Bindable[]): { changes: number | bigint };
}

interface NodeDatabase {
  readonly isTransaction?: boolean;
  exec(sql: string): void;
  prepare(sql: string): NodeStatement;
  close(): void;
}

interface NodeSqlite {
  DatabaseSync: new (file: string) => NodeDatabase;
}

let known: NodeSqlite | undefined;

/** Undefined if Node is too old to have it, or has it behind a flag. */
function nodeSqlite(): NodeSqlite | undefined {
  known ??= withoutWarning(() => {
    try {
      return require('node:sqlite') as NodeSqlite;
    } catch {
      return undefined;
    }
  });
  return known;
}

/** Node calls it experimental on stderr, which hosts show to people as a problem of this program. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

class NodeDriver implements Driver {
  readonly #database: NodeDatabase;

  constructor({ DatabaseSync }: NodeSqlite, file: string) {
    this.#database = new DatabaseSync(file);
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction ?? this.#refusesAnother();
  }

  /** Node 22.13 to 22.15 do not report this; a nested transaction is refused. */
  #refusesAnother(): boolean {
    try {
      this.#database.exec('BEGIN');
    } catch {
      return true;
    }
    this.#database.exec('ROLLBACK');
    return false;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): Statement {
    const statement = this.#database.prepare(sql);
    return {
      all: (values) => statement.all(...values).map(withBuffers),
      *iterate() {
        for (const row of statement.iterate()) yield withBuffers(row);
      },
      run: (values) => Number(statement.run(...values).changes),
    };
  }

  close(): void {
    this.#database.close();
  }
}

/** Converts a row's bytes from an `ArrayBuffer`, to match the other driver. */
function withBuffers(row: unknown): unknown {
  const cells = row as Record<string, unknown>;
  for (const [column, cell] of Object.entries(cells)) {
    if (cell instanceof Uint8Array) {
      const { buffer, byteOffset, byteLength } = cell;
      cells[column] = buffer.slice(byteOffset, byteOffset + byteLength);
    }
  }
  return cells;
}

function libSqlDriver(file: string): Driver {
  const database = new (loadLibSql())(file);
  return {
    get inTransaction() {
      // The package ends the process if it is asked about a database that is closed.
      return database.open && database.inTransaction;
    },
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare<unknown[]>(sql);
      // As one list: the driver would take a single null argument for the list itself.
      return {
        all: (values) => statement.all(values),
        iterate: () => statement.iterate(),
        run: (values) => statement.run(values).changes,
      };
    },
    close: () => void database.close(),
  };
}

function loadLibSql(): typeof LibSql {
  try {
    return require('libsql');
  } catch (cause) {
    throw new SetupError(
      `The embedded platform needs SQLite, and for ${process.platform}-${process.arch} with Node ${process.versions.node} there is none: use Node 22.13 or newer, which brings it, install the optional packages as well, or set DOCS_PLATFORM_URL (and DOCS_PLATFORM_TOKEN) to a platform that runs elsewhere.`,
      { cause },
    );
  }
}
