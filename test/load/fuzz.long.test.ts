import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import { IS_LONG } from '../support/long-run.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { fuzz, noOutcome } from './fuzz/run.ts';
import { type MeasuredServer, type Memory, startMeasured } from './measured/server.ts';

const REQUESTS = IS_LONG ? 100_000 : 6_000;
const ROUNDS = 10;
/** Number of warm-up requests, to load and compile everything that requests reach. */
const WARM_UP = 5_000;
const ALLOWED_GROWTH = 1.2;

const [, modern] = generations;

describe('a server that receives malformed requests', () => {
  let upstream: Upstream;
  let server: MeasuredServer;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.answer((received, response) => {
      upstream.received.length = 0;
      json(200, { id: 'x', items: [], markdown: 'Text. '.repeat(700) })(received, response);
    });
    server = await startMeasured(
      ['--toolsets', 'all', '--headers-timeout', '1000', '--request-timeout', '3000'],
      { DOCS_PLATFORM_URL: upstream.url },
    );
  });

  afterAll(() => upstream.close());

  it(`keeps answering, without more memory, after ${REQUESTS} requests`, async ({ annotate }) => {
    await fuzz(server.port, WARM_UP, 1);
    const outcome = noOutcome();
    const memory: Memory[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await fuzz(server.port, REQUESTS / ROUNDS, round * 1_000_000, outcome);
      memory.push(await server.memory());
    }
    await annotate(JSON.stringify({ ...outcome, memory }));

    expect(outcome.requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(outcome.defects).toEqual([]);
    for (const status of [200, 400, 401, 403, 404, 405, 413, 431]) {
      expect(outcome.statuses[status], `answers of ${status}`).toBeGreaterThan(0);
    }
    const [before, after] = [memory.slice(0, ROUNDS / 2), memory.slice(ROUNDS / 2)].map(least);
    expect(after?.heapUsed).toBeLessThan(Number(before?.heapUsed) * ALLOWED_GROWTH);
    expect(after?.rss).toBeLessThan(Number(before?.rss) * ALLOWED_GROWTH);

    const client = await modern?.http(server.url, 'another-token');
    expect(await client?.facts('get_page', { spaceId: 's1', pageId: 'p1' })).toHaveProperty(
      'markdown',
    );
    await client?.close();
    expect(server.unhandled()).toEqual([]);
    expect(await server.stop()).toBe(0);
  }, 1_200_000);
});

/**
 * The memory that the process needs: the minimum over some rounds. In most rounds the allocators also keep free
 * memory for a while, up to a third of all.
 */
function least(samples: readonly Memory[]): Memory {
  return {
    heapUsed: Math.min(...samples.map(({ heapUsed }) => heapUsed)),
    rss: Math.min(...samples.map(({ rss }) => rss)),
  };
}
