import { expect, it } from 'vitest';
import type { PageText } from '../../../src/content/find/index.ts';
import { searchInBatches } from '../../../src/tools/workflows/find/search.ts';
import { PageTargets } from '../../../src/tools/workflows/page-targets.ts';

const page = (id: string, path: string, title = id) => ({ id, title, path, type: 'document' });

it('a batch of a search counts titles and descriptions', async () => {
  const title = 'Title of many words '.repeat(40);
  const texts = Array.from({ length: 4_000 }, (_, at) => ({
    page: { ...page(`p${at}`, `p${at}`, title), description: title },
    markdown: 'Words',
  }));
  const batches: number[] = [];
  await searchInBatches(texts as PageText[], async (pages) => {
    batches.push(pages.length);
    return pages.map(() => undefined);
  });
  expect(Math.max(...batches)).toBeLessThan(1_000);
  expect(batches.reduce((all, one) => all + one, 0)).toBe(4_000);
});

it('a page is found by links from deep pages, whatever the order of the pages', () => {
  const deep = Array.from({ length: 90 }, (_, at) => `level-${at}`).join('/');
  const targets = new PageTargets([
    page('leaf', `${deep}/leaf`),
    page('other', `${deep}/other`),
    page('top', 'level-0'),
    page('beside', 'level-0/beside'),
  ]);
  expect(targets.relative('other.md', `${deep}/leaf`)?.id).toBe('other');
  expect(targets.relative('beside.md', 'level-0')?.id).toBe('beside');
  expect(targets.relative('leaf', deep)?.id).toBe('leaf');
});
