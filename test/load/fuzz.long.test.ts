import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { fuzz } from './fuzz/run.ts';
import { IS_LONG } from './long.ts';
import { type MeasuredServer, startMeasured } from './measured/server.ts';

const REQUESTS = IS_LONG ? 100_000 : 10_000;
/** Enough to compile and load everything that requests reach. */
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
    const before = await server.memory();
    const outcome = await fuzz(server.port, REQUESTS, 1_000_000);
    const after = await server.memory();
    await annotate(JSON.stringify({ ...outcome, before, after }));

    expect(outcome.requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(outcome.defects).toEqual([]);
    for (const status of [200, 400, 401, 403, 404, 405, 413, 431]) {
      expect(outcome.statuses[status], `answers of ${status}`).toBeGreaterThan(0);
    }
    expect(after.heapUsed).toBeLessThan(before.heapUsed * ALLOWED_GROWTH);
    expect(after.rss).toBeLessThan(before.rss * ALLOWED_GROWTH);

    const client = await modern?.http(server.url, 'another-token');
    expect(await client?.facts('get_page', { spaceId: 's1', pageId: 'p1' })).toHaveProperty(
      'markdown',
    );
    await client?.close();
    expect(server.unhandled()).toEqual([]);
    expect(await server.stop()).toBe(0);
  }, 1_200_000);
});
