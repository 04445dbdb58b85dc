import { expect, it } from 'vitest';
import { linksAddedBy } from '../../../src/tools/workflows/review/added-bad-links.ts';

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
  expect(linksAddedBy(old, links, true)).toEqual(links);
});
