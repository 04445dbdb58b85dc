import { expect, it } from 'vitest';
import { z } from 'zod';
import { tools } from '../../src/tools/index.ts';
import { lean } from '../../src/tools/results/lean.ts';

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

const NAMES = ['title', 'name', 'displayName', 'subject', 'label', 'query'];

/** A value of this shape with every declared field. */
function filled(type: z.core.$ZodType, name = ''): unknown {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) {
    return filled(type.unwrap(), name);
  }
  if (type instanceof z.ZodArray) return [filled(type.element)];
  if (type instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(type.shape);
    return Object.fromEntries(fields.map(([field, member]) => [field, filled(member, field)]));
  }
  if (type instanceof z.ZodNumber) return 1;
  return type instanceof z.ZodBoolean ? true : `a ${name}`;
}

/** Those of these fields that a value has anywhere. */
function has(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => (names.includes(name) && member !== null) || has(member, names),
  );
}

it('leaves an id and a name to every item of every read that returns them', () => {
  const reads = tools.filter(({ effect, operation }) => operation && effect === 'read');
  const nameless = reads.flatMap((read) => {
    const whole = filled(read.output) as Record<string, unknown>;
    const shown = lean(read, whole, {});
    return [['id'], NAMES]
      .filter((names) => has(whole.items ?? whole, names) && !has(shown.items ?? shown, names))
      .map(([field]) => `${read.name} has no ${field}`);
  });
  expect(reads.length).toBeGreaterThan(100);
  expect(nameless).toEqual([]);
});
