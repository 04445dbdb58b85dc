import { Database, type Row, type SqlValue } from './database.ts';

/** The writes to a database, in order, as JSON. */
export interface Recording {
  statements: string[];
  /** The number of the statement, and its parameters. */
  writes: [statement: number, ...values: RecordedValue[]][];
}

/** Bytes are encoded as base64. */
type RecordedValue = Exclude<SqlValue, Uint8Array> | { base64: string };

const RETURNS = /\bRETURNING\b/i;
const READS = /^\s*(SELECT|PRAGMA|WITH)\b/i;

/** A database in memory that records all writes, so that they can be repeated elsewhere without recomputing them. */
export class RecordingDatabase extends Database {
  readonly recording: Recording = { statements: [], writes: [] };

  override run(sql: string, ...values: SqlValue[]): number {
    this.#record(sql, values);
    return super.run(sql, ...values);
  }

  override all<T = Row>(sql: string, ...values: SqlValue[]): T[] {
    if (!READS.test(sql)) this.#record(sql, values);
    return super.all<T>(sql, ...values);
  }

  #record(sql: string, values: readonly SqlValue[]): void {
    const { statements, writes } = this.recording;
    const known = statements.indexOf(sql);
    const statement = known < 0 ? statements.push(sql) - 1 : known;
    writes.push([statement, ...values.map(recordValue)]);
  }
}

/** Repeats recorded writes in a database of the same schema. */
export function replay(db: Database, { statements, writes }: Recording): void {
  for (const [statement, ...values] of writes) {
    const sql = statements[statement] ?? '';
    // A driver refuses to run statements that return rows, and to read from those that return none.
    if (RETURNS.test(sql)) db.all(sql, ...values.map(bindValue));
    else db.run(sql, ...values.map(bindValue));
  }
}

function recordValue(value: SqlValue): RecordedValue {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function bindValue(value: RecordedValue): SqlValue {
  return typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;
}
