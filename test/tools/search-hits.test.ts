import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/catalogue.ts';
import { withinBudget } from '../../src/tools/views/budget.ts';

const search = tools.find(({ name }) => name === 'search_organization');
if (!search) throw new Error('there is no search_organization');

interface Hit {
  id: string;
  pages: { id: string; sections: { id: string }[] }[];
}

const hits = (counts: readonly number[]): Hit[] =>
  counts.map((count, space) => ({
    id: `space${space}`,
    pages: Array.from({ length: count }, (_, page) => ({
      id: `page${space}.${page}`,
      sections: ['first', 'second'].map((id) => ({
        id,
        body: 'Words that were found. '.repeat(4),
      })),
    })),
  }));

const shown = async (items: Hit[], tokens: number) => {
  const { facts } = await withinBudget(search, { items }, {}, tokens);
  return { items: facts.items as Hit[], cut: facts.cut as string | undefined };
};

describe('hits of search_organization that do not fit', () => {
  it('lose sections, then pages, and only then spaces', async () => {
    const all = hits([6, 1, 4]);
    const lean = await shown(all, 600);
    expect(lean.cut).toBeUndefined();
    expect(lean.items.map(({ pages }) => pages.length)).toEqual([6, 1, 4]);
    expect(lean.items[0]?.pages[0]?.sections.map(({ id }) => id)).toEqual(['first']);

    const fewer = await shown(all, 320);
    expect(fewer.items.map(({ pages }) => pages.map(({ id }) => id))).toEqual([
      ['page0.0', 'page0.1'],
      ['page1.0'],
      ['page2.0', 'page2.1'],
    ]);
    expect(fewer.cut).toBe(
      '6 of 11 pages of these hits are left out because they do not fit. Search for more words, or in a space.',
    );

    const least = await shown(all, 200);
    expect(least.items.map(({ id }) => id)).toEqual(['space0', 'space1']);
    expect(least.cut).toContain('1 of these 3 items are left out');
  });

  it('keep every space while its best page fits', async () => {
    const counts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(counts, fc.integer({ min: 700, max: 3000 }), async (some, tokens) => {
        const { items } = await shown(hits(some), tokens);
        expect(items.map(({ id }) => id)).toEqual(some.map((_, space) => `space${space}`));
        for (const { id, pages } of items) expect(pages[0]?.id).toBe(`page${id.slice(5)}.0`);
      }),
      { numRuns: 30 },
    );
  });
});
