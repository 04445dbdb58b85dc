import { expect, it, vi } from 'vitest';
import { draftOfPrimary } from '../../src/content/primary.ts';
import { pages as pageTable } from '../../src/content/tables.ts';
import { readTree, type SourcePage } from '../../src/import/source-tree.ts';
import { writeTree } from '../../src/import/write-tree.ts';
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

/** Writes pages with one title; returns their slugs in order, and the statements that it took. */
function written(count: number) {
  const db = openContentDatabase();
  const space = new Space(db);
  const all = vi.spyOn(db, 'all');
  const slugs = db.write(() => {
    const actor = { user: 'writer', at: '2026-03-01T08:00:00.000Z', newId };
    const draft = draftOfPrimary(db, space.id, actor);
    all.mockClear();
    writeTree(draft, { pages: Array.from({ length: count }, (_, at) => alike(at)), files: [] });
    const statements = all.mock.calls.map(([sql]) => sql);
    const found = pageTable.select(db, draft.state, 'parent IS NULL');
    found.sort((one, other) => (one.position < other.position ? -1 : 1));
    return { slugs: found.map(({ slug }) => slug), statements };
  });
  db.close();
  return slugs;
}

it('of ten times as many pages with one title, each takes no more statements', () => {
  const [few, many] = [written(30), written(300)];
  expect(few.slugs).toEqual(['same', ...Array.from({ length: 29 }, (_, at) => `same-${at + 1}`)]);
  expect(many.statements.length).toBeLessThanOrEqual(10 * few.statements.length);
});

it('the last place is looked up once, not among all siblings of each new page', () => {
  const { statements } = written(30);
  expect(statements.filter((sql) => sql.includes('ORDER BY position DESC'))).toHaveLength(1);
});

it('a table of contents has as many pages as a space may have', () => {
  const listing = (count: number) => [
    {
      path: 'SUMMARY.md',
      bytes: Buffer.from(
        `# Contents\n\n${Array.from({ length: count }, (_, at) => `* [Page ${at}](a.md)`).join('\n')}`,
      ),
    },
  ];
  expect(readTree(listing(5_000))).toHaveLength(5_000);
  expect(() => readTree(listing(5_001))).toThrow(
    'The import has 5001 pages; a space may have at most 5000',
  );
});
