import { describe, expect, test } from 'vitest';
import type { PlatformRequest } from '../../src/client/types.ts';
import { ask, clientOf, collect, failureOf, json, serve } from './support.ts';

/** A list whose page `c1` follows the first, `c2` follows `c1` and so on. */
async function listOf(...pages: unknown[]) {
  const server = await serve((response, { url }) => {
    const cursor = new URL(url, 'http://x').searchParams.get('page') ?? 'c0';
    json(response, 200, pages[Number(cursor.slice(1))]);
  });
  const client = clientOf(server.url);
  return {
    urls: () => server.received.map(({ url }) => url),
    walk: (maxItems?: number, request: Partial<PlatformRequest> = {}) =>
      collect(client.paginate(...ask(request), { maxItems })),
  };
}

const three = [
  { items: [1, 2], next: { page: 'c1' }, count: 5 },
  { items: [3, 4], next: { page: 'c2' } },
  { items: [5] },
];

describe('the pages of a list', () => {
  test('are walked to the end and keep the query', async () => {
    const { urls, walk } = await listOf(...three);
    expect(await walk(undefined, { query: { limit: 2, page: undefined } })).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(urls()).toEqual([
      '/v1/things?limit=2',
      '/v1/things?limit=2&page=c1',
      '/v1/things?limit=2&page=c2',
    ]);
  });

  test('are walked from the requested page', async () => {
    const { walk } = await listOf(...three);
    expect(await walk(undefined, { query: { page: 'c1' } })).toEqual([3, 4, 5]);
  });

  test.each([
    [0, [], 0],
    [1, [1], 1],
    [2, [1, 2], 1],
    [3, [1, 2, 3], 2],
    [9, [1, 2, 3, 4, 5], 3],
  ])('end after %i items', async (maxItems, items, requests) => {
    const { urls, walk } = await listOf(...three);
    expect(await walk(maxItems)).toEqual(items);
    expect(urls()).toHaveLength(requests);
  });

  test('are not fetched before their items are needed', async () => {
    const server = await serve((response) => json(response, 200, three[0]));
    for await (const item of clientOf(server.url).paginate(...ask())) {
      if (item === 2) break;
    }
    expect(server.received).toHaveLength(1);
  });

  test.each([
    { items: [] },
    { items: [], next: {} },
    { items: [], next: null },
    { items: [], next: { page: '' } },
  ])('may be absent: %j', async (page) => {
    const { urls, walk } = await listOf(page);
    expect(await walk()).toEqual([]);
    expect(urls()).toHaveLength(1);
  });

  test.each([
    ['none of the items', [], undefined],
    ['one item of a hundred', [1], 100],
  ])('fail if a hundred of them have %s', async (_, items, limit) => {
    let page = 0;
    const server = await serve((response) => {
      page += 1;
      json(response, 200, { items, next: { page: `c${page}` } });
    });
    const walk = collect(clientOf(server.url).paginate(...ask({ query: { limit } })));
    expect(await failureOf(walk)).toMatchObject({
      kind: 'invalid_response',
      message:
        'GET /v1/things: the list does not end: 100 of its pages have no or hardly any items',
    });
    expect(server.received).toHaveLength(100);
  });

  test('may include empty ones', async () => {
    const { walk } = await listOf({ items: [], next: { page: 'c1' } }, { items: [7] });
    expect(await walk()).toEqual([7]);
  });

  test.each([
    [
      'at once',
      [
        { items: [1], next: { page: 'c1' } },
        { items: [2], next: { page: 'c1' } },
      ],
    ],
    [
      'in a circle',
      [
        { items: [1], next: { page: 'c1' } },
        { items: [2], next: { page: 'c2' } },
        { items: [3], next: { page: 'c1' } },
      ],
    ],
  ])('are an error if they repeat %s', async (_, pages) => {
    const { urls, walk } = await listOf(...pages);
    expect(await failureOf(walk())).toMatchObject({
      kind: 'invalid_response',
      message: 'GET /v1/things: the list does not end: it names the same next page twice',
    });
    expect(urls()).toHaveLength(pages.length);
  });

  test.each([{}, { items: 'x' }, [], null, 'x'])('cannot be read from %j', async (page) => {
    const { walk } = await listOf(page);
    const error = await failureOf(walk());
    expect(error.kind).toBe('invalid_response');
    expect(error.message).toContain('the answer is not a list');
  });
});
