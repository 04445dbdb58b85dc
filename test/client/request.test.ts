import { describe, expect, test, vi } from 'vitest';
import { ask, clientOf, failureOf, json, serve, TOKEN } from './support.ts';

const echo = () => serve((response) => json(response, 200, { ok: true }));

describe('a request', () => {
  test('carries token, version and no content type without a body', async () => {
    const server = await echo();
    const answer = await clientOf(server.url).request(...ask());
    expect(answer).toEqual({ status: 200, data: { ok: true } });
    expect(server.received).toMatchObject([{ method: 'GET', url: '/v1/things', body: '' }]);
    const headers = server.received[0]?.headers;
    expect(headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'user-agent': 'docs-platform-mcp/9.9.9',
      accept: 'application/json',
    });
    expect(headers).not.toHaveProperty('content-type');
  });

  test('sends JSON, omits undefined members and keeps null', async () => {
    const server = await echo();
    const body = { title: 'Grüße', emoji: null, parent: undefined, list: [1, null] };
    await clientOf(server.url).request(
      ...ask({ route: 'PATCH /v1/things', effect: 'update', body }),
    );
    expect(server.received[0]).toMatchObject({
      method: 'PATCH',
      body: '{"title":"Grüße","emoji":null,"list":[1,null]}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('fills path and query', async () => {
    const server = await echo();
    await clientOf(server.url).request(
      ...ask({
        route: 'GET /v1/schemas/{schema}/search',
        path: { schema: 'a/b' },
        query: {
          query: 'x & y=z+1',
          limit: 10,
          deep: false,
          status: ['open', 'draft'],
          none: [],
          page: undefined,
          'k[]': '',
        },
      }),
    );
    expect(server.received[0]?.url).toBe(
      '/v1/schemas/a%2Fb/search?query=x%20%26%20y%3Dz%2B1&limit=10&deep=false&status=open&status=draft&k%5B%5D=',
    );
  });

  test.each(['/docs/api', '/docs/api/', '/docs/api/v1'])(
    'keeps the prefix %s of the address',
    async (prefix) => {
      const server = await echo();
      await clientOf(`${server.url}${prefix}`).request(...ask());
      expect(server.received[0]?.url).toBe('/docs/api/v1/things');
    },
  );

  test('reuses its connections', async () => {
    const server = await echo();
    const client = clientOf(server.url);
    for (let call = 0; call < 10; call += 1) await client.request(...ask());
    // undici pauses a connection for one turn of the event loop, so two connections alternate.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test('carries the token of its own call', async () => {
    const server = await echo();
    const client = clientOf(server.url);
    await Promise.all(
      ['alice-token', 'bob-token'].map((token) => client.request(...ask({ token }))),
    );
    expect(server.received.map(({ headers }) => headers.authorization).sort()).toEqual([
      'Bearer alice-token',
      'Bearer bob-token',
    ]);
  });
});

describe('an invalid request is refused before anything is sent', () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  test.each([
    ['an empty token', { token: '' }, 'the token is empty'],
    [
      'a token with a line break',
      { token: 'secret-one\r\nx-admin: 1' },
      'the token is empty or holds',
    ],
    ['a path escape', { route: 'GET /v1/{id}', path: { id: '..' } }, 'holds ".."'],
    [
      'a number that is none',
      { query: { limit: Number.NaN } },
      'query parameter limit is not a finite',
    ],
    ['half a character', { query: { q: '\udc00' } }, 'query parameter q holds half a character'],
    ['a long query', { query: { q: 'é'.repeat(2_500) } }, 'query parameter q is too long'],
    ['a very long query', { query: { q: 'é'.repeat(4e6) } }, 'query parameter q is too long'],
    ['a long list', { query: { a: '1', q: Array(5_000).fill('1') } }, 'parameter q is too long'],
    [
      'a body that goes in circles',
      { route: 'POST /v1/x', body: circular },
      'cannot be written as JSON',
    ],
    [
      'a body that is a function',
      { route: 'POST /v1/x', body: () => 1 },
      'cannot be written as JSON',
    ],
  ])('%s is refused', async (_, request, message) => {
    const server = await echo();
    const error = await failureOf(clientOf(server.url).request(...ask(request)));
    expect(error.kind).toBe('invalid_request');
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret-one');
    expect(server.connections()).toBe(0);
  });

  test.each([
    'ftp://platform.test',
    'platform.test',
    'http://user:pass@platform.test',
    'http://platform.test/?token=x',
  ])('the address %s is refused', async (address) => {
    const error = await failureOf(clientOf(address).request(...ask()));
    expect(error.kind).toBe('invalid_request');
    expect(error.message).toContain('must be an http(s) URL without credentials');
    expect(error.message).not.toContain('pass@');
  });
});

describe('an address that is not known yet', () => {
  test('is requested once and shared by all calls', async () => {
    const server = await echo();
    let asked = 0;
    const client = clientOf(async () => {
      asked += 1;
      return server.url;
    });
    await Promise.all([
      client.request(...ask()),
      client.request(...ask()),
      client.request(...ask()),
    ]);
    expect(asked).toBe(1);
    expect(server.received).toHaveLength(3);
  });

  test('is requested again after a failure', async () => {
    const server = await echo();
    let asked = 0;
    const client = clientOf(async () => {
      asked += 1;
      if (asked === 1) throw new Error('the database is locked');
      return server.url;
    });
    const error = await failureOf(client.request(...ask()));
    expect(error).toMatchObject({
      kind: 'network',
      message: 'GET /v1/things: the platform is not available: the database is locked',
    });
    expect((await client.request(...ask())).status).toBe(200);
  });

  test('does not delay a cancelled call', async () => {
    const controller = new AbortController();
    const call = clientOf(
      () =>
        new Promise(() => {
          controller.abort();
        }),
    ).request(...ask({ signal: controller.signal }));
    expect((await failureOf(call)).kind).toBe('cancelled');
  });
});

test.each([
  ['read', 'GET', 0],
  ['read', 'POST', 0],
  ['create', 'POST', 1],
  ['update', 'GET', 1],
  ['delete', 'DELETE', 1],
] as const)('a %s by %s makes old answers stale: %i', async (effect, method, times) => {
  const server = await echo();
  const onWrite = vi.fn();
  const client = clientOf(server.url, { onWrite });
  await client.request(...ask({ route: `${method} /v1/things`, effect }));
  expect(onWrite).toHaveBeenCalledTimes(times);
});
