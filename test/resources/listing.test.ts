import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import type { ReceivedRequest } from '../support/upstream.ts';
import {
  connect,
  failure,
  type Listed,
  legacy,
  list,
  platform,
  requests,
  send,
  useServer,
} from './support.ts';

useServer();

describe('listing', () => {
  const spaceItems = (ids: string[]) => ({
    items: ids.map((id) => ({ object: 'space', id, title: `Space ${id}` })),
  });
  const tree = (count: number) => ({
    pages: Array.from({ length: count }, (_, n) => ({
      id: `p${n}`,
      title: `Page ${n}`,
      path: `p${n}`,
      type: 'document',
    })),
  });
  const empty = { items: [] };

  it('returns 200 a page, each page for one more request than the last', async () => {
    platform({
      '/v1/spaces/s1/content/pages': tree(450),
      '/v1/spaces/s1/change-requests': { items: [{ id: 'c1', number: 1, subject: 'Mend' }] },
      '/v1/spaces/s1/content/files': { items: [{ id: 'f1', name: 'a.png', size: 3 }] },
      '/v1/orgs': empty,
    });
    const connection = await connect(legacy, '--space', 's1');
    const sizes: number[] = [];
    const uris = new Set<string>();
    let cursor: string | undefined;
    do {
      const { resources, nextCursor } = await list(connection, cursor);
      sizes.push(resources.length);
      for (const { uri } of resources) uris.add(uri);
      expect(requests().length).toBeLessThanOrEqual(cursor === undefined ? 1 : 3);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([200, 200, 53]);
    expect(uris.size).toBe(453);
    expect(uris).toContain('docs://spaces/s1/pages/p449');
    expect(uris).toContain('docs://spaces/s1/change-requests/c1');
    expect(uris).toContain('docs://spaces/s1/files/f1');
  });

  it('finds all spaces at once on the current service, else through collections and sites', async () => {
    const pages = {
      '/v1/spaces/s1/content/pages': tree(1),
      '/v1/spaces/s2/content/pages': tree(1),
    };
    platform({
      ...pages,
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(['s1', 's2']),
    });
    const today = await list(await connect(legacy));
    platform({
      ...pages,
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/collections': { items: [{ id: 'k1' }] },
      '/v1/collections/k1/spaces': spaceItems(['s1']),
      '/v1/orgs/o1/sites': { items: [{ id: 't1' }] },
      '/v1/orgs/o1/sites/t1/site-spaces': {
        items: [
          { id: 'x1', space: { id: 's1', parent: 'k1' } },
          { id: 'x2', space: { id: 's2', title: 'Space s2' } },
        ],
      },
    });
    const contract = await list(await connect(legacy));
    const uris = (found: Listed) => found.resources.map(({ uri }) => uri);
    expect(uris(today)).toEqual([
      'docs://spaces/s1/pages',
      'docs://spaces/s1/pages/p0',
      'docs://spaces/s2/pages',
      'docs://spaces/s2/pages/p0',
    ]);
    expect(uris(contract)).toEqual(uris(today));
    expect(contract.resources[1]?.title).toBe('Page 0 (Space s1)');
  });

  it('costs a bounded number of requests a page, however many spaces there are', async () => {
    const ids = Array.from({ length: 45 }, (_, n) => `s${n}`);
    platform({
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(ids),
      ...Object.fromEntries(
        ids.flatMap((id) => [
          [`/v1/spaces/${id}/content/pages`, tree(1)],
          [`/v1/spaces/${id}/change-requests`, empty],
          [`/v1/spaces/${id}/content/files`, empty],
        ]),
      ),
    });
    const connection = await connect(legacy);
    const found = new Set<string>();
    let cursor: string | undefined;
    do {
      const { resources, nextCursor = undefined } = await list(connection, cursor);
      expect(requests().length).toBeLessThanOrEqual(31);
      for (const { uri } of resources) found.add(uri);
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(found.size).toBe(90);
  });

  it('skips a space that fails, and says so', async () => {
    platform({
      '/v1/': { version: '1' },
      '/v1/orgs': { items: [{ id: 'o1' }] },
      '/v1/orgs/o1/openapi': empty,
      '/v1/orgs/o1/spaces': spaceItems(['s1', 's2']),
      '/v1/spaces/s2/content/pages': tree(1),
      '/v1/spaces/s2/change-requests': empty,
      '/v1/spaces/s2/content/files': empty,
    });
    for (const generation of generations) {
      const { resources, _meta } = await list(await connect(generation));
      expect(resources.map(({ uri }) => uri)).toEqual([
        'docs://spaces/s1/pages',
        'docs://spaces/s2/pages',
        'docs://spaces/s2/pages/p0',
      ]);
      expect(resources[0]?.description).toMatch(/^Could not be listed: .*404/);
      expect(_meta?.['docs-platform-mcp/skipped']).toEqual([
        { what: 'pages of spaceId s1', why: expect.stringContaining('404') },
      ]);
    }
  });

  it('is refused to an unknown caller', async () => {
    platform({
      '/v1/orgs': (_: ReceivedRequest, response: ServerResponse) => {
        send(response, 401, failure(401, 'Who?'));
      },
    });
    await expect(list(await connect(legacy))).rejects.toThrow('Who?');
  });

  it.each([
    ['of another kind', 'nonsense'],
    ['without tasks', Buffer.from('[]').toString('base64url')],
    ['of an unknown task', Buffer.from('[{"of":"x"}]').toString('base64url')],
    ['that is deep', Buffer.from('[{"a":1},'.repeat(100_000)).toString('base64url')],
    ['of many tasks', Buffer.from(`[${'1,'.repeat(50_000)}1]`).toString('base64url')],
  ])('refuses a cursor %s', async (_, cursor) => {
    platform({});
    await expect(list(await connect(legacy), cursor)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('list again without a cursor'),
    });
  });

  it('accepts no cursor that leads out of scope', async () => {
    platform({ '/v1/spaces/s2/content/pages': tree(1) });
    const cursor = Buffer.from('[{"of":"pages","spaceId":"s2"}]').toString('base64url');
    await expect(list(await connect(legacy, '--space', 's1'), cursor)).rejects.toMatchObject({
      code: -32602,
    });
    expect(requests()).toEqual([]);
  });
});
