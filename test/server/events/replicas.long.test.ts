import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, pageIds } from '../../../platform/test/support.ts';
import { type RunningServe, serveHttp } from '../../support/program.ts';
import { type RunningRedis, redisProgram, startRedis } from '../../support/redis.ts';
import { subscriber } from '../../support/subscriber.ts';
import {
  type Client,
  CONTENT,
  INTERVAL,
  modern,
  OUTLINE,
  SPACE,
  SPEC,
  SPECIFICATION,
  startWorld,
  type WatchedWorld,
} from './world.ts';

/** Number of intervals, measured by the polls of a server that stands alone. */
const INTERVALS = 8;

/** More polls than there can be in this many intervals; two separate pollers would poll twice as often. */
const MOST = INTERVALS * 1.5;

const TOKEN = 'demo-admin-token';

describe.skipIf(!redisProgram)('two replicas', () => {
  let redis: RunningRedis;
  let world: WatchedWorld;
  const replicas: RunningServe[] = [];
  const clients: Client[] = [];
  let page: string;
  let pageUri: string;

  beforeAll(async () => {
    redis = await startRedis();
    world = await startWorld();
    const pages = await pageIds(world.platform.admin, `/spaces/${DEV_GUIDE}`);
    page = pages.get('guides/retries') ?? '';
    pageUri = `${SPACE}/pages/${page}`;
    await (await world.http(TOKEN)).subscribe(SPEC);
    for (let index = 0; index < 2; index += 1) await start(index);
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
    for (const { child } of replicas) child.kill('SIGKILL');
    // A replica that could not be started need not be stopped.
    await world?.close();
    await redis?.stop();
  });

  /** Starts a replica in this slot, and a client of it. */
  async function start(index: number): Promise<void> {
    const replica = await serveHttp(INTERVAL, {
      DOCS_PLATFORM_URL: world.upstream.url,
      DOCS_PLATFORM_REDIS_URL: redis.url,
    });
    replicas[index] = replica;
    clients[index] = await listening(replica);
  }

  async function listening({ url }: RunningServe): Promise<Client> {
    const connection = await modern.http(url, TOKEN);
    const client = { ...connection, ...subscriber(connection) };
    await client.subscribe(pageUri, OUTLINE);
    return client;
  }

  /** Polls of all servers while the one that stands alone polls this often. */
  async function polls(): Promise<number> {
    const before = world.upstream.count(CONTENT);
    await world.upstream.more(SPECIFICATION, INTERVALS);
    return world.upstream.count(CONTENT) - before;
  }

  /** Waits until all servers together poll once in an interval. */
  async function settled(): Promise<void> {
    while ((await polls()) >= MOST);
  }

  async function allHear(): Promise<void> {
    const markdown = await world.edit(page);
    for (const client of clients) {
      await client.hears(pageUri);
      const { contents } = await client.client.readResource({ uri: pageUri });
      expect(JSON.stringify(contents)).toContain(markdown);
    }
  }

  it('poll once in an interval in all, and notify the clients of both', async () => {
    const inAll = await polls();
    expect(inAll).toBeGreaterThan(INTERVALS / 2);
    expect(inAll).toBeLessThan(MOST);
    await allHear();
  });

  it('share no token in keys, values or messages', async () => {
    const observer = await createClient({ url: redis.url }).connect();
    const ear = await observer.duplicate().connect();
    const messages: string[] = [];
    await ear.pSubscribe('*', (message, channel) => messages.push(`${channel} ${message}`));
    await allHear();
    const keys = await observer.keys('*');
    const values = await Promise.all(keys.map((key) => observer.get(key)));
    expect(keys.toSorted()).toEqual([
      expect.stringMatching(/^docs-platform-mcp:changes:\{[\w-]{43}\}:lease$/),
      expect.stringMatching(/^docs-platform-mcp:changes:\{[\w-]{43}\}:seen$/),
    ]);
    expect(messages.join('\n')).toContain(pageUri);
    expect([...keys, ...values, ...messages].join('\n')).not.toContain(TOKEN);
    ear.destroy();
    observer.destroy();
  });

  it('continue separately when Redis is lost, and together when it is back', async () => {
    await redis.stop();
    await allHear();
    await redis.start();
    await settled();
    await allHear();
  });

  it('continue after the leader is gone', async () => {
    // Each leader in turn ends, and another one takes over.
    for (const [index, { child }] of [...replicas].entries()) {
      child.kill('SIGKILL');
      await clients[index]?.close();
      await world.edit(page);
      await clients[1 - index]?.hears(pageUri);
      await start(index);
    }
    await settled();
    await allHear();
  });

  it('end the streams of a token at all of them when it can no longer read', async () => {
    const open = await Promise.all(clients.map((client) => client.subscribe(pageUri)));
    world.upstream.intercept((url) => (CONTENT.test(`GET ${url}`) ? { status: 404 } : undefined));
    for (const { ended } of open) expect(await ended).toMatch(/^No subscription to .* \(404\)/);
    for (const client of clients) await expect(client.subscribe(OUTLINE)).rejects.toThrow();
  });
});
