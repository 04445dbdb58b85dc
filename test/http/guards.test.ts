import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callOf, head, LIST, list, messageOf, testsOf } from './guarded.ts';
import { posted } from './requests.ts';
import { received, startServer } from './server.ts';

const FOUR_MIB = 4 * 1024 * 1024;

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

const withServer = testsOf(() => upstream);

/** A platform that answers only on command, and its requests. */
function slowPlatform() {
  const waiting: (() => void)[] = [];
  const asked: (() => void)[] = [];
  upstream.answer((received, response) => {
    waiting.push(() => json(200, { items: [] })(received, response));
    asked.shift()?.();
  });
  return {
    /** Resolves when the platform receives another request. */
    isAsked: () => new Promise<void>((resolve) => asked.push(resolve)),
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

describe('host names and origins', () => {
  test(
    'default to those of loopback',
    withServer({}, async (server) => {
      for (const host of [
        'localhost',
        '127.0.0.1:1234',
        '[::1]',
        'LOCALHOST:80',
        '127.0.0.2',
        'a.localhost',
      ]) {
        expect((await server.send(list({ host }))).status).toBe(200);
      }
      for (const host of [
        'docs.example.com',
        '127.0.0.1.example.com',
        '127.evil.example',
        'localhost.evil.example',
        'localhost.',
        '0.0.0.0',
        'a b',
      ]) {
        const refused = await server.send(list({ host }));
        expect(refused.status).toBe(403);
        expect(refused.body).not.toContain('example.com');
      }
      expect((await server.send(list({ origin: 'http://localhost:6274' }))).status).toBe(200);
      for (const origin of [
        'https://example.com',
        'null',
        'http://localhost.example.com',
        'http://127.evil.example',
      ]) {
        expect((await server.send(list({ origin }))).status).toBe(403);
      }
    }),
  );

  test(
    'include those that the operator names',
    withServer(
      { allowHosts: ['docs.example.com'], allowOrigins: ['https://app.example.com'] },
      async (server) => {
        expect((await server.send(list({ host: 'docs.example.com' }))).status).toBe(200);
        for (const _ of ['first', 'again']) {
          expect((await server.send(list({ host: 'other.example.com' }))).status).toBe(403);
        }
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
    'are reported in a preflight without a token',
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
    'let a page read refusals, and answers of the SDK',
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
    'with more than 4 MiB are refused unread, declared or not',
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
    'with more get an answer that clients read while they still send',
    withServer({}, async (server) => {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const answer = await fetch(server.url, {
          method: 'POST',
          headers: { authorization: 'Bearer one', 'content-type': 'application/json' },
          body: 'x'.repeat(2 * FOUR_MIB),
        });
        expect(answer.status).toBe(413);
        expect(await answer.text()).toContain('send less at once');
      }
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

describe('bodies that never arrive', () => {
  test(
    'take no slot from others, and the oldest is dropped above the limit',
    withServer({ maxConcurrent: 50, maxConcurrentPerAddress: 50 }, async (server) => {
      const { port, hostname } = new URL(server.url);
      const slow = Array.from({ length: 200 }, () => connect(Number(port), hostname));
      const answers = slow.map((socket) => {
        socket.write(head(list(), { 'content-length': '1000' }));
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', () => undefined);
        return () => text;
      });
      const refused = () => answers.filter((text) => / 408 /.test(text())).length;
      await expect.poll(refused).toBe(72);
      expect(answers.slice(0, 72).every((text) => / 408 /.test(text()))).toBe(true);
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await server.send(list())).status).toBe(200);
      }
      for (const socket of slow) socket.destroy();
    }),
  );

  test(
    'hold a limited number of bytes in all, whatever addresses they come from',
    withServer({ trustedProxies: ['127.0.0.1'] }, async (server) => {
      const { port, hostname } = new URL(server.url);
      const part = Buffer.alloc(FOUR_MIB - 1024, ' ');
      const sockets: Socket[] = [];
      const refused: number[] = [];
      for (let index = 0; index < 40; index += 1) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => {
          if (/^HTTP\/1\.1 408 /.test(chunk.toString())) refused.push(index);
        });
        const from = {
          'x-forwarded-for': `203.0.113.${index}`,
          'content-length': String(FOUR_MIB),
        };
        socket.write(head(list(from), { ...from, authorization: 'Bearer one' }));
        socket.write(part);
      }
      await expect.poll(() => refused.length).toBeGreaterThan(4);
      expect((await server.send(list({ 'x-forwarded-for': '203.0.113.200' }))).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    }),
    30_000,
  );
});

describe('concurrent requests', () => {
  test(
    'are limited for each address',
    withServer({ maxConcurrentPerAddress: 2 }, async (server) => {
      const platform = slowPlatform();
      const asked = [platform.isAsked(), platform.isAsked()];
      const both = [server.send(callOf('one')), server.send(callOf('two'))];
      await Promise.all(asked);
      const refused = await server.send(callOf('three'));
      expect(refused.status).toBe(429);
      expect(messageOf(refused)).toContain('2 requests from this address');
      platform.answerAll();
      await Promise.all(both);
    }),
  );

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
    'are limited in total',
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
    'are no longer counted after a disconnect, and the platform request is aborted',
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
    'including those queued behind it on its connection',
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
  'answers do not reveal the implementation',
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

test('beyond loopback only the named hosts are served', async () => {
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
