import { changedFiles, queueIncluding } from '../content/included.ts';
import { copyIndex, indexedSections, unindexSection } from '../content/indexing.ts';
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

  /** Makes the staged pages searchable in a space. */
  publishIndex(space: string): void {
    const retired = { pages: [...this.written], retired: this.#retired };
    copyIndex(this.#db, space, this.name, retired);
    queueIncluding(this.#db, space, { pages: this.written, files: this.#publishedFiles });
  }

  publishSources(space: string): void {
    copySourcesOf(this.#db, space, this.name);
  }

  /** Deletes what was staged but not published, and what publication replaced. */
  async clear(): Promise<void> {
    const signal = new AbortController().signal;
    this.#db.write(() => {
      pages.clear(this.#db, this.name);
      files.clear(this.#db, this.name);
      dropSources(this.#db, this.name);
    });
    for (const name of [this.name, this.#retired]) await dropIndex(this.#db, name, signal);
    this.written.clear();
    this.#publishedFiles = [];
  }

  get #retired(): string {
    return `${this.name}:retired`;
  }
}

async function dropIndex(db: Database, name: string, signal: AbortSignal): Promise<void> {
  await inBatches(db, indexedSections(db, name), signal, (id) => unindexSection(db, id));
}

/** Removes the stages of operations that were interrupted when the platform stopped. */
export function clearStages(db: Database): void {
  const end = `${PREFIX.slice(0, -1)};`;
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
}
