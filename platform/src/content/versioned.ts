import { chunksOf } from '../store/chunks.ts';
import type { Database, SqlValue } from '../store/database.ts';
import { settleFindings, step } from '../workers/computed.ts';
import type { ContentState, Layer } from './model.ts';
import { FOREVER } from './schema.ts';

/** What has versions. */
export interface Versioned {
  id: string;
  deleted: boolean;
}

interface Codec<T extends Versioned, Row> {
  table: 'page' | 'file';
  /** Columns besides branch, id, from_seq, until and deleted, in the order `encode` gives them. */
  columns: readonly string[];
  encode: (item: T) => SqlValue[];
  decode: (row: Row) => T;
}

/** Rows that one statement inserts, if there are that many. */
const ROWS_TOGETHER = 50;

/** Rows that are read before others get a turn. */
const ROWS_READ = 250;

/** Rows valid in a layer. */
const VALID = 'branch = ? AND from_seq <= ? AND until > ?';

/**
 * Reads and writes rows, and keeps every version with the revisions for which it is valid. A change costs one row,
 * however large the space is, and every earlier revision stays readable.
 */
export class VersionedTable<T extends Versioned, Row> {
  readonly #codec: Codec<T, Row>;

  constructor(codec: Codec<T, Row>) {
    this.#codec = codec;
  }

  /** The version in one layer, deletions included; undefined if the layer has none. */
  inLayer(db: Database, { branch, seq }: Layer, id: string): T | undefined {
    const sql = `SELECT * FROM ${this.#codec.table} WHERE ${VALID} AND id = ?`;
    return this.#one(db.get<Row>(sql, branch, seq, seq, id));
  }

  /** The versions of these ids in one layer, deletions included. */
  manyInLayer(db: Database, { branch, seq }: Layer, ids: readonly string[]): Map<string, T> {
    const sql = `SELECT * FROM ${this.#codec.table} WHERE ${VALID} AND id IN (SELECT value FROM json_each(?))`;
    const rows = db.all<Row>(sql, branch, seq, seq, JSON.stringify(ids));
    const items = rows.map((row) => this.#codec.decode(row));
    return new Map(items.map((item) => [item.id, item]));
  }

  /** The versions of these ids in a state, deletions included. */
  traceMany(db: Database, { base, overlay }: ContentState, ids: readonly string[]): Map<string, T> {
    const found = this.manyInLayer(db, base, ids);
    if (!overlay) return found;
    return new Map([...found, ...this.manyInLayer(db, overlay, ids)]);
  }

  /** The version in a state, deletions included. */
  trace(db: Database, state: ContentState, id: string): T | undefined {
    const over = state.overlay && this.inLayer(db, state.overlay, id);
    return over ?? this.inLayer(db, state.base, id);
  }

  /** The version in a state; undefined if it is deleted or never existed. */
  find(db: Database, state: ContentState, id: string): T | undefined {
    const item = this.trace(db, state, id);
    return item?.deleted ? undefined : item;
  }

  /** Everything in a state that meets `condition`, an SQL expression over the table's columns. */
  select(db: Database, state: ContentState, condition = '1', ...values: SqlValue[]): T[] {
    const { sql, bound } = this.query(state, condition, values);
    return db.all<Row>(sql, ...bound).map((row) => this.#codec.decode(row));
  }

  /** Everything in a state; others get turns in between. */
  all(db: Database, state: ContentState): T[] {
    return this.listed(db, state, '1');
  }

  /** The same for work in several transactions. */
  async gather(db: Database, state: ContentState): Promise<T[]> {
    return await settleFindings(() => this.all(db, state));
  }

  /** What `select` finds, for requests that only read; others get turns in between. */
  listed(db: Database, state: ContentState, condition: string, ...values: SqlValue[]): T[] {
    const { table } = this.#codec;
    const key = JSON.stringify([table, state, condition, values]);
    const { sql, bound } = this.query(state, condition, values, { select: `id FROM ${table}` });
    const ids = step(`ids of ${key}`, () => db.all<Versioned>(sql, ...bound).map(({ id }) => id));
    return [...chunksOf(ids, ROWS_READ)].flatMap((some) => {
      return step(`${some[0]} of ${key}`, () => this.#among(db, state, 'id', some));
    });
  }

  /** Everything whose parent is one of these; others get turns in between. */
  below(db: Database, state: ContentState, parents: readonly string[]): T[] {
    const key = JSON.stringify(['below', state]);
    return [...chunksOf(parents, ROWS_READ)].flatMap((some) => {
      return step(some.join() + key, () => this.#among(db, state, 'parent', some));
    });
  }

  #among(db: Database, state: ContentState, column: string, values: readonly string[]): T[] {
    const condition = `${column} IN (SELECT value FROM json_each(?))`;
    return this.select(db, state, condition, JSON.stringify(values));
  }

  /**
   * The first item in a state that meets `condition`, in the order of an index. SQLite would choose another index, and
   * sort everything.
   */
  first(
    db: Database,
    state: ContentState,
    condition: string,
    values: SqlValue[],
    { order, index }: { order: string; index: string },
  ): T | undefined {
    const first = `ORDER BY ${order} LIMIT 1`;
    const select = `* FROM ${this.#codec.table} INDEXED BY ${index}`;
    const { sql, bound } = this.query(state, condition, values, { select, first });
    return this.#one(db.get<Row>(`${sql} ${first}`, ...bound));
  }

  /** The SQL behind `select`, for reading it page by page, or other columns of it; `first` applies to each layer. */
  query(
    state: ContentState,
    condition: string,
    values: SqlValue[],
    form: { select?: string; first?: string; union?: 'UNION' | 'UNION ALL' } = {},
  ): { sql: string; bound: SqlValue[] } {
    const { table } = this.#codec;
    const { select = `* FROM ${table}`, first, union = 'UNION ALL' } = form;
    const overlay = state.overlay ?? { branch: '', seq: 0 };
    const over = [overlay.branch, overlay.seq, overlay.seq];
    const base = [state.base.branch, state.base.seq, state.base.seq];
    const live = `${VALID} AND deleted = 0 AND (${condition})`;
    const plain = `SELECT ${select} WHERE ${live}`;
    if (!state.overlay) return { sql: plain, bound: [...base, ...values] };
    const uncovered = `${plain} AND NOT EXISTS (
      SELECT 1 FROM ${table} AS covering
      WHERE covering.id = ${table}.id AND covering.branch = ? AND covering.from_seq <= ? AND covering.until > ?)`;
    const layers = [plain, uncovered].map((layer) =>
      first ? `SELECT * FROM (${layer} ${first})` : layer,
    );
    const sql = layers.join(` ${union} `);
    return { sql, bound: [...over, ...values, ...base, ...values, ...over] };
  }

  /**
   * The ids of those items whose values in certain columns another row of a layer has, too. Deleted rows do not count.
   * @param items the id of each, and its values.
   */
  twinsIn(
    db: Database,
    { branch, seq }: Layer,
    columns: readonly string[],
    items: readonly (readonly [id: string, ...values: (string | null)[]])[],
  ): string[] {
    const alike = columns
      .map((column, at) => `${column} IS item.value ->> ${at + 1}`)
      .join(' AND ');
    const sql = `SELECT item.value ->> 0 AS id FROM json_each(?) AS item WHERE EXISTS (
      SELECT 1 FROM ${this.#codec.table} WHERE ${VALID} AND deleted = 0 AND ${alike} AND id <> item.value ->> 0)`;
    return db.all<{ id: string }>(sql, JSON.stringify(items), branch, seq, seq).map(({ id }) => id);
  }

  /** Sets `item` as the version of `layer.branch` from `layer.seq` on. */
  put(db: Database, layer: Layer, item: T): void {
    this.#end(db, layer, item.id);
    this.#insert(db, layer, [item]);
  }

  /** The same for many items, in less time. */
  putMany(db: Database, layer: Layer, items: readonly T[]): void {
    const ids = items.map(({ id }) => id);
    this.#endMany(db, layer, JSON.stringify(ids));
    const together = items.length - (items.length % ROWS_TOGETHER);
    for (let at = 0; at < together; at += ROWS_TOGETHER) {
      this.#insert(db, layer, items.slice(at, at + ROWS_TOGETHER));
    }
    for (const item of items.slice(together)) this.#insert(db, layer, [item]);
  }

  #insert(db: Database, { branch, seq }: Layer, items: readonly T[]): void {
    const { table, columns, encode } = this.#codec;
    const rows = items.map((item) => [
      branch,
      item.id,
      seq,
      FOREVER,
      item.deleted,
      ...encode(item),
    ]);
    const places = rows.map((row) => `(${row.map(() => '?').join(', ')})`);
    db.run(
      `INSERT OR REPLACE INTO ${table} (branch, id, from_seq, until, deleted, ${columns.join(', ')})
       VALUES ${places.join(', ')}`,
      ...rows.flat(),
    );
  }

  /**
   * Deletes live items of a state from its revision on, without reading them. What only its overlay has leaves no trace.
   * @param changed columns with other values than before.
   */
  deleteMany(
    db: Database,
    state: ContentState,
    ids: readonly string[],
    changed: Readonly<Record<string, SqlValue>>,
  ): void {
    const { table, columns } = this.#codec;
    const some = JSON.stringify(ids);
    const among = 'id IN (SELECT value FROM json_each(?))';
    const { branch, seq } = state.overlay ?? state.base;
    const { sql, bound } = this.query(state, among, [some]);
    const values = columns.map((name) => (name in changed ? '?' : name));
    db.run(
      `INSERT OR REPLACE INTO ${table} (branch, id, from_seq, until, deleted, ${columns.join(', ')})
       SELECT ?, id, ?, ?, 1, ${values.join(', ')} FROM (${sql})`,
      ...[branch, seq, FOREVER],
      ...columns.flatMap((name) => (name in changed ? [changed[name] as SqlValue] : [])),
      ...bound,
    );
    db.run(
      `UPDATE ${table} SET until = ? WHERE branch = ? AND until = ? AND from_seq < ? AND ${among}`,
      ...[seq, branch, FOREVER, seq, some],
    );
    if (!state.overlay) return;
    const { base } = state;
    db.run(
      `DELETE FROM ${table} WHERE branch = ? AND from_seq = ? AND ${among} AND id NOT IN (
         SELECT id FROM ${table} WHERE ${VALID} AND deleted = 0 AND ${among})`,
      ...[branch, seq, some, base.branch, base.seq, base.seq, some],
    );
  }

  /** From `layer.seq` on, the branch has no version of this id. */
  drop(db: Database, layer: Layer, id: string): void {
    this.#remove(db, layer, id);
    this.#end(db, layer, id);
  }

  /** Removes the version that this revision wrote. */
  #remove(db: Database, { branch, seq }: Layer, id: string): void {
    const sql = `DELETE FROM ${this.#codec.table} WHERE branch = ? AND id = ? AND from_seq = ?`;
    db.run(sql, branch, id, seq);
  }

  /** Ends the valid version. */
  #end(db: Database, { branch, seq }: Layer, id: string): void {
    const sql = `UPDATE ${this.#codec.table} SET until = ? WHERE branch = ? AND id = ? AND until = ?`;
    db.run(sql, seq, branch, id, FOREVER);
  }

  /** The same for the ids in a JSON array. */
  #endMany(db: Database, { branch, seq }: Layer, ids: string): void {
    const sql = `UPDATE ${this.#codec.table} SET until = ? WHERE branch = ? AND until = ?
       AND id IN (SELECT value FROM json_each(?))`;
    db.run(sql, seq, branch, FOREVER, ids);
  }

  /**
   * Copies the versions of these ids from another branch to `layer.branch`, valid from `layer.seq` on. Moving them would
   * take three times as long.
   */
  adopt(db: Database, { branch, seq }: Layer, from: string, ids: readonly string[]): void {
    const { table, columns } = this.#codec;
    const some = JSON.stringify(ids);
    this.#endMany(db, { branch, seq }, some);
    const kept = ['until', 'deleted', ...columns].join(', ');
    db.run(
      `INSERT INTO ${table} (branch, id, from_seq, ${kept}) SELECT ?, id, ?, ${kept} FROM ${table}
       WHERE branch = ? AND id IN (SELECT value FROM json_each(?))`,
      ...[branch, seq, from, some],
    );
  }

  /** The ids of what a revision changed on its branch. */
  idsChangedIn(db: Database, { branch, seq }: Layer): string[] {
    const sql = `SELECT DISTINCT id FROM ${this.#codec.table} WHERE branch = ? AND (from_seq = ? OR until = ?)`;
    return db.all<{ id: string }>(sql, branch, seq, seq).map(({ id }) => id);
  }

  /** Takes back what the newest revision of a branch changed of this id. */
  undo(db: Database, layer: Layer, id: string): void {
    this.#remove(db, layer, id);
    const sql = `UPDATE ${this.#codec.table} SET until = ? WHERE branch = ? AND id = ? AND until = ?`;
    db.run(sql, FOREVER, layer.branch, id, layer.seq);
  }

  /** The ids of all versions in one layer, deletions included. */
  idsInLayer(db: Database, { branch, seq }: Layer): string[] {
    const sql = `SELECT id FROM ${this.#codec.table} WHERE ${VALID}`;
    return db.all<{ id: string }>(sql, branch, seq, seq).map(({ id }) => id);
  }

  #one(row: Row | undefined): T | undefined {
    return row && this.#codec.decode(row);
  }
}
