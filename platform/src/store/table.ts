import { notFound } from '../errors.ts';
import type { Database, SqlValue } from './database.ts';
import { insertRow, updateRow } from './rows.ts';

interface TableParts {
  name: string;
  /** The word for a row in messages. */
  noun: string;
  /** The column with the owner of a row. */
  owner: 'organization' | 'site';
  /** The column by which paths name a row; `id` by default. */
  key?: 'id' | 'name';
  order: string;
}

/** A table whose rows belong to an owner: only rows of that owner are found. */
export class OwnedTable<R extends Record<string, SqlValue>> {
  readonly name: string;
  readonly #noun: string;
  readonly #ofOwner: string;
  readonly #ofKey: string;
  readonly #order: string;

  constructor({ name, noun, owner, key = 'id', order }: TableParts) {
    this.name = name;
    this.#noun = noun;
    this.#ofOwner = `FROM ${name} WHERE ${owner} = ?`;
    this.#ofKey = `${this.#ofOwner} AND ${key} = ?`;
    this.#order = order;
  }

  find(db: Database, owner: string, key: string): R | undefined {
    return db.get<R>(`SELECT * ${this.#ofKey}`, owner, key);
  }

  /** The row; 404 when the owner has none. */
  get(db: Database, owner: string, key: string): R {
    const row = this.find(db, owner, key);
    if (!row) throw notFound(this.#noun);
    return row;
  }

  /** All rows of an owner in their order. */
  all(db: Database, owner: string): R[] {
    return db.all<R>(`SELECT * ${this.#ofOwner} ORDER BY ${this.#order}`, owner);
  }

  insert(db: Database, row: R): R {
    insertRow(db, this.name, row);
    return row;
  }

  /** Sets columns of the row with this id; undefined keeps a value. */
  update(db: Database, id: string, columns: { [Name in keyof R]?: R[Name] }): void {
    updateRow(db, this.name, id, columns);
  }

  /** Deletes the row; returns whether the owner had it. */
  remove(db: Database, owner: string, key: string): boolean {
    return db.run(`DELETE ${this.#ofKey}`, owner, key) > 0;
  }

  /** Deletes the row; 404 if the owner has none. */
  delete(db: Database, owner: string, key: string): void {
    if (!this.remove(db, owner, key)) throw notFound(this.#noun);
  }
}
