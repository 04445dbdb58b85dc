import { describe, expect, it } from 'vitest';
import { trim } from '../../src/tools/results/trim.ts';

describe('trim', () => {
  it('removes links, nulls and empty values at every depth', () => {
    const answer = {
      object: 'space',
      id: 's1',
      emoji: '',
      parent: null,
      urls: { location: 'https://example.com/v1' },
      permissions: { admin: false, extra: {} },
      owner: { id: 'u1', urls: { location: 'x' }, photoURL: null },
      comments: 0,
    };
    expect(trim(answer)).toEqual({
      object: 'space',
      id: 's1',
      permissions: { admin: false },
      owner: { id: 'u1' },
      comments: 0,
    });
  });

  it('keeps the addresses for people of the main object', () => {
    const urls = { app: 'https://a.test/1', published: 'https://p.test' };
    const space = { id: 's1', urls: { location: 'x', ...urls, icon: 'y' } };
    expect(trim({ ...space, owner: { id: 'o1', urls } })).toEqual({
      id: 's1',
      owner: { id: 'o1' },
      urls,
    });
    expect(trim({ id: 's1', urls: { app: urls.app, published: '' } })).toEqual({
      id: 's1',
      urls: { app: urls.app },
    });
  });

  it('removes links of any other form', () => {
    expect(trim({ id: 's1', urls: ['https://a.test/1'] })).toEqual({ id: 's1' });
    expect(trim({ id: 's1', urls: null })).toEqual({ id: 's1' });
  });

  it('removes them in lists', () => {
    const urls = { app: 'https://a.test/1' };
    expect(trim({ items: [{ id: 'a', urls }], pages: [{ id: 'p', urls }] })).toEqual({
      items: [{ id: 'a' }],
      pages: [{ id: 'p' }],
    });
  });

  it('shares unchanged parts', () => {
    const unchanged = { id: 'a', nested: { list: [1, { ok: false }] } };
    const answer = { items: [unchanged, { id: 'b', parent: null }] };
    const trimmed = trim(answer) as typeof answer;
    expect(trimmed.items[0]).toBe(unchanged);
    expect(trimmed.items[1]).toEqual({ id: 'b' });
    expect(answer.items[1]).toEqual({ id: 'b', parent: null });
    expect(trim(unchanged)).toBe(unchanged);
  });

  it('keeps a member named __proto__ as one of many', () => {
    const answer = JSON.parse('{"__proto__": {"id": "a"}, "gone": null, "title": "One"}');
    expect(JSON.stringify(trim(answer))).toBe('{"__proto__":{"id":"a"},"title":"One"}');
  });

  it('keeps an empty list', () => {
    expect(trim({ items: [], count: 0 })).toEqual({ items: [], count: 0 });
  });

  it('keeps the positions of list items, even if one becomes empty', () => {
    expect(trim({ items: [{ id: 'a', pages: [] }, {}, null, 'x'] })).toEqual({
      items: [{ id: 'a' }, {}, null, 'x'],
    });
  });

  it('does not touch content', () => {
    const document = {
      object: 'document',
      data: {},
      nodes: [{ leaves: [{ text: '', marks: [] }] }],
    };
    const answer = {
      markdown: '',
      document,
      filesystem: { 'openapi.json': { description: '', tags: [] } },
      jsonSchema: { properties: {} },
    };
    expect(trim(answer)).toEqual(answer);
    expect(trim({ items: [{ body: { document } }] })).toEqual({ items: [{ body: { document } }] });
  });

  it('keeps a link that is the answer', () => {
    expect(trim({ url: 'https://example.com/a.pdf' })).toEqual({
      url: 'https://example.com/a.pdf',
    });
  });
});
