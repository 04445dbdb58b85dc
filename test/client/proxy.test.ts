import { describe, expect, test } from 'vitest';
import { connectProxy } from './connect-proxy.ts';
import {
  ask,
  clientOf,
  closedPort,
  failureOf,
  json,
  leapingClock,
  serve,
  setProxies,
} from './support.ts';

const echo = () => serve((response) => json(response, 200, { ok: true }));

describe('a proxy', () => {
  test('forwards to the platform', async () => {
    const server = await echo();
    const proxy = await connectProxy(server.port);
    setProxies({ HTTP_PROXY: proxy.url });
    const answer = await clientOf('http://platform.test/api').request(...ask());
    expect(answer.data).toEqual({ ok: true });
    expect(proxy.asked).toEqual(['platform.test:80']);
    expect(server.received).toMatchObject([
      { url: '/api/v1/things', headers: { host: 'platform.test' } },
    ]);
  });

  test('receives its own credentials, which no error repeats', async () => {
    const server = await echo();
    const proxy = await connectProxy(server.port, (socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    setProxies({ HTTP_PROXY: proxy.url.replace('//', '//me:pass-word@') });
    const error = await failureOf(clientOf('http://platform.test').request(...ask()));
    expect(error.kind).toBe('network');
    expect(error.message).toContain('407');
    expect(error.message).not.toContain('pass-word');
    expect(proxy.credentials).toEqual([`Basic ${btoa('me:pass-word')}`]);
    expect(server.connections()).toBe(0);
  });

  test.each(['platform.test', '.test', 'other.test,*.test', '*'])(
    'is bypassed for hosts in NO_PROXY=%s',
    async (exceptions) => {
      const proxy = await connectProxy(await closedPort());
      setProxies({ HTTP_PROXY: proxy.url, NO_PROXY: exceptions });
      const client = clientOf('http://platform.test', { clock: leapingClock() });
      expect((await failureOf(client.request(...ask()))).kind).toBe('network');
      expect(proxy.asked).toEqual([]);
    },
  );

  test.each(['127.0.0.1', 'localhost'])('is never used for %s', async (host) => {
    const server = await echo();
    const proxy = await connectProxy(server.port);
    setProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    const answer = await clientOf(`http://${host}:${server.port}`).request(...ask());
    expect(answer.status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  test('that hangs up fails the call', async () => {
    const proxy = await connectProxy(0, (socket) => socket.destroy());
    setProxies({ HTTP_PROXY: proxy.url });
    const client = clientOf('http://platform.test', { clock: leapingClock() });
    expect(await failureOf(client.request(...ask()))).toMatchObject({
      kind: 'network',
      message: 'GET /v1/things: no answer from the platform (the proxy hung up)',
    });
    expect(proxy.asked).toHaveLength(4);
  });

  test('that is silent fails the call', async () => {
    const proxy = await connectProxy(0, () => {});
    setProxies({ HTTP_PROXY: proxy.url });
    const client = clientOf('http://platform.test', {
      timing: { connectMs: 50, waitBudgetMs: 0 },
    });
    expect((await failureOf(client.request(...ask()))).kind).toBe('timeout');
  });

  test('that cannot be reached fails the call', async () => {
    setProxies({ HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` });
    const client = clientOf('http://platform.test', { clock: leapingClock() });
    expect(await failureOf(client.request(...ask()))).toMatchObject({
      kind: 'network',
      code: 'ECONNREFUSED',
    });
  });

  test('with an invalid address is named, not quoted', async () => {
    setProxies({ HTTP_PROXY: 'http://me:pass-word@' });
    const error = await failureOf(clientOf('http://platform.test').request(...ask()));
    expect(error).toMatchObject({
      kind: 'invalid_request',
      message: 'GET /v1/things: HTTPS_PROXY or HTTP_PROXY is not a valid proxy address',
    });
    expect(error.cause).toBeUndefined();
  });
});
