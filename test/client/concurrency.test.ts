import { describe, expect, test } from 'vitest';
import { type Behaviour, simulate } from './simulated.ts';
import { ask, clientOf, json, serve } from './support.ts';

const TAKES = 20;
const ALONE = [{ party: 'one', works: 100 }];

/** Refuses requests beyond its capacity. */
const taking =
  (capacity: (ms: number) => number): Behaviour =>
  (underWay, ms) =>
    underWay > capacity(ms) ? { takes: 5, refused: true } : { takes: TAKES };

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('the concurrent requests of a token', () => {
  test('grow to the limit while the platform takes everything, and never beyond it', async () => {
    const samples = await simulate(() => ({ takes: TAKES }), {
      max: 40,
      ms: 2_000,
      callers: ALONE,
    });
    const counts = samples.map(({ underWay }) => underWay);
    expect(Math.max(...counts.slice(0, 8))).toBe(8);
    expect(Math.max(...counts)).toBe(40);
    expect(mean(samples.filter(({ at }) => at > 500).map(({ underWay }) => underWay))).toBe(40);
  });

  test('begin below eight if the limit is lower', async () => {
    const samples = await simulate(() => ({ takes: TAKES }), { max: 3, ms: 500, callers: ALONE });
    expect(Math.max(...samples.map(({ underWay }) => underWay))).toBe(3);
  });

  test.each([2, 5, 12, 30])('settle at the capacity of the platform, %i', async (capacity) => {
    const samples = await simulate(
      taking(() => capacity),
      { max: 64, ms: 10_000, callers: ALONE },
    );
    const settled = samples.filter(({ at }) => at > 2_000);
    const refused = settled.filter((sample) => sample.refused).length;
    expect(mean(settled.map(({ underWay }) => underWay))).toBeGreaterThan(capacity * 0.5);
    expect(Math.max(...settled.map(({ underWay }) => underWay))).toBeLessThanOrEqual(capacity + 2);
    expect(refused / settled.length).toBeLessThan(capacity === 2 ? 0.4 : 0.12);
  });

  test('follow a temporary loss of capacity', async () => {
    const behaviour = taking((ms) => (ms > 3_000 && ms < 6_000 ? 4 : 40));
    const samples = await simulate(behaviour, { max: 64, ms: 10_000, callers: ALONE });
    const between = (from: number, to: number) =>
      mean(samples.filter(({ at }) => at > from && at < to).map(({ underWay }) => underWay));
    expect(between(2_000, 3_000)).toBeGreaterThan(20);
    expect(between(3_500, 6_000)).toBeLessThan(6);
    expect(between(8_000, 10_000)).toBeGreaterThan(20);
  });

  test('stop growing when more of them only make each slower', async () => {
    const queueing: Behaviour = (underWay) => ({ takes: TAKES * Math.max(1, underWay / 8) ** 2 });
    const samples = await simulate(queueing, { max: 64, ms: 20_000, callers: ALONE });
    const settled = samples.filter(({ at }) => at > 5_000).map(({ underWay }) => underWay);
    expect(mean(settled)).toBeLessThan(25);
    expect(mean(settled)).toBeGreaterThanOrEqual(7);
  });
});

describe('callers that share a token', () => {
  test('get equal shares, however much each asks for', async () => {
    const callers = [
      { party: 'greedy', works: 200 },
      { party: 'modest', works: 10 },
      { party: 'another', works: 10 },
    ];
    const samples = await simulate(() => ({ takes: TAKES }), { max: 9, ms: 4_000, callers });
    const settled = samples.filter(({ at }) => at > 500);
    for (const { party } of callers) {
      const share = settled.filter((sample) => sample.party === party).length / settled.length;
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.39);
    }
  });

  test('get a single request served next, whatever others wait for', async () => {
    const order: string[] = [];
    const server = await serve((response, { url }) => {
      order.push(url.split('=')[1] as string);
      setTimeout(() => json(response, 200, {}), 5);
    });
    const client = clientOf(server.url, { maxConcurrency: 1 });
    const send = (name: string, party: string, signal = new AbortController().signal) =>
      client.request(...ask({ query: { name }, party, signal }));
    const { signal } = new AbortController();
    const many = Array.from({ length: 30 }, () => send('crawl', 'robot', signal));
    const own = send('look', 'robot');
    const other = send('read', 'person');
    await Promise.all([...many, own, other]);
    expect(order.slice(0, 4).sort()).toEqual(['crawl', 'crawl', 'look', 'read']);
  });
});

describe('a refused request', () => {
  test('releases its slot while it waits to be retried', async () => {
    const server = await serve((response, { url }, count) => {
      const refuse = url.endsWith('=first') && count === 1;
      json(response, refuse ? 503 : 200, {}, refuse ? { 'retry-after': '1' } : {});
    });
    const client = clientOf(server.url, { maxConcurrency: 1 });
    const first = client.request(...ask({ query: { n: 'first' } }));
    await client.request(...ask({ query: { n: 'second' } }));
    expect(server.received.map(({ url }) => url.split('=')[1])).toEqual(['first', 'second']);
    expect((await first).status).toBe(200);
  });
});
