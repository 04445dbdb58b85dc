import { describe, expect, it } from 'vitest';
import { html } from './content.ts';

const mention = '[Alex](https://app.example/u/1 "mention")';

describe('a link around a mention', () => {
  it.each([
    [
      `[${mention}](https://x.example/a_b)`,
      '<a href="https://x.example/a_b" title="mention">Alex</a>',
    ],
    [`[${mention}](other.md) too`, '<a title="mention">Alex</a> too'],
  ])('is shown as one link without brackets: %s', (markdown, shown) => {
    expect(html(`By ${markdown}`)).toBe(`<p>By ${shown}</p>`);
  });

  it('leads nowhere else: other brackets stay as they are', () => {
    for (const text of [
      `[ ${mention} ](c`,
      `[${mention}] (c)`,
      `[${mention}](javascript:alert(1))`,
    ]) {
      const shown = html(text).replaceAll(/<[^>]*>/g, '');
      expect(shown).toBe(text.replace(mention, 'Alex'));
    }
  });
});

it('markdown links are links inside HTML, and with spaces in their address', () => {
  expect(html('<table><tbody><tr><td>[a](https://x.example)</td></tr></tbody></table>')).toContain(
    '<td><a href="https://x.example">a</a></td>',
  );
  expect(html('[a](mailto:some one)')).toBe('<p><a href="mailto:some%20one">a</a></p>');
});

it('links may lead to other programs, but run nothing', () => {
  expect(html('[a](ftp://x.example/y) [b](irc://x.example) [c](javascript:d)')).toBe(
    '<p><a href="ftp://x.example/y">a</a> <a href="irc://x.example">b</a> <a>c</a></p>',
  );
});
