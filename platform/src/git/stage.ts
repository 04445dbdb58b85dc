import { changedFiles, queueIncluding } from '../content/included.ts';
import { forgetPrepared, indexPrepared, isPublishedIndex } from '../content/index-queue.ts';
import { indexedSections, unindexSection } from '../content/indexing.ts';
import type { Layer } from '../content/model.ts';
import { files, pages } from '../content/tables.ts';
import { queueValued } from '../content/vars.ts';
import { chunksOf } from '../store/chunks.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { isOpen } from '../store/owners.ts';
import { copySourcesOf, dropSources } from './sources.ts';

/** Prefix of all stage names; ids of spaces and change requests have no colon. */
const PREFIX = 'stage:';

/** What follows all stage names. */
const END = 'stage;';

/** The tables with what is staged, and their columns with its name. */
const TABLES = [
  ['page', 'branch'],
  ['file', 'branch'],
  ['git_source', 'space'],
  ['git_file', 'space'],
  ['git_tree', 'space'],
  ['section', 'space'],
] as const;

/** Rows that one statement copies; each takes some 30 µs. */
const ROWS_AT_ONCE = 100;

/**
 * Where an operation stages its results, piece by piece, until all of them appear at once. Its name takes the place of
 * the branch and of the space that the pieces finally belong to.
 */
export class Stage {
  readonly name: string;
  /** The layer that pages and files are staged in. */
  readonly layer: Layer;
  /** Ids of the staged pages. */
  readonly written = new Set<string>();
  readonly #db: Database;

  /** @param layer where the pages and files are staged; by default one of its own. */
  constructor(db: Database, id: string, layer?: Layer) {
    this.#db = db;
    this.name = `${PREFIX}${db.owner}:${id}`;
    this.layer = layer ?? { branch: this.name, seq: 1 };
  }

  /** Copies the pages and files to a revision that is being written; see `writeGradually`. */
  async copyContent(layer: Layer): Promise<void> {
    for (const table of [pages, files]) {
      const ids = table.idsInLayer(this.#db, this.layer);
      await inBatches(this.#db, chunksOf(ids, ROWS_AT_ONCE), undefined, (some) =>
        table.adopt(this.#db, layer, this.name, some),
      );
    }
  }

  /** Makes the staged pages searchable, after the transaction that publishes their revision. */
  publishIndex({ branch, seq }: Layer): void {
    const changed = { pages: this.written, files: changedFiles(this.#db, branch, seq) };
    indexPrepared(this.#db, branch, this.name, this.written);
    queueIncluding(this.#db, branch, changed);
    queueValued(this.#db, branch, this.name);
  }

  publishSources(space: string): void {
    copySourcesOf(this.#db, space, this.name);
  }

  /** Deletes what was staged. */
  async clear(): Promise<void> {
    const db = this.#db;
    const own = { branch: this.name, seq: this.layer.seq };
    for (const table of [pages, files]) {
      const ids = table.idsInLayer(db, own);
      await inBatches(db, ids, undefined, (id) => table.drop(db, own, id));
    }
    db.write(() => dropSources(db, this.name));
    if (!isPublishedIndex(db, this.name)) {
      await inBatches(db, indexedSections(db, this.name), undefined, (id) =>
        unindexSection(db, id),
      );
    }
    this.written.clear();
  }
}

/** Removes the stages of operations that were interrupted when the platform stopped. */
export function clearStages(db: Database): void {
  db.write(() => {
    for (const [table, column] of TABLES) {
      const sql = `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${column} >= ? AND ${column} < ?`;
      for (const { name } of db.all<{ name: string }>(sql, PREFIX, END)) {
        if (isOpen(ownerOf(name))) continue;
        db.run(`DELETE FROM ${table} WHERE ${column} = ?`, name);
      }
    }
    forgetPrepared(db);
  });
}

function ownerOf(name: string): string {
  return name.slice(PREFIX.length, name.lastIndexOf(':'));
}
