import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressKey, callerAddress, trustNetworks } from '../../src/server/http/guards/address.ts';
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

test('a token has a limit of requests per minute, and a call beyond it is refused with that limit', async () => {
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

test('an address has a limit of requests per minute, for all callers and without a token', async () => {
  const server = await startServer(upstream.url, { rateLimitPerAddress: 3 });
  expect((await server.send({ ...listAs('one'), headers: {} })).status).toBe(401);
  expect(await statuses(server, 'one', 2)).toEqual([200, 200]);
  expect(await statuses(server, 'two', 1)).toEqual([429]);
  await server.close();
});

test('behind a trusted proxy the client IP is the one that the proxy saw, whatever the caller claims', async () => {
  const server = await startServer(upstream.url, {
    rateLimitPerAddress: 1,
    trustedProxies: ['127.0.0.0/8', '192.0.2.1'],
  });
  const statusFor = async (forwarded: string) => {
    const { headers, ...sent } = listAs('one');
    return (await server.send({ ...sent, headers: { ...headers, 'x-forwarded-for': forwarded } }))
      .status;
  };
  expect(await statusFor('198.51.100.7')).toBe(200);
  expect(await statusFor('198.51.100.7')).toBe(429);
  expect(await statusFor('203.0.113.9, 198.51.100.7, 192.0.2.1')).toBe(429);
  expect(await statusFor('198.51.100.8')).toBe(200);
  await server.close();
});

test('the header of an untrusted proxy is ignored', async () => {
  const server = await startServer(upstream.url, { rateLimitPerAddress: 1 });
  const { headers, ...sent } = listAs('one');
  const statuses: number[] = [];
  for (const forwarded of ['198.51.100.7', '198.51.100.8']) {
    const with_ = { ...headers, 'x-forwarded-for': forwarded };
    statuses.push((await server.send({ ...sent, headers: with_ })).status);
  }
  expect(statuses).toEqual([200, 429]);
  await server.close();
});

describe('the client IP', () => {
  const trusted = trustNetworks(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);
  const addressOf = (remoteAddress: string | undefined, forwarded?: string) =>
    callerAddress(
      {
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      trusted,
    );

  test.each([
    ['of a peer that is no proxy', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['of a proxy without the header', '10.1.2.3', undefined, '10.1.2.3'],
    ['of the one before the proxy', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['with a port', '10.1.2.3', '198.51.100.7:4711', '198.51.100.7'],
    ['of IPv6 with a port', '::ffff:10.1.2.3', '[2001:db9::7]:4711', '2001:db9::7'],
    ['behind two', '2001:db8::1', 'x, 198.51.100.7,192.0.2.1', '198.51.100.7'],
    ['that a caller made up', '10.1.2.3', '10.9.9.9, 198.51.100.7', '198.51.100.7'],
    ['where all are trusted', '10.1.2.3', '10.1.1.1', '10.1.1.1'],
    ['behind a word that is none', '10.1.2.3', '198.51.100.7, unknown', '10.1.2.3'],
    ['behind an empty one', '10.1.2.3', '', '10.1.2.3'],
    ['that is gone', undefined, '198.51.100.7', undefined],
  ])('%s', (_, peer, forwarded, address) => {
    expect(addressOf(peer, forwarded)).toBe(address);
  });

  test('can be followed to its left end and no further', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (parts) => {
        const found = addressOf('10.1.2.3', parts.join(', '));
        expect(['10.1.2.3', ...parts.map((part) => part.trim())].join(' ')).toContain(found);
      }),
    );
  });
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

describe.skipIf(!redisProgram)('replicas with Redis', () => {
  let redis: RunningRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  test('share their counts under hashes, and count alone while it is unreachable', async () => {
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
