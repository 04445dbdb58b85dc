import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
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
        title: id,
        body: 'Words that were found. '.repeat(4),
      })),
    })),
  }));

const shown = async (items: Hit[], tokens: number, args: Record<string, unknown> = {}) => {
  const { facts } = await withinBudget(search, { items }, { query: 'found', ...args }, tokens);
  return { items: facts.items as ShownHit[], cut: facts.cut as string | undefined };
};

interface ShownHit {
  id: string;
  pages: { id: string; asTyped: boolean; sections?: { body: string }[]; others?: string[] }[];
}

describe('hits of search_organization that do not fit', () => {
  it('lose text, then sections, then pages, and only then spaces', async () => {
    const all = hits([6, 1, 4]);
    const whole = await shown(all, 900);
    expect(whole.items[0]?.pages[0]?.sections?.[0]?.body).toBe('Words that were found. '.repeat(4));
    expect(whole.items[0]?.pages[0]?.others).toEqual(['second']);

    expect(whole.items[0]?.pages.map(({ sections }) => sections !== undefined)).toEqual([
      ...[true, true, true, true, true, false],
    ]);

    const lean = await shown(all, 560);
    expect(lean.cut).toMatch(/^Texts are shortened to fit\./);
    expect(lean.items.map(({ pages }) => pages.length)).toEqual([6, 1, 4]);
    expect(lean.items[0]?.pages[0]?.sections?.[0]?.body).toMatch(/^Words that were found\. .*…$/);

    const best = await shown(all, 460);
    expect(best.items[0]?.pages.map(({ sections }) => sections !== undefined)).toEqual([
      ...[true, true, false, false, false, false],
    ]);

    const bare = await shown(all, 330);
    expect(bare.items.map(({ pages }) => pages.length)).toEqual([6, 1, 4]);
    expect(bare.items[0]?.pages[0]).toEqual({ id: 'page0.0', asTyped: true });

    const fewer = await shown(all, 215);
    expect(fewer.items.map(({ pages }) => pages.map(({ id }) => id))).toEqual([
      ['page0.0', 'page0.1'],
      ['page1.0'],
      ['page2.0', 'page2.1'],
    ]);
    expect(fewer.cut).toBe(
      '6 of 11 pages of these hits are left out because they do not fit. For more, search for more words or in one space, or name `fields`.',
    );

    const least = await shown(all, 165);
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

describe('a hit says whether it contains the query as typed', () => {
  const asTyped = async (query: string) => {
    const { items } = await shown(hits([1]), 2000, { query });
    return items[0]?.pages[0]?.asTyped;
  };

  it.each([
    ['that were found', true],
    ['  THAT were   found', true],
    ['"that were found"', true],
    ['found word', false],
    ['finding', false],
  ])('%s: %s', async (query, expected) => {
    expect(await asTyped(query)).toBe(expected);
  });

  it('also if fields are selected', async () => {
    const { items } = await shown(hits([1]), 2000, { fields: ['title'] });
    expect(items).toEqual([{ id: 'space0' }]);
    const all = await shown(hits([1]), 2000, { fields: ['*'] });
    expect(all.items[0]?.pages[0]?.asTyped).toBe(true);
  });
});

describe('spaces that a service lists several times', () => {
  it('are one hit with all their pages', async () => {
    const [one, two] = hits([2, 1]) as [Hit, Hit];
    const again = { ...one, pages: [{ id: 'page0.2', sections: [] }] };
    const { items } = await shown([one, two, again], 2000);
    expect(items.map(({ id, pages }) => [id, pages.map((page) => page.id)])).toEqual([
      ['space0', ['page0.0', 'page0.1', 'page0.2']],
      ['space1', ['page1.0']],
    ]);
  });
});

describe('hits with few characters for each token', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => `${'q7Zx0Kv9'.repeat(5)}${index}`);
  const dense = [{ id: 'space', pages: ids(40).map((id) => ({ id })) }];

  it('are shown whole up to 3,000 bytes, although they have more tokens than usual', async () => {
    const { facts, text = '' } = await withinBudget(
      search,
      { items: dense },
      { query: 'found' },
      10_000,
    );
    expect(text.length).toBeLessThan(3_000);
    expect(countTokens(text)).toBeGreaterThan(1_500);
    expect(facts.cut).toBeUndefined();
  });

  it('keep within the limit of the operator', async () => {
    const { facts } = await withinBudget(search, { items: dense }, { query: 'found' }, 1_500);
    expect(countTokens(JSON.stringify(facts))).toBeLessThanOrEqual(1_500);
    expect(facts.cut).toBeDefined();
  });
});

describe('more hits than anybody reads', () => {
  it('take 2,500 tokens, unless fields are selected', async () => {
    const { facts, text } = await withinBudget(
      search,
      { items: hits([40, 40]) },
      { query: 'found' },
      10_000,
    );
    expect(countTokens(text ?? JSON.stringify(facts))).toBeLessThanOrEqual(2_500);
    const named = await shown(hits([40, 40]), 10_000, { fields: ['*'] });
    expect(named.cut).toBeUndefined();
  });
});
