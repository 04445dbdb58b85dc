import { beforeEach, describe, expect, it } from 'vitest';
import { operations, UNSCOPED } from '../../src/operations/index.ts';
import { ReadCache } from '../../src/resources/read-cache.ts';
import { Reader } from '../../src/resources/reader.ts';
import { json, useUpstream } from '../support/upstream.ts';

const platform = useUpstream();
let cache: ReadCache;
let now = 0;

beforeEach(() => {
  now = 0;
  platform.upstream.received.length = 0;
  cache = new ReadCache(() => now);
});

const access = { scope: UNSCOPED, isExcluded: () => false };
const reader = () => new Reader({ client: platform.client, token: 'secret' }, { access, cache });
const readPage = (from = reader()) =>
  from.send(operations.getPage, { spaceId: 's1', pageId: 'p1' });

describe('a reader', () => {
  it('revalidates after ten seconds', async () => {
    platform.upstream.answer(({ headers }, response) => {
      if (headers['if-none-match'] === '"r1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"r1"' }).end('{"id":"p1"}');
    });
    expect(await readPage()).toEqual({ id: 'p1' });
    now = 9_999;
    expect(await readPage()).toEqual({ id: 'p1' });
    expect(platform.upstream.received).toHaveLength(1);
    now = 10_000;
    expect(await readPage()).toEqual({ id: 'p1' });
    expect(platform.upstream.received.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"r1"',
    ]);
  });

  it('sees changes if the platform sends no entity tags', async () => {
    platform.upstream.answer(json(200, { id: 'p1', title: 'Before' }));
    await readPage();
    platform.upstream.answer(json(200, { id: 'p1', title: 'After' }));
    now = 10_000;
    expect(await readPage()).toEqual({ id: 'p1', title: 'After' });
  });

  it.each([
    [
      operations.getOpenapiVersionContent,
      { organizationId: 'o1', specSlug: 'pets', versionId: 'v1' },
    ],
    [operations.getRevisionPage, { spaceId: 's1', revisionId: 'r1', pageId: 'p1' }],
    [operations.getPage, { spaceId: 's1', pageId: 'p1' }],
  ])('checks after ten seconds whether the token may still read: %#', async (operation, args) => {
    platform.upstream.answer(json(200, { id: 'p1' }));
    const read = () => reader().send(operation, args as never);
    await read();
    platform.upstream.answer(json(403, { error: { code: 403, message: 'Not yours' } }));
    now = 9_999;
    await read();
    expect(platform.upstream.received).toHaveLength(1);
    now = 10_000;
    await expect(read()).rejects.toMatchObject({ status: 403 });
  });

  it('counts as fresh for as long as its oldest part', async () => {
    platform.upstream.answer(json(200, { id: 'p1' }));
    await readPage();
    now = 4_000;
    const second = reader();
    await second.send(operations.listPages, { spaceId: 's1' });
    expect(second.freshMs).toBe(10_000);
    await readPage(second);
    expect(second.freshMs).toBe(6_000);
  });

  it('reads a list to its end or to a number of items', async () => {
    platform.upstream.answer(({ url }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 0);
      const items = Array.from({ length: 100 }, (_, n) => page * 100 + n);
      const next = page < 2 ? { next: { page: String(page + 1) } } : {};
      response.end(JSON.stringify({ items, ...next }));
    });
    const list = (most: number) => reader().list(operations.listFiles, { spaceId: 's1' }, most);
    expect(await list(1000)).toHaveLength(300);
    expect(await list(150)).toEqual(Array.from({ length: 150 }, (_, n) => n));
  });
});
