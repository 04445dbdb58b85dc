import { ApiError } from '../errors.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import type { Background } from '../runtime/background.ts';
import { asOwner } from '../runtime/owner.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { inBatches } from '../store/in-batches.ts';
import { precompute, settleFindings } from '../workers/computed.ts';
import { readDocument } from './documents.ts';
import { sectionsForReaders } from './included.ts';
import {
  countIndexed,
  type IndexEntry,
  indexEntries,
  indexedSections,
  indexPage,
  insertEntry,
  moveIndex,
  unindexSection,
} from './indexing.ts';
import type { ContentState, Page } from './model.ts';
import { headOf, stateAt } from './revisions.ts';
import { FOREVER } from './schema.ts';
import { files, pages } from './tables.ts';
import { valuesId } from './vars.ts';

/** Maximum characters of text to index in the transaction that writes them. */
const AT_ONCE_CHARACTERS = 50_000;

/** Maximum index entries to replace in the transaction that writes the pages; each takes some 50 µs. */
const AT_ONCE_ENTRIES = 300;

/** Pages that are read and indexed together. */
const PAGES_A_ROUND = 20;

/** The owner of indexing, which serves everybody who wrote. */
const INDEX = 'index';

/** Name of unsearchable entries to be deleted. No space has an id with a colon. */
const RETIRED = 'stage:unindexed';

/**
 * Updates the index for written pages: at once if that is quick, otherwise after the transaction (see `IndexQueue`). In
 * either case, deleted pages are no longer found.
 */
export function indexPages(db: Database, state: ContentState, ids: ReadonlySet<string>): void {
  if (!isSmall(db, state, ids)) {
    enqueue(db, state.space, ids);
    return;
  }
  for (const id of ids) {
    indexPage(db, state, id);
    dequeue(db, state.space, id);
  }
}

/**
 * Updates the index for pages that were just published, whose entries stand ready under another name: after the
 * transaction. Deleted pages are no longer found.
 */
export function indexPrepared(
  db: Database,
  space: string,
  name: string,
  ids: ReadonlySet<string>,
): void {
  enqueue(db, space, ids, name);
  db.run('INSERT INTO prepared_index VALUES (?)', name);
}

/** Whether the entries under this name belong to published pages. */
export function isPublishedIndex(db: Database, name: string): boolean {
  return db.get('SELECT 1 FROM prepared_index WHERE name = ?', name) !== undefined;
}

/** Forgets what stood ready, so that its pages are indexed as if it had never been there. */
export function forgetPrepared(db: Database): void {
  db.run('UPDATE unindexed SET prepared = NULL WHERE prepared IS NOT NULL');
  db.run('DELETE FROM prepared_index');
}

/** Whether written pages wait to be indexed, or entries wait to be deleted. */
function hasWaitingPages(db: Database): boolean {
  return (
    waitingPages(db, 'written').length > 0 ||
    db.get('SELECT 1 FROM prepared_index LIMIT 1') !== undefined ||
    db.get('SELECT 1 FROM section WHERE space = ? LIMIT 1', RETIRED) !== undefined
  );
}

/** Creates the missing index entries, in short transactions. */
async function catchUp(db: Database, signal: AbortSignal): Promise<void> {
  while (hasWaitingPages(db)) {
    signal.throwIfAborted();
    await movePrepared(db, signal);
    const waiting = waitingPages(db, 'written');
    if (waiting.length > 0) await indexRound(db, waiting, signal);
    else await inBatches(db, indexedSections(db, RETIRED), signal, (id) => unindexSection(db, id));
  }
}

/** Moves the entries that stand ready to their pages, and drops those of pages that were written again meanwhile. */
async function movePrepared(db: Database, signal: AbortSignal): Promise<void> {
  for (const { name } of db.all<{ name: string }>('SELECT name FROM prepared_index')) {
    const sql = 'SELECT space, page FROM unindexed WHERE prepared = ?';
    await inBatches(db, db.all<QueuedPage>(sql, name), signal, ({ space, page }) => {
      const queued = `${sql} AND space = ? AND page = ?`;
      if (!db.get(queued, name, space, page)) return;
      moveIndex(db, [page], { from: space, to: RETIRED });
      if (headOf(db, space)) moveIndex(db, [page], { from: name, to: space });
      dequeue(db, space, page);
    });
    await inBatches(db, indexedSections(db, name), signal, (id) => unindexSection(db, id));
    db.write(() => db.run('DELETE FROM prepared_index WHERE name = ?', name));
  }
}

/** @param prepared the name under which the entries of the pages stand ready. */
function enqueue(
  db: Database,
  space: string,
  ids: ReadonlySet<string>,
  prepared: string | null = null,
): void {
  db.run(
    `INSERT OR REPLACE INTO unindexed (space, page, gone, prepared)
     SELECT ?, value, COALESCE((
       SELECT until <> ? OR deleted <> 0 OR type <> 'document' FROM page WHERE branch = ? AND id = value
       ORDER BY from_seq DESC LIMIT 1
     ), 1), ? FROM json_each(?)`,
    ...[space, FOREVER, space, prepared, JSON.stringify([...ids])],
  );
}

function dequeue(db: Database, space: string, page: string): void {
  db.run('DELETE FROM unindexed WHERE space = ? AND page = ?', space, page);
}

/** Gradually recreates the entries from an earlier version of the program. */
async function renewEntries(db: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const waiting = waitingPages(db, 'outdated');
    if (waiting.length === 0) break;
    await indexRound(db, waiting, signal);
  }
  await catchUp(db, signal);
}

/** Some of the pages that wait to be indexed, because they were written or because their entries are outdated. */
function waitingPages(db: Database, why: 'written' | 'outdated'): QueuedPage[] {
  const sql = `SELECT space, page FROM unindexed WHERE gone ${why === 'written' ? '>= 0' : '< 0'} LIMIT ?`;
  return db.all<QueuedPage>(sql, PAGES_A_ROUND);
}

/** A page as it was when its entries were created. */
interface PreparedEntries {
  space: string;
  page: string;
  version: string;
  /** Files whose texts the page includes. */
  files: readonly string[];
  entries: IndexEntry[];
}

interface QueuedPage {
  space: string;
  page: string;
}

/** Creates the entries out of sight, then publishes them page by page. */
async function indexRound(
  db: Database,
  waiting: readonly QueuedPage[],
  signal: AbortSignal,
): Promise<void> {
  const stage = `stage:${newId()}`;
  const prepared = await settleFindings(() => db.read(() => preparedOf(db, waiting)));
  const entries = prepared.flatMap(({ page, entries }) =>
    entries.map((entry) => ({ page, entry })),
  );
  await inBatches(db, entries, signal, ({ page, entry }) => insertEntry(db, stage, page, entry));
  await inBatches(db, prepared, signal, ({ space, page, version, files }) => {
    // A page that was written again meanwhile still waits.
    if (versionOf(db, currentPage(db, space, page), files) === version) {
      moveIndex(db, [page], { from: space, to: RETIRED });
      moveIndex(db, [page], { from: stage, to: space });
      dequeue(db, space, page);
    } else moveIndex(db, [page], { from: stage, to: RETIRED });
  });
}

function preparedOf(db: Database, waiting: readonly QueuedPage[]): PreparedEntries[] {
  const found = waiting.map(({ space, page }) => ({
    space,
    page,
    current: currentPage(db, space, page),
  }));
  precompute(
    TEXT_FACTS,
    found.map(({ current }) => readDocument(db, current?.page.document ?? null)),
  );
  return found.map(({ space, page, current }) => {
    const { sections, files } = current
      ? readableSections(db, current)
      : { sections: [], files: [] };
    return {
      ...{ space, page, files },
      version: versionOf(db, current, files),
      entries: current ? indexEntries(current.page, sections) : [],
    };
  });
}

/** A text that is too expensive to parse is found only by its title. */
function readableSections(db: Database, { state, page }: CurrentPage) {
  try {
    return sectionsForReaders(db, state, page);
  } catch (error) {
    if (error instanceof ApiError) return { sections: [], files: [] };
    throw error;
  }
}

/** A page as it is now. */
interface CurrentPage {
  page: Page;
  state: ContentState;
}

/** The newest version of a page; undefined if no search finds it. */
function currentPage(db: Database, space: string, id: string): CurrentPage | undefined {
  const head = headOf(db, space);
  if (!head) return undefined;
  const state = stateAt(head);
  const page = pages.find(db, state, id);
  return page?.type === 'document' ? { page, state } : undefined;
}

function versionOf(
  db: Database,
  current: CurrentPage | undefined,
  included: readonly string[],
): string {
  if (!current) return '';
  const { page, state } = current;
  const blobs = included.map((id) => files.find(db, state, id)?.blob);
  const values = valuesId(db, state.space, page.id);
  return JSON.stringify([page.title, page.document, page.attributes.description, blobs, values]);
}

/** Whether the entries of these pages can be replaced quickly. */
function isSmall(db: Database, state: ContentState, ids: ReadonlySet<string>): boolean {
  if (ids.size > AT_ONCE_ENTRIES) return false;
  const written = pages.traceMany(db, state, [...ids]).values();
  const live = [...written].filter(({ type, deleted }) => type === 'document' && !deleted);
  const texts: string[] = [];
  let characters = 0;
  for (const { document } of live) {
    const text = readDocument(db, document);
    characters += text.length;
    if (characters > AT_ONCE_CHARACTERS) return false;
    texts.push(text);
  }
  precompute(TEXT_FACTS, texts);
  const sections = live.flatMap((page) => sectionsForReaders(db, state, page).sections);
  const entries = sections.length + live.length;
  return entries + countIndexed(db, state.space, ids) <= AT_ONCE_ENTRIES;
}

/** Keeps the search index of a platform up to date. */
export class IndexQueue {
  readonly #db: Database;
  readonly #background: Background;
  #running: Promise<boolean> | undefined;

  constructor(db: Database, background: Background) {
    this.#db = db;
    this.#background = background;
  }

  /**
   * Starts to recreate entries that an earlier version of the program indexed in another form; until then they are
   * found as before.
   */
  renew(): void {
    if (waitingPages(this.#db, 'outdated').length === 0) return;
    this.#background.start((signal) => renewEntries(this.#db, signal));
  }

  /** Resolves when a search finds everything that was written before, or when indexing failed. */
  async caughtUp(): Promise<void> {
    while (hasWaitingPages(this.#db)) {
      this.#running ??= this.#run();
      if (!(await this.#running)) return;
    }
  }

  /** Whether it succeeded. After a failure, pending pages are tried again after the next write. */
  #run(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#background.start(async (signal) => {
        let done = false;
        try {
          await asOwner(INDEX, () => catchUp(this.#db, signal));
          done = true;
        } finally {
          this.#running = undefined;
          resolve(done);
        }
      });
    });
  }
}
