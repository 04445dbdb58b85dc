import { expect, test } from 'vitest';
import { textPartsOf } from '../../src/markdown/parts.ts';

const isCostly = (text: string) => textPartsOf(text).some((part) => part.isCostly);

test.each([
  ['many items of lists in lists and quotes', '> - > - an item\n'.repeat(1_500)],
  ['many lines of a quote without its marks', `> ${'a line\n'.repeat(1_500)}`],
  ['many lines of an item without its indentation', `- ${'a line\n'.repeat(1_500)}`],
  ['an address with many entities', `See https://example.com/${'&amp;a'.repeat(600)}`],
])('%s are costly', (_, text) => {
  expect(isCostly(text)).toBe(true);
});

test.each([
  ['a quoted list of as many items', '> - an item\n'.repeat(1_500)],
  ['lists in the items of a list', '- an item\n  - within\n    - within that\n'.repeat(700)],
  ['a quote of many lines', `${'> a line\n'.repeat(1_500)}`],
  ['an address with many parameters', `See https://example.com/?${'a=b&amp;'.repeat(100)}`],
  ['many entities', '&amp;'.repeat(1_500)],
])('%s is not', (_, text) => {
  expect(isCostly(text)).toBe(false);
});
