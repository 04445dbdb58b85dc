import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatformError, type PlatformErrorDetails } from '../../src/client/errors.ts';
import { type Repetition, retryDelay } from '../../src/client/retry.ts';
import {
  ask,
  clientOf,
  closedPort,
  failureOf,
  json,
  leapingClock,
  serve,
  serveRaw,
  setProxies,
} from './support.ts';

const NOW = Date.UTC(2030, 0, 1);
const OK = { ok: true };
/** Harmless to repeat, whatever their method. */
const HARMLESS: Repetition[] = [
  { effect: 'read', method: 'GET' },
  { effect: 'read', method: 'POST' },
  { effect: 'delete', method: 'DELETE' },
  { effect: 'delete', method: 'POST' },
  { effect: 'update', method: 'PUT' },
];
/** A repetition of these may have an effect twice. */
const OTHERS: Repetition[] = [
  { effect: 'create', method: 'POST' },
  { effect: 'create', method: 'GET' },
  { effect: 'update', method: 'GET' },
  { effect: 'update', method: 'POST' },
  { effect: 'update', method: 'PATCH' },
];
const ALL = [...HARMLESS, ...OTHERS];

const sent = ({ effect, method }: Repetition) => ask({ route: `${method} /v1/things`, effect });

/** Fails the first `failures` requests in a given way and answers the others. */
function failing(failures: number, fail: (response: ServerResponse) => void) {
  return serve((response, _, count) => {
    if (count <= failures) fail(response);
    else json(response, 200, OK);
  });
}

describe('a retry', () => {
  test.each([
    [429, ALL],
    [502, HARMLESS],
    [503, HARMLESS],
    [504, HARMLESS],
    [500, []],
    [409, []],
  ])('follows %i only for %j', async (status, retried) => {
    for (const request of ALL) {
      const server = await failing(1, (response) => json(response, status, {}));
      const call = clientOf(server.url, { clock: leapingClock() }).request(...sent(request));
      if (retried.includes(request)) {
        expect(await call).toEqual({ status: 200, data: OK });
        expect(server.received).toHaveLength(2);
      } else {
        expect((await failureOf(call)).status).toBe(status);
        expect(server.received).toHaveLength(1);
      }
    }
  });

  test.each([
    ['before the headers', (response: ServerResponse) => response.socket?.destroy()],
    [
      'within the body',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '50' });
        response.write('{"ok":', () => response.socket?.destroy());
      },
    ],
  ])('follows a connection cut %s if it is harmless', async (_, cut) => {
    for (const request of ALL) {
      const server = await failing(1, cut);
      const call = clientOf(server.url, { clock: leapingClock() }).request(...sent(request));
      if (OTHERS.includes(request)) {
        expect(['network', 'invalid_response']).toContain((await failureOf(call)).kind);
        expect(server.received).toHaveLength(1);
      } else {
        expect((await call).data).toEqual(OK);
      }
    }
  });

  test.each(ALL)('of $effect by $method follows a refused connection', async (request) => {
    const clock = leapingClock();
    const client = clientOf(`http://127.0.0.1:${await closedPort()}`, { clock });
    const error = await failureOf(client.request(...sent(request)));
    expect(error.code).toBe('ECONNREFUSED');
    expect(clock.slept).toHaveLength(3);
  });

  test('of a POST follows a name that is not found', async () => {
    setProxies();
    const clock = leapingClock();
    const client = clientOf('http://platform.invalid', { clock });
    const error = await failureOf(
      client.request(...ask({ route: 'POST /v1/things', effect: 'create' })),
    );
    expect(error.kind).toBe('network');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(error.code);
    expect(clock.slept).toHaveLength(3);
  });

  test('sends the same body again', async () => {
    const server = await failing(2, (response) => json(response, 503, {}));
    const client = clientOf(server.url, { clock: leapingClock() });
    await client.request(
      ...ask({ route: 'PUT /v1/things', effect: 'update', body: { title: 'Home' } }),
    );
    expect(server.received.map(({ body }) => body)).toEqual(Array(3).fill('{"title":"Home"}'));
  });

  test('happens three times at most, then the failure is reported', async () => {
    const server = await failing(9, (response) =>
      response.writeHead(502).end('<html><title>Bad gateway</title>'),
    );
    const clock = leapingClock();
    const error = await failureOf(clientOf(server.url, { clock }).request(...ask()));
    expect(error).toMatchObject({ kind: 'http', status: 502, platformMessage: 'Bad gateway' });
    expect(server.received).toHaveLength(4);
    expect(clock.slept).toHaveLength(3);
    clock.slept.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThan(500 * 2 ** index);
    });
  });
});

describe('the delay that the platform asks for', () => {
  const inSeconds = (seconds: number) => String(NOW / 1000 + seconds);
  const atDate = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

  test.each([
    ['Retry-After in seconds', 503, { 'retry-after': '7' }, 7000],
    ['Retry-After as a date', 429, { 'retry-after': atDate(9) }, 9000],
    ['X-RateLimit-Reset', 429, { 'x-ratelimit-reset': inSeconds(12) }, 12_000],
    ['the later of both', 429, { 'retry-after': '2', 'x-ratelimit-reset': inSeconds(12) }, 12_000],
    ['20 seconds', 429, { 'retry-after': '20' }, 20_000],
  ])('is honoured: %s', async (_, status, headers, waited) => {
    const server = await failing(1, (response) => json(response, status, {}, headers));
    const clock = leapingClock();
    expect((await clientOf(server.url, { clock }).request(...ask())).status).toBe(200);
    expect(clock.slept).toEqual([waited]);
  });

  test.each([
    ['a date gone by', 429, { 'retry-after': atDate(-60) }],
    ['a word', 429, { 'retry-after': 'soon' }],
    ['eight thousand years', 429, { 'retry-after': '251606419357' }],
    ['the year 9999', 429, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }],
    ['a reset in milliseconds', 429, { 'x-ratelimit-reset': `${NOW + 5000}` }],
    ['the reset beside a 503', 503, { 'x-ratelimit-reset': inSeconds(15) }],
  ])('is ignored: %s', async (_, status, headers) => {
    const server = await failing(1, (response) => json(response, status, {}, headers));
    const clock = leapingClock();
    await clientOf(server.url, { clock }).request(...ask());
    expect(clock.slept).toHaveLength(1);
    expect(clock.slept[0]).toBeLessThan(500);
  });

  test.each([
    [429, 'rate_limited', { 'retry-after': '21' }, 21_000],
    [429, 'rate_limited', { 'x-ratelimit-reset': inSeconds(60) }, 60_000],
    [503, 'http', { 'retry-after': '120' }, 120_000],
  ])('beyond 20 s fails at once: %i', async (status, kind, headers, retryAfterMs) => {
    const server = await failing(1, (response) => json(response, status, {}, headers));
    const clock = leapingClock();
    const error = await failureOf(clientOf(server.url, { clock }).request(...ask()));
    expect(error).toMatchObject({ kind, status, retryAfterMs });
    expect(clock.slept).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test('stays within 20 s over all attempts', async () => {
    const server = await failing(9, (response) => json(response, 429, {}, { 'retry-after': '8' }));
    const clock = leapingClock();
    const error = await failureOf(clientOf(server.url, { clock }).request(...ask()));
    expect(error).toMatchObject({ kind: 'rate_limited', status: 429, retryAfterMs: 8000 });
    expect(clock.slept).toEqual([8000, 8000]);
    expect(server.received).toHaveLength(3);
  });
});

describe('the delay before a retry', () => {
  const failure = (details: PlatformErrorDetails) =>
    new PlatformError('http', 'GET /v1/x', 'failed', details);
  const policy = (request: Repetition) => ({ request, backoffMs: 500, budgetMs: 20_000 });
  const READ: Repetition = { effect: 'read', method: 'GET' };
  const CREATE: Repetition = { effect: 'create', method: 'POST' };

  test('is spread over the whole backoff', () => {
    const error = failure({ status: 503 });
    expect(retryDelay(error, policy(READ), 1, 0, 0)).toBe(0);
    expect(retryDelay(error, policy(READ), 1, 0, 0.5)).toBe(250);
    expect(retryDelay(error, policy(READ), 3, 0, 0.5)).toBe(1000);
  });

  test('never exceeds the budget nor undercuts the requested delay', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(40_000), { nil: undefined }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(30_000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (retryAfterMs, attempt, elapsed, random) => {
          const error = failure({ status: 429, retryAfterMs });
          const delay = retryDelay(error, policy(CREATE), attempt, elapsed, random);
          if (delay === undefined) return;
          expect(delay).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(elapsed + delay).toBeLessThanOrEqual(20_000);
        },
      ),
    );
  });

  test.each(['UND_ERR_CONNECT_TIMEOUT', 'EAI_AGAIN'])(
    'applies to a POST of which nothing was sent: %s',
    (code) => {
      expect(retryDelay(failure({ code }), policy(CREATE), 1, 0, 0.5)).toBe(250);
    },
  );

  test.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'CERT_HAS_EXPIRED', 'not_json'])(
    'does not exist after %s',
    (code) => {
      expect(retryDelay(failure({ code }), policy(READ), 1, 0, 0)).toBeUndefined();
    },
  );

  test('does not exist for other kinds of errors', () => {
    expect(retryDelay(new TypeError('a bug'), policy(READ), 1, 0, 0)).toBeUndefined();
  });
});

test('a connection closed while idle goes unnoticed by callers', async () => {
  const server = await serveRaw((socket, count) => {
    socket.on('data', () => {
      if (count === 1 && socket.bytesWritten > 0) {
        socket.resetAndDestroy();
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const client = clientOf(server.url, { clock: leapingClock() });
  expect((await client.request(...ask())).data).toEqual({});
  await new Promise((resolve) => setImmediate(resolve));
  expect((await client.request(...ask())).data).toEqual({});
});
