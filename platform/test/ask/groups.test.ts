import { expect, it } from 'vitest';
import { groupsOf } from '../../src/ask/passages.ts';

const hits = (...lengths: number[]) => lengths.map((length) => ({ body: 'x'.repeat(length) }));

it.each([
  ['five short ones', [10, 10, 10, 10, 10, 10], [5, 1]],
  [
    'as many as have 10,000 characters',
    [6_000, 4_000, 1, 9_999, 20_000, 20_000, 1],
    [2, 2, 1, 1, 1],
  ],
  ['none', [], []],
])('sections are examined in groups of %s', (_, lengths, sizes) => {
  expect(groupsOf(hits(...lengths)).map(({ length }) => length)).toEqual(sizes);
});
