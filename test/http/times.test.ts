import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callOf, head, list, messageOf, testsOf } from './guarded.ts';
import { call, ENVELOPE, posted } from './requests.ts';
import { received, startServer, type TestServer } from './server.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

const withServer = testsOf(() => upstream);

describe('timeouts', () => {
  test(
    'headers that arrive too slowly are refused, however they drip',
    withServer({ headersTimeoutMs: 200 }, async (server) => {
      const dripping = await server.socket();
      dripping.write('POST /mcp HTTP/1.1\r\n');
      const drip = setInterval(() => dripping.write('x: y\r\n'), 20);
      expect(await received(dripping)).toMatch(/^HTTP\/1\.1 408 /);
      clearInterval(drip);
    }),
  );

  test(
    'a silent connection is closed',
    withServer({ headersTimeoutMs: 200 }, async (server) => {
      const silent = await server.socket();
      silent.resume();
      await once(silent, 'close');
    }),
  );

  test(
    'a body that does not arrive completely is refused',
    withServer({ headersTimeoutMs: 200, requestTimeoutMs: 200 }, async (server) => {
      const socket = await server.socket();
      socket.write(`${head(list(), { 'content-length': '100' })}{`);
      expect(await received(socket)).toMatch(/^HTTP\/1\.1 (408|504) /);
    }),
  );

  /** The platform hangs: resolves when the connection of its next request is dropped. */
  const isDropped = () =>
    new Promise<void>((resolve) => {
      upstream.answer((_, response) => response.once('close', () => resolve()));
    });

  /** Calls until everything for a call is loaded: the first ones may time out before they reach the platform. */
  const warmUp = async ({ send }: Pick<TestServer, 'send'>) => {
    upstream.answer(json(200, { items: [] }));
    await expect
      .poll(async () => (await send(callOf('one'))).status, { timeout: 20_000 })
      .toBe(200);
  };

  test(
    'a hanging platform is not awaited longer than the request timeout, and its request is aborted',
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
  ] as const)('the same for answers of the SDK (%s, %s)', async (era, method) => {
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
    'a tool call in a listen request gets no more time',
    withServer({ requestTimeoutMs: 300 }, async (server) => {
      upstream.answer(() => undefined);
      const lie = { authorization: 'Bearer one', 'mcp-method': 'subscriptions/listen' };
      const message = call('list_organizations', {});
      expect((await server.send(posted('legacy', message, lie))).status).toBe(504);
      expect((await server.send(posted('modern', message, lie))).status).toBe(400);
    }),
  );

  test('keep-alive messages do not extend the timeout', async () => {
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
