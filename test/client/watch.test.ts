import { expect, test } from 'vitest';
import type { AttemptWatch, RequestWatch } from '../../src/client/index.ts';
import {
  ask,
  clientOf,
  closedPort,
  collect,
  failureOf,
  json,
  leapingClock,
  serve,
} from './support.ts';

/** A watch that records its events, and adds these headers. */
function noting(headers?: AttemptWatch['headers']): RequestWatch & { told: unknown[] } {
  const told: unknown[] = [];
  return {
    told,
    attempt: (route, number) => {
      told.push(`${number}: ${route}`);
      return { headers, end: (status, fault) => told.push([status, fault]) };
    },
  };
}

test('a watch observes each attempt and its outcome', async () => {
  const server = await serve((response, _, count) =>
    json(response, count < 3 ? 503 : 200, { ok: true }),
  );
  const watch = noting();
  await clientOf(server.url, { clock: leapingClock() }).request(...ask({ watch }));
  expect(watch.told).toEqual([
    '1: GET /v1/things',
    [503, 'http'],
    '2: GET /v1/things',
    [503, 'http'],
    '3: GET /v1/things',
    [200, undefined],
  ]);
});

test('a watch observes the fault of an attempt without an answer', async () => {
  const watch = noting();
  const client = clientOf(`http://127.0.0.1:${await closedPort()}`, {
    timing: { waitBudgetMs: 0 },
  });
  await failureOf(client.request(...ask({ route: 'POST /v1/things', effect: 'create', watch })));
  expect(watch.told).toEqual(['1: POST /v1/things', [undefined, 'network']]);
});

test('headers of a watch are sent along, with streams too', async () => {
  const server = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('event: done\ndata: {}\n\n');
  });
  const watch = noting({ traceparent: '00-1-2-01' });
  await collect(clientOf(server.url).stream(...ask({ watch })));
  expect(server.received.map(({ headers }) => headers.traceparent)).toEqual(['00-1-2-01']);
  expect(server.received[0]?.headers.authorization).toBe('Bearer gb_api_0123456789');
  expect(watch.told).toEqual(['1: GET /v1/things', [200, undefined]]);
});

test.each([
  [200, true],
  [401, true],
  [404, true],
  [500, false],
  [503, false],
])('a platform whose root answers %i is reachable: %s', async (status, reached) => {
  const server = await serve((response) => json(response, status, {}));
  const client = clientOf(`${server.url}/prefix/`);
  expect(await client.reach(AbortSignal.timeout(5_000))).toBe(reached);
  expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /prefix/']);
  expect(server.received[0]?.headers.authorization).toBeUndefined();
});

test('a platform that is missing or too slow is not reachable', async () => {
  const gone = clientOf(`http://127.0.0.1:${await closedPort()}`);
  expect(await gone.reach(AbortSignal.timeout(5_000))).toBe(false);
  const silent = await serve(() => undefined);
  expect(await clientOf(silent.url).reach(AbortSignal.timeout(50))).toBe(false);
});
