import { expect, it } from 'vitest';
import { linksAddedBy, moveOf } from '../../../src/tools/workflows/review/added-bad-links.ts';

const link = (line: number, target: string) => ({
  ...{ page: 'p', title: 'P', target, line, status: 'broken' as const },
});

it('bad links of a line whose other words change are old ones', () => {
  const old =
    '@@ -4,2 +4,3 @@\n-Old [a](./gone.md).\n-B.\n+New [a](./gone.md), [a](./gone.md).\n+B.\n+[c](./lost.md)';
  const links = [
    link(2, './x.md'),
    link(4, './gone.md'),
    link(4, './gone.md'),
    link(6, './lost.md'),
  ];
  expect(linksAddedBy(old, links)).toEqual(links.slice(2));
});

it('of the bad links on a moved page, those that led to a page from its former place are new ones', () => {
  const page = (path: string) => ({ id: path, title: path, path });
  const beside = page('guides/beside');
  const trees = {
    before: [page('guides/a'), beside],
    after: [page('other/a'), beside],
  };
  const move = moveOf(page('guides/a'), page('other/a'), trees);
  const links = [link(2, './gone.md'), link(3, './beside.md'), link(4, './beside.md')];
  const diff = '@@ -4,1 +4,1 @@\n-Old [b](./beside.md).\n+New [b](./beside.md).';
  expect(linksAddedBy(diff, links, move)).toEqual(links.slice(1));
});
