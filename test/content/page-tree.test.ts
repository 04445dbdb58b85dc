import { describe, expect, it } from 'vitest';
import { flattenPages, pagesInOrder } from '../../src/content/index.ts';
import type { PageNode } from '../../src/operations/index.ts';

const page = (id: string, pages: PageNode[] = []): PageNode => ({ id, title: id, pages });

describe('the pages of a tree', () => {
  it('are in reading order', () => {
    const tree = [page('a', [page('b', [page('c')]), page('d')]), page('e')];
    expect(flattenPages(tree).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('know how many pages are above them', () => {
    const tree = [page('a', [page('b', [page('c')]), page('d')]), page('e')];
    const depths = Array.from(pagesInOrder(tree), ({ page: { id }, depth }) => [id, depth]);
    expect(depths).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 1],
      ['e', 0],
    ]);
  });

  it('may be nested deeper than a program can call itself', () => {
    let tree = page('last');
    for (let depth = 0; depth < 50_000; depth += 1) tree = page(String(depth), [tree]);
    expect(flattenPages([tree]).at(-1)?.id).toBe('last');
  });
});
