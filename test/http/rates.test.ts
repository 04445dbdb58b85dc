import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressKey } from '../../src/server/http/guards/address.ts';
import { connectRedis } from '../../src/server/index.ts';
import { type RunningRedis, redisProgram, startRedis } from '../support/redis.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { posted } from './requests.ts';
import type { Sent } from './send.ts';
import { startServer, type TestServer } from './server.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

function listAs(token: string): Sent {
  return posted('modern', { id: 1, method: 'tools/list' }, { authorization: `Bearer ${token}` });
}

async function statuses(server: TestServer, token: string, times: number): Promise<number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < times; sent += 1) seen.push((await server.send(listAs(token))).status);
  return seen;
}

test('a token has so many requests in a minute, and is told when it has more', async () => {
  const server = await startServer(upstream.url, { rateLimit: 3 });
  expect(await statuses(server, 'one', 4)).toEqual([200, 200, 200, 429]);
  const { headers, body } = await server.send(listAs('one'));
  const wait = Number(headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(body).toContain(`3 requests a minute for each token; try again in ${wait} s`);
  expect(await statuses(server, 'two', 1)).toEqual([200]);
  await server.close();
});

test('an address has so many requests in a minute, whoever asks, and those without a token count', async () => {
  const server = await startServer(upstream.url, { rateLimitPerAddress: 3 });
  expect((await server.send({ ...listAs('one'), headers: {} })).status).toBe(401);
  expect(await statuses(server, 'one', 2)).toEqual([200, 200]);
  expect(await statuses(server, 'two', 1)).toEqual([429]);
  await server.close();
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, ''],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

describe.skipIf(!redisProgram)('replicas with a Redis', () => {
  let redis: RunningRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  test('share what they count, by hashes, and count alone while it is gone', async () => {
    const problems: Error[] = [];
    const connections = await Promise.all(
      [1, 2].map(() => connectRedis(redis.url, (problem) => problems.push(problem))),
    );
    const replicas = await Promise.all(
      connections.map((connection) =>
        startServer(upstream.url, { rateLimit: 3, redis: connection }),
      ),
    );
    const [first, second] = replicas as [TestServer, TestServer];
    expect(await statuses(first, 'secret-token', 2)).toEqual([200, 200]);
    expect(await statuses(second, 'secret-token', 2)).toEqual([200, 429]);
    expect(await statuses(first, 'secret-token', 1)).toEqual([429]);
    const keys = await connections[0]?.client.keys('*');
    expect(keys).toHaveLength(1);
    expect(keys?.join()).toContain('docs-platform-mcp:rate:token:');
    expect(keys?.join()).not.toContain('secret-token');

    const lost = connections.map(({ client }) => new Promise((end) => client.once('error', end)));
    await redis.stop();
    await Promise.all(lost);
    expect(await statuses(first, 'other', 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(second, 'other', 1)).toEqual([200]);
    expect(problems.map(({ message }) => message).join()).toContain('Redis at 127.0.0.1:');
    await Promise.all(replicas.map((replica) => replica.close()));
    await Promise.all(connections.map((connection) => connection.close()));
  });
});
