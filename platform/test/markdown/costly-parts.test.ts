import { expect, test } from 'vitest';
import { textPartsOf } from '../../src/markdown/parts.ts';

const isCostly = (text: string) => textPartsOf(text).some((part) => part.isCostly);

test('many items of lists in lists and quotes that cannot be parsed one by one are costly', () => {
  expect(isCostly('> - > - an item\n'.repeat(1_500))).toBe(true);
});

test.each([
  ['a quoted list of as many items', '> - an item\n'.repeat(1_500)],
  ['lists in the items of a list', '- an item\n  - within\n    - within that\n'.repeat(700)],
])('%s is not', (_, text) => {
  expect(isCostly(text)).toBe(false);
});
