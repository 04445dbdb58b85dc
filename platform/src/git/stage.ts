import { changedFiles, queueIncluding } from '../content/included.ts';
import { forgetPrepared, indexPrepared, isPublishedIndex } from '../content/index-queue.ts';
import { indexedSections, unindexSection } from '../content/indexing.ts';
import type { Layer } from '../content/model.ts';
import { files, pages } from '../content/tables.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { copySourcesOf, dropSources } from './sources.ts';

/** Prefix of all stage names; ids of spaces and change requests have no colon. */
const PREFIX = 'stage:';

/**
 * Where an operation stages its results, piece by piece, until all of them appear at once. Its name takes the place of
 * the branch and of the space that the pieces finally belong to.
 */
export class Stage {
  readonly name: string;
  /** The layer that pages and files are staged in. */
  readonly layer: Layer;
  /** Ids of the staged pages, by outcome. */
  readonly written = new Set<string>();
  #publishedFiles: readonly string[] = [];
  readonly #db: Database;

  constructor(db: Database, id: string) {
    this.#db = db;
    this.name = PREFIX + id;
    this.layer = { branch: this.name, seq: 1 };
  }

  /** Publishes the pages and files in a layer. */
  publishContent(layer: Layer): void {
    this.#publishedFiles = changedFiles(this.#db, this.name, this.layer.seq);
    pages.adopt(this.#db, layer, this.name);
    files.adopt(this.#db, layer, this.name);
  }

  /** Makes the staged pages searchable in a space, after the transaction. */
  publishIndex(space: string): void {
    indexPrepared(this.#db, space, this.name, this.written);
    queueIncluding(this.#db, space, { pages: this.written, files: this.#publishedFiles });
  }

  publishSources(space: string): void {
    copySourcesOf(this.#db, space, this.name);
  }

  /** Deletes what was staged. */
  async clear(): Promise<void> {
    const db = this.#db;
    const signal = new AbortController().signal;
    for (const table of [pages, files]) {
      const ids = table.idsInLayer(db, this.layer);
      await inBatches(db, ids, signal, (id) => table.drop(db, this.layer, id));
    }
    db.write(() => dropSources(db, this.name));
    if (!isPublishedIndex(db, this.name)) {
      await inBatches(db, indexedSections(db, this.name), signal, (id) => unindexSection(db, id));
    }
    this.written.clear();
    this.#publishedFiles = [];
  }
}

/** Removes the stages of operations that were interrupted when the platform stopped. */
export function clearStages(db: Database): void {
  const end = `${PREFIX.slice(0, -1)};`;
  db.write(() => {
    for (const [table, column] of [
      ['page', 'branch'],
      ['file', 'branch'],
      ['git_source', 'space'],
      ['git_file', 'space'],
      ['git_tree', 'space'],
      ['section', 'space'],
    ]) {
      db.run(`DELETE FROM ${table} WHERE ${column} >= ? AND ${column} < ?`, PREFIX, end);
    }
    forgetPrepared(db);
  });
}
