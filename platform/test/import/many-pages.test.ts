import { expect, it, vi } from 'vitest';
import { primaryHead, stateAt } from '../../src/content/revisions.ts';
import { pages as pageTable } from '../../src/content/tables.ts';
import { importInto } from '../../src/import/into.ts';
import { type SourcePage, treeOf } from '../../src/import/source-tree.ts';
import { newId } from '../../src/store/ids.ts';
import { openContentDatabase, Space } from '../content-space.ts';

const alike = (key: number): SourcePage => ({
  key: `:${key}:Same`,
  parent: null,
  type: 'document',
  title: 'Same',
  slug: 'same',
  metadata: {},
  text: undefined,
});

const actor = { user: 'writer', at: '2026-03-01T08:00:00.000Z', newId };

const content = (count: number) => ({
  url: 'a',
  files: [],
  pages: Array.from({ length: count }, (_, at) => alike(at)),
});

/** Imports pages with one title; returns their slugs in order, and the statements of its last transaction. */
async function imported(count: number) {
  const db = openContentDatabase();
  const { id: space } = new Space(db);
  const all = vi.spyOn(db, 'all');
  const run = vi.spyOn(db, 'run');
  let published = 0;
  await importInto(
    db,
    {
      actor,
      open: () => {
        run.mockClear();
        return { space };
      },
      complete: () => {
        published = run.mock.calls.length;
      },
    },
    content(count),
  );
  const queries = all.mock.calls.length;
  const found = pageTable.select(db, stateAt(primaryHead(db, space)), 'parent IS NULL');
  found.sort((one, other) => (one.position < other.position ? -1 : 1));
  db.close();
  return { slugs: found.map(({ slug }) => slug), queries, published };
}

it('ten times as many pages with one title take no more queries, and no more separate statements', async () => {
  const [few, many] = [await imported(30), await imported(300)];
  expect(few.slugs).toEqual(['same', ...Array.from({ length: 29 }, (_, at) => `same-${at + 1}`)]);
  expect(many.slugs).toHaveLength(300);
  expect(many.queries).toBe(few.queries);
  expect(many.published).toBe(few.published);
});

it('an import is placed again if its target changes in the meantime, and appears all at once', async () => {
  const db = openContentDatabase();
  const space = new Space(db);
  const running = importInto(db, { actor, open: () => ({ space: space.id }) }, content(30));
  await space.page('Same', 'Written meanwhile.');
  const { revision } = await running;
  const state = stateAt(primaryHead(db, space.id));
  const slugs = pageTable.select(db, state).map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(31);
  expect(slugs).toContain('same-30');
  expect(primaryHead(db, space.id).id).toBe(revision);
  expect(db.get("SELECT count(*) AS rows FROM page WHERE branch LIKE 'stage:%'")).toEqual({
    rows: 0,
  });
  db.close();
});

it('an import that fails at the end writes nothing', async () => {
  const db = openContentDatabase();
  const { id: space } = new Space(db);
  const complete = () => {
    throw new Error('The end failed');
  };
  const running = importInto(db, { actor, open: () => ({ space }), complete }, content(30));
  await expect(running).rejects.toThrow('The end failed');
  expect(db.get('SELECT count(*) AS rows FROM page')).toEqual({ rows: 0 });
  db.close();
});

it('an import may have as many pages as a space', () => {
  const files = (count: number) => ({
    summary: undefined,
    paths: '',
    texts: Array.from({ length: count }, (_, at) => `${at}.md`),
  });
  expect(treeOf(files(5_000)).entries).toHaveLength(5_000);
  expect(() => treeOf(files(5_001))).toThrow(
    'The import has 5001 pages; a space may have at most 5000',
  );
});
