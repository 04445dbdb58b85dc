import { expect, it } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { lean } from '../../src/tools/lean.ts';

const tool = (wanted: string) => {
  const found = tools.find(({ name }) => name === wanted);
  if (!found) throw new Error(`no tool ${wanted}`);
  return found;
};

const page = {
  id: 'p1',
  title: 'One',
  path: 'one',
  type: 'document',
  createdAt: '2026-01-01T00:00:00Z',
  documentId: 'd1',
  layout: { width: 'default' },
};

it('returns the default fields of a page, and all on request', () => {
  const read = { ...page, markdown: '# One', permissions: { view: true } };
  expect(lean(tool('get_page'), read, {})).toEqual({
    id: 'p1',
    title: 'One',
    path: 'one',
    markdown: '# One',
  });
  expect(lean(tool('get_page'), read, { fields: ['*'] })).toBe(read);
  expect(lean(tool('list_pages'), { pages: [{ ...page, pages: [page] }] }, {})).toEqual({
    pages: [
      {
        id: 'p1',
        title: 'One',
        path: 'one',
        documentId: 'd1',
        pages: [{ id: 'p1', title: 'One', path: 'one', documentId: 'd1' }],
      },
    ],
  });
});

it('returns the id and name of a person, and leaves texts as they are', () => {
  const comment = {
    id: 'c1',
    postedBy: { id: 'u1', displayName: 'Ada', email: 'ada@example.com' },
    reactions: [{ emoji: '1f44d' }],
    body: { markdown: 'Hi', layout: 'kept' },
  };
  expect(lean(tool('list_space_comments'), { items: [comment], count: 1 }, {})).toEqual({
    items: [
      {
        id: 'c1',
        postedBy: { id: 'u1', displayName: 'Ada' },
        body: { markdown: 'Hi', layout: 'kept' },
      },
    ],
    count: 1,
  });
  const member = { user: { id: 'u1', email: 'ada@example.com' } };
  expect(lean(tool('list_members'), { items: [member] }, {})).toEqual({ items: [member] });
});
