import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { call, ENVELOPE, posted } from './requests.ts';
import type { Answered, Sent } from './send.ts';
import { received, startServer, type TestServer } from './server.ts';

const FOUR_MIB = 4 * 1024 * 1024;
const LIST = { id: 1, method: 'tools/list' };

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

/** Runs a test against a server of its own. */
function withServer(
  options: Parameters<typeof startServer>[1],
  body: (server: TestServer) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const server = await startServer(upstream.url, options);
    try {
      await body(server);
    } finally {
      await server.close();
    }
  };
}

function list(headers: Record<string, string> = {}): Sent {
  return posted('modern', LIST, { authorization: 'Bearer one', ...headers });
}

function callOf(token: string): Sent {
  return posted('modern', call('list_organizations', {}), { authorization: `Bearer ${token}` });
}

/** A platform that answers only when it is told to, and what it was asked. */
function slowPlatform() {
  const waiting: (() => void)[] = [];
  const asked: (() => void)[] = [];
  upstream.answer((received, response) => {
    waiting.push(() => json(200, { items: [] })(received, response));
    asked.shift()?.();
  });
  return {
    /** Resolves when the platform is asked once more. */
    isAsked: () => new Promise<void>((resolve) => asked.push(resolve)),
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** A request as it is written on a socket, with these headers instead of its length. */
function head({ headers = {}, body = '' }: Sent, length?: Record<string, string>): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(length ?? { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${['POST /mcp HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n${length ? '' : body}`;
}

const messageOf = ({ body }: Answered) =>
  (JSON.parse(body) as { error: { message: string } }).error.message;

describe('hosts and origins', () => {
  test(
    'are those of loopback by default',
    withServer({}, async (server) => {
      for (const host of ['localhost', '127.0.0.1:1234', '[::1]', 'LOCALHOST:80']) {
        expect((await server.send(list({ host }))).status).toBe(200);
      }
      for (const host of [
        'docs.example.com',
        '127.0.0.1.example.com',
        'localhost.',
        '0.0.0.0',
        'a b',
      ]) {
        const refused = await server.send(list({ host }));
        expect(refused.status).toBe(403);
        expect(refused.body).not.toContain('example.com');
      }
      expect((await server.send(list({ origin: 'http://localhost:6274' }))).status).toBe(200);
      for (const origin of ['https://example.com', 'null', 'http://localhost.example.com']) {
        expect((await server.send(list({ origin }))).status).toBe(403);
      }
    }),
  );

  test(
    'are those besides that the operator names',
    withServer(
      { allowHosts: ['docs.example.com'], allowOrigins: ['https://app.example.com'] },
      async (server) => {
        expect((await server.send(list({ host: 'docs.example.com' }))).status).toBe(200);
        expect((await server.send(list({ host: 'other.example.com' }))).status).toBe(403);
        const origin = 'https://app.example.com';
        const answered = await server.send(list({ origin }));
        expect(answered).toMatchObject({
          status: 200,
          headers: { 'access-control-allow-origin': origin, vary: 'Origin' },
        });
        expect(answered.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
        for (const other of ['http://app.example.com', 'https://app.example.com:8443']) {
          const refused = await server.send(list({ origin: other }));
          expect(refused.status).toBe(403);
          expect(refused.headers['access-control-allow-origin']).toBeUndefined();
        }
      },
    ),
  );

  test(
    'say in a preflight, without a token, what a page may send',
    withServer({ allowOrigins: ['https://app.example.com'] }, async (server) => {
      const preflight = (origin: string) =>
        server.send({
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
      const { status, headers } = await preflight('https://app.example.com');
      expect(status).toBe(204);
      expect(headers['access-control-allow-methods']).toContain('POST');
      for (const name of ['Authorization', 'Mcp-Protocol-Version', 'X-MCP-Toolsets']) {
        expect(headers['access-control-allow-headers']).toContain(name);
      }
      expect((await preflight('https://evil.example')).status).toBe(403);
    }),
  );

  test(
    'let a page read why it was refused, and the answers of the SDK',
    withServer({ allowOrigins: ['https://app.example.com'] }, async (server) => {
      const origin = 'https://app.example.com';
      const { authorization: _, ...headers } = list({ origin }).headers ?? {};
      const refused = await server.send({ ...list(), headers });
      expect(refused).toMatchObject({
        status: 401,
        headers: { 'access-control-allow-origin': origin },
      });
      const ping = posted(
        'modern',
        { id: 1, method: 'server/discover' },
        { origin, authorization: 'Bearer one' },
      );
      expect(await server.send(ping)).toMatchObject({
        status: 200,
        headers: { 'access-control-allow-origin': origin },
      });
    }),
  );
});

describe('bodies', () => {
  test(
    'that say to have more than 4 MiB are sent away unread, and those that come to more',
    withServer({}, async (server) => {
      const announced = await server.socket();
      announced.write(head(posted('modern', LIST), { 'content-length': String(FOUR_MIB + 1) }));
      const answer = await received(announced);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');

      const chunked = await server.socket();
      chunked.write(head(list(), { 'transfer-encoding': 'chunked' }));
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      const refused = received(chunked);
      for (let sent = 0; sent <= FOUR_MIB; sent += 0x10000) chunked.write(chunk);
      expect(await refused).toMatch(/^HTTP\/1\.1 413 /);
    }),
  );

  test(
    'of exactly 4 MiB are read',
    withServer({}, async (server) => {
      const sent = list();
      const body = String(sent.body).padEnd(FOUR_MIB, ' ');
      expect((await server.send({ ...sent, body })).status).toBe(200);
    }),
  );
});

describe('times', () => {
  test(
    'a head that does not come to its end is given up, however slowly it drips',
    withServer({ headersTimeoutMs: 200 }, async (server) => {
      const dripping = await server.socket();
      dripping.write('POST /mcp HTTP/1.1\r\n');
      const drip = setInterval(() => dripping.write('x: y\r\n'), 20);
      expect(await received(dripping)).toMatch(/^HTTP\/1\.1 408 /);
      clearInterval(drip);
    }),
  );

  test(
    'a connection that says nothing is closed',
    withServer({ headersTimeoutMs: 200 }, async (server) => {
      const silent = await server.socket();
      silent.resume();
      await once(silent, 'close');
    }),
  );

  test(
    'a body that does not come to its end is given up',
    withServer({ headersTimeoutMs: 200, requestTimeoutMs: 200 }, async (server) => {
      const socket = await server.socket();
      socket.write(`${head(list(), { 'content-length': '100' })}{`);
      expect(await received(socket)).toMatch(/^HTTP\/1\.1 (408|504) /);
    }),
  );

  /** The platform hangs: resolves when the connection of its next question is dropped. */
  const isDropped = () =>
    new Promise<void>((resolve) => {
      upstream.answer((_, response) => response.once('close', () => resolve()));
    });

  /** Calls until everything is loaded that a call takes: the first ones may be out of time before the platform is asked. */
  const warmUp = async ({ send }: Pick<TestServer, 'send'>) => {
    upstream.answer(json(200, { items: [] }));
    await expect
      .poll(async () => (await send(callOf('one'))).status, { timeout: 20_000 })
      .toBe(200);
  };

  test(
    'a platform that hangs is not waited for longer than a request may take, and hears of it',
    withServer({ requestTimeoutMs: 300 }, async (server) => {
      await warmUp(server);
      const dropped = isDropped();
      const answered = await server.send(callOf('one'));
      expect(answered.status).toBe(504);
      expect(messageOf(answered)).toContain('took too long');
      await dropped;
      expect(server.problems).toEqual([]);
    }),
  );

  test.each([
    ['legacy', 'tools/call'],
    ['modern', 'tools/call'],
    ['modern', 'resources/read'],
  ] as const)('the same for what the SDK answers (%s, %s)', async (era, method) => {
    const server = await startServer(upstream.url, { requestTimeoutMs: 300 });
    await warmUp(server);
    const dropped = isDropped();
    const message =
      method === 'tools/call'
        ? call('list_organizations', {})
        : { id: 1, method, params: { uri: 'docs://spaces/s1/pages/p1' } };
    const meta = { ...(era === 'modern' && ENVELOPE), progressToken: 1 };
    const params = { ...message.params, _meta: meta };
    const outcome = await server
      .send(posted(era, { ...message, params }, { authorization: 'Bearer one' }))
      .then(({ status }) => status)
      .catch(({ code }: NodeJS.ErrnoException) => code);
    expect([504, 'ECONNRESET']).toContain(outcome);
    await dropped;
    expect(server.problems).toEqual([]);
    await server.close();
  });

  test(
    'who says to listen to changes, and calls a tool, gets no more time',
    withServer({ requestTimeoutMs: 300 }, async (server) => {
      upstream.answer(() => undefined);
      const lie = { authorization: 'Bearer one', 'mcp-method': 'subscriptions/listen' };
      const message = call('list_organizations', {});
      expect((await server.send(posted('legacy', message, lie))).status).toBe(504);
      expect((await server.send(posted('modern', message, lie))).status).toBe(400);
    }),
  );

  test('signs of life do not keep up what hangs', async () => {
    const warm = await startServer(upstream.url);
    await warmUp(warm);
    await warm.close();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const server = await startServer(upstream.url, { requestTimeoutMs: 40_000 });
    const dropped = new Promise<void>((resolve) => {
      upstream.answer((_, response) => {
        response.once('close', () => resolve());
        vi.advanceTimersByTime(31_000);
        setImmediate(() => vi.advanceTimersByTime(10_000));
      });
    });
    const socket = await server.socket();
    socket.write(
      head(posted('legacy', call('list_organizations', {}), { authorization: 'Bearer one' })),
    );
    const text = await received(socket);
    expect(text.match(/: keepalive\n\n/g)).toHaveLength(2);
    expect(text).not.toContain('event: message');
    await dropped;
    await server.close();
    vi.useRealTimers();
  });
});

describe('requests at once', () => {
  test(
    'are limited for each token',
    withServer({ maxConcurrentPerToken: 2 }, async (server) => {
      const platform = slowPlatform();
      const asked = [platform.isAsked(), platform.isAsked(), platform.isAsked()];
      const first = server.send(callOf('one'));
      const second = server.send(callOf('one'));
      await Promise.all(asked.slice(0, 2));
      const refused = await server.send(callOf('one'));
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      expect(messageOf(refused)).toContain('2 requests with this token');
      const other = server.send(callOf('two'));
      await asked[2];
      platform.answerAll();
      const statuses = (await Promise.all([first, second, other])).map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200]);
      expect((await server.send(list())).status).toBe(200);
    }),
  );

  test(
    'are limited in all',
    withServer({ maxConcurrent: 2 }, async (server) => {
      const platform = slowPlatform();
      const asked = [platform.isAsked(), platform.isAsked()];
      const both = [server.send(callOf('one')), server.send(callOf('two'))];
      await Promise.all(asked);
      expect(await server.send(callOf('three'))).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
      });
      platform.answerAll();
      await Promise.all(both);
      expect((await server.send(list())).status).toBe(200);
    }),
  );

  test(
    'are no longer counted when their client hangs up, and the platform hears of it',
    withServer({ maxConcurrent: 1 }, async (server) => {
      let dropped: Promise<unknown> | undefined;
      const asked = new Promise<void>((resolve) => {
        upstream.answer((_, response) => {
          dropped = once(response, 'close');
          resolve();
        });
      });
      const socket = await server.socket();
      socket.write(head(callOf('one')));
      await asked;
      expect((await server.send(list())).status).toBe(503);
      socket.destroy();
      await dropped;
      expect((await server.send(list())).status).toBe(200);
    }),
  );

  test(
    'nor are those that waited behind it on its connection',
    withServer({ maxConcurrent: 3 }, async (server) => {
      const dropped: Promise<unknown>[] = [];
      const asked = new Promise<void>((resolve) => {
        upstream.answer((_, response) => {
          if (dropped.push(once(response, 'close')) === 3) resolve();
        });
      });
      const socket = await server.socket();
      socket.write(head(callOf('one')).repeat(3));
      await asked;
      expect((await server.send(list())).status).toBe(503);
      socket.destroy();
      await Promise.all(dropped);
      upstream.answer(json(200, { items: [] }));
      const again = await Promise.all(
        [callOf('one'), callOf('two'), callOf('three')].map(server.send),
      );
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    }),
  );
});

test(
  'nothing is said of what the server is made of',
  withServer({}, async (server) => {
    const answers = [
      await server.send(list()),
      await server.send({ ...list(), body: '{' }),
      await server.send({ path: '/nowhere' }),
      await server.send({ headers: {} }),
      await server.send({ method: 'DELETE', headers: { authorization: 'Bearer one' } }),
    ];
    for (const { headers, body } of answers) {
      expect(headers.server).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(body).not.toMatch(/\bat .*\.(ts|js):\d|node_modules/);
    }
    const broken = await server.socket();
    broken.write('NONSENSE\r\n\r\n');
    expect(await received(broken)).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  }),
);

test('beyond loopback only the hosts are served that were named', async () => {
  const server = await startServer(upstream.url, {
    host: '0.0.0.0',
    allowHosts: ['docs.example.com'],
  });
  expect((await server.send(list({ host: 'docs.example.com:8443' }))).status).toBe(200);
  expect((await server.send(list({ host: 'localhost' }))).status).toBe(403);
  expect(
    (await server.send(list({ host: 'docs.example.com', origin: 'http://localhost' }))).status,
  ).toBe(403);
  await server.close();
});
