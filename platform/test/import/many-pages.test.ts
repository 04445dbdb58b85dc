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

/** Imports pages with one title; returns their slugs in order, and the statements that it took. */
async function imported(count: number) {
  const db = openContentDatabase();
  const { id: space } = new Space(db);
  const all = vi.spyOn(db, 'all');
  const actor = { user: 'writer', at: '2026-03-01T08:00:00.000Z', newId };
  const pages = Array.from({ length: count }, (_, at) => alike(at));
  all.mockClear();
  await importInto(db, { actor, open: () => ({ space }) }, { url: 'a', files: [], pages });
  const statements = all.mock.calls.map(([sql]) => sql);
  const found = pageTable.select(db, stateAt(primaryHead(db, space)), 'parent IS NULL');
  found.sort((one, other) => (one.position < other.position ? -1 : 1));
  db.close();
  return { slugs: found.map(({ slug }) => slug), statements };
}

it('ten times as many pages with one title take no more queries', async () => {
  const [few, many] = [await imported(30), await imported(300)];
  expect(few.slugs).toEqual(['same', ...Array.from({ length: 29 }, (_, at) => `same-${at + 1}`)]);
  expect(many.slugs).toHaveLength(300);
  expect(many.statements.length).toBe(few.statements.length);
});

it('a table of contents has as many pages as a space may have', () => {
  const listing = (count: number) => ({
    summary: Buffer.from(
      `# Contents\n\n${Array.from({ length: count }, (_, at) => `* [Page ${at}](a.md)`).join('\n')}`,
    ),
    paths: ['a.md'],
    texts: [],
  });
  expect(treeOf(listing(5_000)).entries).toHaveLength(5_000);
  expect(() => treeOf(listing(5_001))).toThrow(
    'The import has 5001 pages; a space may have at most 5000',
  );
});
