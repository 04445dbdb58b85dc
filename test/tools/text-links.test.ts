import { describe, expect, it } from 'vitest';
import { badLinksIn } from '../../src/tools/workflows/text-links.ts';

const PAGES = [
  { id: 'p0', title: 'Start', path: 'start' },
  { id: 'p1', title: 'Guides', path: 'guides' },
  { id: 'p2', title: 'Retries', path: 'guides/retries' },
  { id: 'p3', title: 'Limits', path: 'limits' },
];

const START = { id: 'p0', title: 'Start', path: 'start' };

const [, guides, retries] = PAGES;

const bad = async (markdown: string, page = retries) =>
  (await badLinksIn(markdown, page ?? START, PAGES, {})).map(({ target }) => target);

describe('links in the text of a page', () => {
  it.each([
    '[a](https://example.com/x)',
    '[a](mailto:a@example.com)',
    '[a](#anchor)',
    '[a](/pages/p3#part)',
    '[a](/pages/guides/retries.md)',
    '[a](../limits.md)',
    '[a](./README.md)',
    '[a](../README.md)',
    '![i](/files/f1)',
    '`[a](nowhere.md)`',
    '```\n[a](nowhere.md)\n```',
  ])('are good: %s', async (markdown) => {
    expect(await bad(markdown)).toEqual([]);
  });

  it.each([
    ['[a](missing.md)', 'missing.md'],
    ['[a](../../limits.md)', '../../limits.md'],
    ['[a](/pages/nowhere)', '/pages/nowhere'],
    ['[a](broken-reference)', 'broken-reference'],
    ['[a][x]\n\n[x]: ./gone.md', './gone.md'],
    ['[a](javascript:alert%281%29)', 'javascript:alert%281%29'],
  ])('are broken: %s', async (markdown, target) => {
    expect(await bad(markdown)).toEqual([target]);
  });

  it('are resolved for a page with subpages both as a folder and as a file', async () => {
    expect(await bad('[a](retries.md) [b](guides/retries.md) [c](limits.md)', guides)).toEqual([]);
  });

  it.each([
    ['https://app.gitbook.com/s/other/guides/retries#backoff', []],
    ['https://app.gitbook.com/s/other', []],
    ['https://app.gitbook.com/s/other/~/changes/5', ['in-app']],
    ['https://app.gitbook.com/o/org/s/other/guides', ['in-app']],
    ['https://app.gitbook.com/settings', ['in-app']],
  ])('lead to another space if the address has the form for that: %s', async (url, found) => {
    const bad = await badLinksIn(`[a](${url})`, START, PAGES, {});
    expect(bad.map(({ status }) => status)).toEqual(found);
  });

  it('report the line, and links into the app', async () => {
    const text = 'One.\n\nTwo [a](https://app.gitbook.com/o/x/s/y) and\n[b](gone.md).';
    expect(await badLinksIn(text, START, PAGES, {})).toEqual([
      { target: 'https://app.gitbook.com/o/x/s/y', status: 'in-app', line: 3 },
      { target: 'gone.md', status: 'broken', line: 4 },
    ]);
  });
});
