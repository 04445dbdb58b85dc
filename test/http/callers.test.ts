import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generations } from '../support/clients.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import { startServer, type TestServer } from './server.ts';

const MESSAGE = call('list_organizations', {});
const SHARED = 'what-the-operator-gave-out';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(json(200, { items: [] }));
});

afterAll(() => upstream.close());

/** The tokens that reached the platform during this work. */
async function tokensSent(work: () => Promise<unknown>): Promise<(string | undefined)[]> {
  upstream.received.length = 0;
  await work();
  return upstream.received.map(({ headers }) => headers.authorization);
}

describe('with the token of the caller', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer(upstream.url);
  });

  afterAll(() => server.close());

  test('sends it to the platform, and nothing else of the request', async () => {
    const headers = {
      authorization: 'bearer callers-own',
      'x-docs-platform-token': 'another',
      cookie: 'session=secret',
      'x-forwarded-host': 'evil.example',
      'x-docs-platform-url': 'http://evil.example',
    };
    expect(await tokensSent(() => server.send(posted('modern', MESSAGE, headers)))).toEqual([
      'Bearer callers-own',
    ]);
    const [asked] = upstream.received;
    expect(JSON.stringify(asked?.headers)).not.toMatch(/another|secret|evil/);
    expect(asked?.headers.host).toBe(new URL(upstream.url).host);
  });

  test.each<Record<string, string>>([
    {},
    { authorization: 'Basic b25lOg==' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer a b' },
    { 'x-docs-platform-token': 'one' },
  ])('refuses %j', async (headers) => {
    const { status, headers: answered } = await server.send(posted('modern', MESSAGE, headers));
    expect(status).toBe(401);
    expect(answered['www-authenticate']).toBe('Bearer realm="docs-platform-mcp"');
  });

  test('refuses a token in the address', async () => {
    const sent = { ...posted('modern', MESSAGE), path: '/mcp?access_token=one' };
    expect((await server.send(sent)).status).toBe(401);
  });
});

describe('with the token of the operator for all', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer(
      upstream.url,
      {
        auth: { kind: 'operator', accessToken: SHARED },
        operatorToken: async () => 'operators-own',
        maxConcurrentPerToken: 1,
      },
      { readOnly: true },
    );
  });

  afterAll(() => server.close());

  test('sends it to the platform for callers who present the access token', async () => {
    const sent = posted('modern', MESSAGE, { authorization: `Bearer ${SHARED}` });
    expect(await tokensSent(() => server.send(sent))).toEqual(['Bearer operators-own']);
  });

  test.each([undefined, 'operators-own', `${SHARED}x`, SHARED.slice(1), ''])(
    'refuses %j, and reveals no token',
    async (token) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      let refused: Awaited<ReturnType<TestServer['send']>> | undefined;
      const sent = await tokensSent(async () => {
        refused = await server.send(posted('modern', MESSAGE, headers));
      });
      expect(sent).toEqual([]);
      expect(refused?.status).toBe(401);
      expect(refused?.headers['www-authenticate']).toMatch(/^Bearer realm="docs-platform-mcp"/);
      expect(JSON.stringify(refused)).not.toMatch(/operators-own|what-the-operator/);
    },
  );

  test('counts the requests in progress of each caller, not those of all together', async () => {
    const sent = posted('modern', MESSAGE, { authorization: `Bearer ${SHARED}` });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      upstream.answer((received, response) => {
        answer = () => json(200, { items: [] })(received, response);
        resolve();
      });
    });
    const first = server.send(sent);
    await asked;
    const refused = await server.send(sent);
    expect(refused.status).toBe(429);
    expect(refused.body).toContain('1 requests from this address');
    upstream.answer(json(200, { items: [] }));
    expect((await server.send({ ...sent, from: '127.0.0.2' })).status).toBe(200);
    answer();
    expect((await first).status).toBe(200);
  });

  test.each(generations)('serves calls of $name', async (generation) => {
    const connection = await generation.http(server.url, SHARED);
    const sent = await tokensSent(() => connection.facts('list_organizations', {}));
    expect(sent).toEqual(['Bearer operators-own']);
    await connection.close();
    await expect(generation.http(server.url, 'wrong')).rejects.toThrow();
  });
});
