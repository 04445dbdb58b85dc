import { describe, expect, it } from 'vitest';
import { limitPages } from '../../../src/tools/workflows/restore/limit-pages.ts';

const page = (id: number, more: object = {}) => ({
  ...{ id: `p${id}`, outcome: 'restored', diff: '@@ -1,1 +1,1 @@\n-new\n+old' },
  ...more,
});

describe('the pages of an undo', () => {
  it('are shown with their diffs if those are short', () => {
    const pages = [page(1), page(2)];
    expect(limitPages(pages, () => false)).toEqual({ pages });
  });

  it('are counted if they are many, apart from those with something to say about them', () => {
    const pages = Array.from({ length: 60 }, (_, id) => page(id, id === 50 ? { kept: [] } : {}));
    const { pages: shown, others } = limitPages(pages, ({ id }) => id === 'p55');
    expect(shown).toHaveLength(22);
    expect(shown[0]).toEqual({ id: 'p0', outcome: 'restored' });
    expect(shown.slice(-2)).toEqual([pages[50], pages[55]]);
    expect(others).toBe(
      '38 more pages are as they were before; review_change_request shows the diffs',
    );
  });
});
