import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Canceller } from '../../src/client/cancellation.ts';
import { systemClock } from '../../src/client/clock.ts';
import { failures } from '../../src/client/errors.ts';
import { TokenLimiter } from '../../src/client/limits/token-limiter.ts';
import {
  ask,
  clientOf,
  collect,
  failureOf,
  json,
  leapingClock,
  ROUTE,
  serve,
  TOKEN,
} from './support.ts';

const NOW = Date.UTC(2030, 0, 1);

function usedUp(resetInSeconds: number) {
  return {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(NOW / 1000 + resetInSeconds),
  };
}

/** A server that holds its answers back until they are released one by one. */
async function holdingServer() {
  const held: { response: ServerResponse; url: string }[] = [];
  const server = await serve((response, { url }) => {
    held.push({ response, url });
    server.events.emit('held');
  });
  const until = async (count: number) => {
    while (held.length < count) await once(server.events, 'held');
  };
  return { server, held, until };
}

describe('an exhausted rate limit', () => {
  test('delays the next call of the token until the reset', async () => {
    const server = await serve((response, _, count) =>
      json(response, 200, {}, count === 1 ? usedUp(15) : {}),
    );
    const clock = leapingClock();
    const client = clientOf(server.url, { clock });
    await client.request(...ask());
    expect(clock.slept).toEqual([]);
    await client.request(...ask());
    expect(clock.slept).toEqual([15_000]);
    await client.request(...ask());
    expect(clock.slept).toEqual([15_000]);
  });

  test('for more than 20 s fails without a request', async () => {
    const server = await serve((response) => json(response, 200, {}, usedUp(42)));
    const clock = leapingClock();
    const client = clientOf(server.url, { clock });
    await client.request(...ask());
    expect(await failureOf(client.request(...ask()))).toMatchObject({
      kind: 'rate_limited',
      status: undefined,
      retryAfterMs: 42_000,
      message: `${ROUTE}: the rate limit of this token is used up; try again in 42 s`,
    });
    expect(clock.slept).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  test('does not concern another token', async () => {
    const server = await serve((response, { headers }) =>
      json(response, 200, {}, headers.authorization === `Bearer ${TOKEN}` ? usedUp(600) : {}),
    );
    const clock = leapingClock();
    const client = clientOf(server.url, { clock });
    await client.request(...ask());
    expect((await client.request(...ask({ token: 'another-token' }))).status).toBe(200);
  });

  test.each([
    ['without a reset', { 'x-ratelimit-remaining': '0' }],
    ['with a reset gone by', usedUp(-5)],
    ['with a reset in another unit', { ...usedUp(1), 'x-ratelimit-reset': String(NOW) }],
    ['with calls left', { ...usedUp(15), 'x-ratelimit-remaining': '1' }],
  ])('%s delays nothing', async (_, headers) => {
    const server = await serve((response) => json(response, 200, {}, headers));
    const clock = leapingClock();
    const client = clientOf(server.url, { clock });
    await client.request(...ask());
    await client.request(...ask());
    expect(clock.slept).toEqual([]);
  });

  test('delays a retry as well, within its 20 s', async () => {
    const server = await serve((response, _, count) =>
      json(response, count === 1 ? 429 : 200, {}, count === 1 ? usedUp(6) : {}),
    );
    const clock = leapingClock();
    await clientOf(server.url, { clock }).request(
      ...ask({ route: 'POST /v1/things', effect: 'create' }),
    );
    expect(clock.slept).toEqual([6000]);
  });

  test('can be cancelled during the wait', async () => {
    const soon = Math.floor(Date.now() / 1000) + 15;
    const server = await serve((response) =>
      json(response, 200, {}, { ...usedUp(0), 'x-ratelimit-reset': String(soon) }),
    );
    const controller = new AbortController();
    const client = clientOf(server.url, {
      clock: {
        ...systemClock,
        sleep: (ms, signal) => {
          setImmediate(() => controller.abort());
          return systemClock.sleep(ms, signal);
        },
      },
    });
    await client.request(...ask());
    const call = client.request(...ask({ signal: controller.signal }));
    expect((await failureOf(call)).kind).toBe('cancelled');
    expect(server.received).toHaveLength(1);
  });
});

describe('concurrent calls', () => {
  test('are limited to eight per token at first, the others follow in order', async () => {
    const { server, held, until } = await holdingServer();
    const client = clientOf(server.url, { maxConcurrency: 8 });
    const calls = Array.from({ length: 12 }, (_, n) => client.request(...ask({ query: { n } })));
    const other = client.request(...ask({ token: 'another-token', query: { n: 'other' } }));
    await until(9);
    expect(held.map(({ url }) => url.split('=')[1]).sort()).toEqual([
      ...['0', '1', '2', '3', '4', '5', '6', '7'],
      'other',
    ]);
    for (let next = 8; next < 12; next += 1) {
      json(held[next - 8]?.response as ServerResponse, 200, {});
      await until(next + 2);
      expect(held.at(-1)?.url).toBe(`/v1/things?n=${next}`);
    }
    for (const { response } of held.slice(4)) json(response, 200, {});
    await Promise.all([...calls, other]);
  });

  test('leave the queue when they are cancelled', async () => {
    const { server, held, until } = await holdingServer();
    const client = clientOf(server.url, { maxConcurrency: 8 });
    const first = Array.from({ length: 8 }, () => client.request(...ask()));
    await until(8);
    const controller = new AbortController();
    const waiting = client.request(...ask({ query: { n: 'gone' }, signal: controller.signal }));
    const next = client.request(...ask({ query: { n: 'next' } }));
    controller.abort();
    expect((await failureOf(waiting)).kind).toBe('cancelled');
    json(held[0]?.response as ServerResponse, 200, {});
    await until(9);
    expect(held[8]?.url).toBe('/v1/things?n=next');
    for (const { response } of held.slice(1)) json(response, 200, {});
    await Promise.all([...first, next]);
  });

  test('include streams for as long as they are read', async () => {
    const { server, held, until } = await holdingServer();
    const client = clientOf(server.url, { maxConcurrency: 8 });
    const streams = Array.from({ length: 8 }, () => collect(client.stream(...ask())));
    await until(8);
    const request = client.request(...ask());
    held[0]?.response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(held).toHaveLength(8);
    held[0]?.response.end();
    await until(9);
    json(held[8]?.response as ServerResponse, 200, {});
    await request;
    for (const { response } of held.slice(1, 8)) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    }
    await Promise.all(streams);
  });
});

describe('the state of a token', () => {
  const fail = failures(ROUTE, TOKEN);
  const take = async (limiter: TokenLimiter, token = TOKEN, cancelled = new Canceller()) =>
    limiter.enter(token, { fail, cancelled }, { party: '', work: cancelled });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is dropped with its last call', async () => {
    const limiter = new TokenLimiter(systemClock);
    const tokens = Array.from({ length: 1000 }, (_, n) => `token-${n}`);
    const permits = await Promise.all(tokens.map((token) => take(limiter, token)));
    expect(limiter.size).toBe(1000);
    for (const permit of permits) permit.leave();
    expect(limiter.size).toBe(0);
  });

  test('is dropped after a call that was cancelled in the queue', async () => {
    const limiter = new TokenLimiter(systemClock);
    const permits = await Promise.all(Array.from({ length: 8 }, () => take(limiter)));
    const cancelled = new Canceller();
    const waiting = take(limiter, TOKEN, cancelled);
    cancelled.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    for (const permit of permits) permit.leave();
    expect(limiter.size).toBe(0);
  });

  test('stays until an exhausted limit resets', async () => {
    vi.useFakeTimers({ now: NOW });
    const limiter = new TokenLimiter(systemClock);
    const permit = await take(limiter);
    permit.observe(usedUp(30));
    permit.leave();
    expect(limiter.size).toBe(1);
    const again = await take(limiter);
    await expect(again.take(20_000)).rejects.toMatchObject({ retryAfterMs: 30_000 });
    again.leave();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(limiter.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(limiter.size).toBe(0);
  });

  test('is not changed by an earlier reset that arrives late', async () => {
    const clock = leapingClock();
    const permit = await take(new TokenLimiter(clock));
    permit.observe(usedUp(10));
    permit.observe(usedUp(5));
    await permit.take(20_000);
    expect(clock.slept).toEqual([10_000]);
    permit.leave();
  });
});
