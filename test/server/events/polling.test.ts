import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, pageIds } from '../../../platform/test/support.ts';
import { type Generation, generations } from '../../support/clients.ts';
import { serveHttp } from '../../support/program.ts';
import { type Subscribed, subscriber } from '../../support/subscriber.ts';
import {
  type Client,
  CONTENT,
  INTERVAL,
  modern,
  OUTLINE,
  REQUESTS,
  SPACE,
  SPEC,
  SPECIFICATION,
  startWorld,
  type WatchedWorld,
} from './world.ts';

/** Number of intervals, measured by the polls for another subscription. */
const INTERVALS = 6;

let world: WatchedWorld;
let uris: string[];
let open: Subscribed[] = [];

beforeAll(async () => {
  world = await startWorld(['--max-concurrent-per-token', '64'], serveHttp);
  const pages = await pageIds(world.platform.admin, `/spaces/${DEV_GUIDE}`);
  uris = [OUTLINE, ...[...pages.values()].map((id) => `${SPACE}/pages/${id}`)];
});

afterEach(async () => {
  world.upstream.intercept(undefined);
  for (const subscribed of open) await subscribed.end();
  open = [];
});

afterAll(() => world.close());

async function subscribe(client: Client, ...wanted: string[]): Promise<Subscribed> {
  const subscribed = await client.subscribe(...wanted);
  open.push(subscribed);
  return subscribed;
}

/** Number of requests in the meantime. */
async function during(pattern: RegExp, work: () => Promise<void>): Promise<number> {
  const before = world.upstream.count(pattern);
  await work();
  return world.upstream.count(pattern) - before;
}

/** Once in an interval; without sharing it would be at least twice as often. */
function expectOnce(polls: number): void {
  expect(polls).toBeGreaterThan(INTERVALS / 2);
  expect(polls).toBeLessThan(INTERVALS * 1.5);
}

const clock = () => world.upstream.more(SPECIFICATION, INTERVALS);

describe('polling', () => {
  it('happens once in an interval, conditionally, however many subscribe', async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => world.http('demo-admin-token')),
    );
    const [first] = clients as [Client];
    await subscribe(first, SPEC);
    for (const client of clients) {
      for (const uri of uris.slice(0, 5)) await subscribe(client, uri);
    }
    world.upstream.seen.length = 0;
    const polls = await during(CONTENT, clock);
    expectOnce(polls);
    for (const { status, ifNoneMatch, url } of world.upstream.seen) {
      expect({ status, url, isConditional: ifNoneMatch !== undefined }).toEqual({
        status: 304,
        url,
        isConditional: true,
      });
    }
  });

  it('uses only the token of each subscriber', async () => {
    const tokens = ['demo-admin-token', 'demo-editor-token'];
    for (const token of tokens) await subscribe(await world.http(token), OUTLINE);
    world.upstream.seen.length = 0;
    await world.upstream.more(CONTENT, 2 * INTERVALS);
    for (const token of tokens) {
      const own = world.upstream.seen.filter((request) => request.token === token);
      expectOnce(own.length);
    }
  });

  it('lists the change requests of a space once for each state, however many', async () => {
    const client = await world.http('demo-admin-token');
    const { items } = (await world.platform.admin('GET', `/spaces/${DEV_GUIDE}/change-requests`))
      .json;
    for (const { id } of items) await subscribe(client, `${SPACE}/change-requests/${id}`);
    await subscribe(client, SPEC);
    world.upstream.seen.length = 0;
    const polls = await during(REQUESTS, clock);
    expectOnce(polls / 2);
    expect(await during(CONTENT, clock)).toBe(0);
  });

  it('stops without subscribers', async () => {
    const clients = await Promise.all([
      world.http('demo-admin-token'),
      world.http('demo-admin-token'),
    ]);
    const [one, other] = clients as [Client, Client];
    await subscribe(other, SPEC);
    expect(await during(CONTENT, clock)).toBe(0);
    await one.subscribe(OUTLINE);
    await world.upstream.more(CONTENT, 2);
    // The connection breaks without notice.
    await one.close();
    await world.upstream.more(SPECIFICATION, 2);
    expect(await during(CONTENT, clock)).toBe(0);
  });

  it('backs off while the platform fails, and reports changes of that time', async () => {
    const client = await world.http('demo-admin-token');
    await subscribe(client, SPEC);
    await subscribe(client, OUTLINE, ...uris.slice(1, 3));
    const [, pageUri = ''] = uris;
    world.upstream.intercept((url) => (CONTENT.test(`GET ${url}`) ? { status: 500 } : undefined));
    // After polls 1, 3, 7 and 15 intervals after the first failure.
    const failing = await during(CONTENT, () => world.upstream.more(SPECIFICATION, 2 * INTERVALS));
    expect(failing).toBeGreaterThanOrEqual(2);
    expect(failing).toBeLessThanOrEqual(6);
    await world.edit(pageUri.split('/').at(-1) ?? '');
    world.upstream.intercept(undefined);
    await client.hears(pageUri);
  });

  it('waits for as long as the platform asks', async () => {
    const client = await world.http('demo-admin-token');
    await subscribe(client, SPEC);
    await subscribe(client, OUTLINE);
    world.upstream.intercept((url) =>
      CONTENT.test(`GET ${url}`) ? { status: 429, headers: { 'retry-after': '3600' } } : undefined,
    );
    await world.upstream.more(CONTENT, 1);
    expect(await during(CONTENT, clock)).toBe(0);
  });

  it.each([
    ['HTTP', () => world.http('demo-admin-token')],
    ['stdio', () => world.stdio(modern)],
  ] as const)(
    'ends a stream over %s when its token loses access, and says why',
    async (_, connect) => {
      const client = await connect();
      await subscribe(client, SPEC);
      const { ended } = await client.subscribe(OUTLINE);
      world.upstream.intercept((url) => (CONTENT.test(`GET ${url}`) ? { status: 403 } : undefined));
      await client.hears(OUTLINE);
      expect(await ended).toMatch(
        new RegExp(
          `^No subscription to ${OUTLINE}: .* failed \\(403\\).* The token may not do this`,
        ),
      );
      expect(await during(CONTENT, clock)).toBe(0);
      await expect(client.subscribe(OUTLINE)).rejects.toThrow(/\(403\)/);
    },
  );
});

it('ends all streams cleanly on shutdown', async () => {
  const server = await serveHttp(INTERVAL, { DOCS_PLATFORM_URL: world.upstream.url });
  const connection = await modern.http(server.url, 'demo-admin-token');
  const { ended } = await subscriber(connection).subscribe(OUTLINE);
  await server.stop();
  expect(await ended).toBe('graceful');
  await connection.close();
});

it('ends streams over stdio cleanly on shutdown', async () => {
  const [, program] = generations as [Generation, Generation];
  const client = await world.stdio(program);
  const { ended } = await client.subscribe(OUTLINE);
  const { pid } = client.client.transport as StdioClientTransport;
  process.kill(pid as number, 'SIGTERM');
  expect(await ended).toBe('graceful');
});
