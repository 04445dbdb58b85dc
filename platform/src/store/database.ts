import { badRequest } from '../errors.ts';
import { type Driver, type DriverName, isBusy, openDriver, type Statement } from './driver.ts';
import { closeOwner, openOwner } from './owners.ts';

/** What a statement can bind. Booleans are stored as 0 and 1. */
export type SqlValue = string | number | null | boolean | Uint8Array;

export type Row = Record<string, unknown>;

/** How long a write waits for the writer of another process before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;

const BEGIN = { read: 'BEGIN DEFERRED', write: 'BEGIN IMMEDIATE' };

/** The database was locked by another process for longer than the busy timeout. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/**
 * The only user of the SQLite driver. Statements are prepared once and cached. Rows come back as plain objects whose
 * keys are the selected column names.
 */
export class Database {
  /** Names this use of the database among those of all processes. */
  readonly owner = openOwner();
  readonly #driver: Driver;
  readonly #statements = new Map<string, Statement>();

  /**
   * `file` absent: in memory. A file is durable: an acknowledged write survives a killed process. When the power fails,
   * the last commits may be lost, but the database stays consistent.
   */
  constructor(file?: string, driver?: DriverName) {
    this.#driver = openDriver(file ?? ':memory:', driver);
    this.#driver.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.#driver.exec('PRAGMA foreign_keys = ON');
    if (file) {
      this.#driver.exec('PRAGMA journal_mode = WAL');
      this.#driver.exec('PRAGMA synchronous = NORMAL');
    }
  }

  get<T = Row>(sql: string, ...values: SqlValue[]): T | undefined {
    return this.all<T>(sql, ...values)[0];
  }

  all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    return translateBusy(() => this.#prepare(sql).all(bindings(values)) as T[]);
  }

  /** Reads a hundred rows at a time, for results that should not be in memory as a whole. */
  iterate<T = Row>(sql: string): IterableIterator<T> {
    return this.#prepare(sql).iterate() as IterableIterator<T>;
  }

  /** Runs a statement that returns no rows; returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number {
    return translateBusy(() => this.#prepare(sql).run(bindings(values)));
  }

  /** Runs several statements that bind nothing. */
  script(sql: string): void {
    translateBusy(() => this.#driver.exec(sql));
  }

  /** All reads inside see one state of the database. */
  read<T>(work: () => T): T {
    return this.#transaction('read', work);
  }

  /** Takes the write lock first, so that reads inside are still true at the time of the write. */
  write<T>(work: () => T): T {
    return this.#transaction('write', work);
  }

  /** Like `read` or `write`, for asynchronous work. Nothing else may use this database meanwhile. */
  async alone<T>(lock: keyof typeof BEGIN, work: () => Promise<T>): Promise<T> {
    this.script(BEGIN[lock]);
    try {
      const result = await work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    closeOwner(this.owner);
    this.#driver.close();
  }

  #transaction<T>(lock: keyof typeof BEGIN, work: () => T): T {
    if (this.#driver.inTransaction) return work();
    this.script(BEGIN[lock]);
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Some failures have ended the transaction already. */
  #rollBack(): void {
    if (this.#driver.inTransaction) this.#driver.exec('ROLLBACK');
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#driver.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function bindings(values: readonly SqlValue[]): Exclude<SqlValue, boolean>[] {
  return values.map(bindable);
}

/** One driver ends the whole process if a parameter is a boolean, and truncates text at the first NUL. */
function bindable(value: SqlValue): Exclude<SqlValue, boolean> {
  if (typeof value === 'string' && value.includes('\0')) {
    throw badRequest('A text may not have the character U+0000');
  }
  return typeof value === 'boolean' ? Number(value) : value;
}

function translateBusy<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) throw new DatabaseBusyError((error as Error).message, { cause: error });
    throw error;
  }
}
