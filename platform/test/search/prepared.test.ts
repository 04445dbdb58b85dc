import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexQueue, indexPages, indexPrepared } from '../../src/content/index-queue.ts';
import { insertEntry } from '../../src/content/indexing.ts';
import { primaryHead, stateAt } from '../../src/content/revisions.ts';
import { pages } from '../../src/content/tables.ts';
import { clearStages } from '../../src/git/stage.ts';
import { openDatabase } from '../../src/platform.ts';
import { Background } from '../../src/runtime/background.ts';
import { seedDemo } from '../../src/seed/index.ts';
import { DEV_GUIDE } from '../support.ts';

const NAME = 'stage:import';

let db: ReturnType<typeof openDatabase>;
let background: Background;
let queue: IndexQueue;
let ids: string[];

beforeEach(() => {
  db = openDatabase(undefined);
  seedDemo(db);
  background = new Background(() => undefined);
  queue = new IndexQueue(db, background);
  const documents = pages.select(db, stateAt(primaryHead(db, DEV_GUIDE)), "type = 'document'");
  ids = documents.slice(0, 5).map(({ id }) => id);
  db.write(() => {
    for (const id of ids) insertEntry(db, NAME, id, entry('prepared'));
    indexPrepared(db, DEV_GUIDE, NAME, new Set(ids));
  });
});

afterEach(async () => {
  await background.close();
  db.close();
});

const entry = (body: string) => ({
  ...{ place: 0, anchor: '', title: 'Title', heading: '', above: '', body, roles: '' },
});

/** The names under which a page has entries, and their texts. */
const entriesOf = (page: string) =>
  db
    .all<{ space: string; body: string }>('SELECT space, body FROM section WHERE page = ?', page)
    .map(({ space, body }) => [space, body]);

describe('entries that stand ready when their pages are published', () => {
  it('replace those of the pages after the transaction', async () => {
    expect(entriesOf(ids[0] ?? '')).toContainEqual([NAME, 'prepared']);
    await queue.caughtUp();
    for (const id of ids) expect(entriesOf(id)).toEqual([[DEV_GUIDE, 'prepared']]);
  });

  it('are dropped for a page that was written again, or deleted', async () => {
    const state = stateAt(primaryHead(db, DEV_GUIDE));
    const [written = '', deleted = ''] = ids;
    db.write(() => {
      const page = pages.find(db, state, deleted);
      if (page) pages.put(db, state.base, { ...page, deleted: true });
      indexPages(db, state, new Set([written, deleted]));
    });
    await queue.caughtUp();
    const texts = entriesOf(written).flat();
    expect(texts).not.toContain('prepared');
    expect(texts).toContain(DEV_GUIDE);
    expect(entriesOf(deleted)).toEqual([]);
    expect(db.all('SELECT * FROM section WHERE space = ?', NAME)).toEqual([]);
  });

  it('are made again if the platform stopped before they were used', async () => {
    db.write(() => clearStages(db));
    await queue.caughtUp();
    for (const id of ids) {
      const texts = entriesOf(id).flat();
      expect(texts).not.toContain('prepared');
      expect(texts).toContain(DEV_GUIDE);
    }
  });
});
