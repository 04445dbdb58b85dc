import { describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/catalogue.ts';
import { withinBudget } from '../../src/tools/views/budget.ts';

const lists = tools.filter(({ output }) => 'items' in output.shape);

/** Pieces of advice, and the argument that each needs. */
const ADVICE = [
  ['with limit', 'limit'],
  ['next.page', 'page'],
  ['ame the fields', 'fields'],
] as const;

const items = Array.from({ length: 80 }, (_, index) => ({
  id: `item${index}`,
  note: 'more words',
}));

describe('the advice of a list that does not fit', () => {
  it.each(lists.map((tool) => [tool.name, tool] as const))(
    'names arguments of %s',
    async (_name, tool) => {
      const { facts } = await withinBudget(tool, { items }, {}, 300);
      const cut = String(facts.cut);
      expect(cut).toMatch(
        /^\d+ of these 80 items are left out because they do not fit\. [A-Z].+\.$/,
      );
      const named = ADVICE.filter(([words]) => cut.includes(words)).map(([, name]) => name);
      expect(Object.keys(tool.input.shape)).toEqual(expect.arrayContaining(named));
      const isPaged = 'page' in tool.input.shape;
      expect(/limit \d/.test(cut)).toBe(isPaged);
      if (named.length === 0) expect(cut).toContain('--max-result-tokens');
    },
  );
});
