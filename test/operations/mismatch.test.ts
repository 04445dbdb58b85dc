import { describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import { mismatchIn } from '../../src/operations/mismatch.ts';

const { listPages, getPage, listMembers } = operations;

describe('mismatchIn', () => {
  it.each([
    [listPages, { pages: [null] }, 'pages[0] is null instead of an object'],
    [listPages, { pages: {} }, 'pages is an object instead of a list'],
    [listPages, {}, 'pages is missing'],
    [
      listPages,
      { pages: [{ id: 'a', title: 'A', type: 'document', pages: [5] }] },
      'pages[0].pages[0] is a number instead of an object',
    ],
    [getPage, { title: 'A', type: 'document' }, 'id is missing'],
    [listPages, { pages: [{ id: '', title: 'A', type: 'document' }] }, 'pages[0].id is no id'],
    [getPage, { id: 'a/b', title: 'A', type: 'document' }, 'id is no id'],
    [getPage, [], 'it is a list instead of an object'],
    [listMembers, { items: 'none' }, 'items is a text instead of a list'],
    [listMembers, { items: [7] }, 'items[0] is a number instead of an object'],
  ])('names the first place that is not as described: %#', ({ output }, answer, said) => {
    expect(mismatchIn(answer, output)).toBe(said);
  });

  it('accepts answers as described, with additional and empty fields', () => {
    const page = { id: 'a', title: 'A', type: 'document', path: null, other: [1] };
    expect(mismatchIn({ pages: [{ ...page, pages: [page] }] }, listPages.output)).toBeUndefined();
  });
});
