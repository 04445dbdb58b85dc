import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisReplicas } from '../../../src/server/events/redis-replicas.ts';
import type { Replicas, TopicWatch } from '../../../src/server/events/replicas.ts';
import { connectRedis, type RedisConnection } from '../../../src/server/redis.ts';
import { type RunningRedis, redisProgram, startRedis } from '../../support/redis.ts';

const SERVERS = 4;
const LEASE_MS = 60_000;

describe.skipIf(!redisProgram)('the servers that share a Redis server', () => {
  let redis: RunningRedis;
  let connections: RedisConnection[];
  let servers: Replicas[];
  let topics = 0;

  beforeAll(async () => {
    redis = await startRedis();
    connections = await Promise.all(
      Array.from({ length: SERVERS }, () => connectRedis(redis.url, () => undefined)),
    );
    servers = await Promise.all(connections.map((one) => redisReplicas(one, LEASE_MS)));
  });

  afterAll(async () => {
    for (const connection of connections) await connection.close();
    await redis.stop();
  });

  /** All servers on a separate topic. */
  function joined(): TopicWatch[] {
    topics += 1;
    return servers.map((server) => server.join(`topic-${topics}`));
  }

  it('elect one at a time, whoever joins and leaves in whatever order', async () => {
    const step = fc.record({
      server: fc.nat(SERVERS - 1),
      does: fc.constantFrom('lead' as const, 'leave' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const topic = joined();
        const members = [...topic];
        let leader: number | undefined;
        for (const { server, does } of steps) {
          if (does === 'lead') {
            const leads = await (members[server] as TopicWatch).lead();
            expect(leads).toBe(leader === undefined || leader === server);
            if (leads) leader = server;
          } else {
            await (members[server] as TopicWatch).leave();
            if (leader === server) leader = undefined;
            // It returns without any stored data.
            members[server] = (servers[server] as Replicas).join(`topic-${topics}`);
          }
        }
        for (const member of members) await member.leave();
      }),
      { numRuns: 30 },
    );
  });

  it('elect one when all ask at once', async () => {
    const members = joined();
    const leads = await Promise.all(members.map((member) => member.lead()));
    expect(leads.filter(Boolean)).toHaveLength(1);
    for (const member of members) await member.leave();
  });

  it('hear each other on a topic, once each, and on no others', async () => {
    const members = joined();
    const strangers = joined();
    const heard: string[] = [];
    const all = members.map(
      (member, index) =>
        new Promise<void>((resolve) => {
          member.bus.subscribe((event) => {
            heard.push(`${index} ${JSON.stringify(event)}`);
            if (event.kind === 'resource_updated' && event.uri === 'docs://last') resolve();
          });
        }),
    );
    for (const { bus } of strangers) bus.subscribe(() => heard.push('a stranger'));
    members[0]?.bus.publish({ kind: 'resource_updated', uri: 'docs://first' });
    members[0]?.bus.publish({ kind: 'resource_updated', uri: 'docs://last' });
    await Promise.all(all);
    const expected = ['docs://first', 'docs://last'].flatMap((uri) =>
      members.map((_, index) => `${index} {"kind":"resource_updated","uri":"${uri}"}`),
    );
    expect(heard.toSorted()).toEqual(expected.toSorted());
    for (const member of [...members, ...strangers]) await member.leave();
  });

  it('share the last state with each other, and with nobody else', async () => {
    const [one, other] = joined() as [TopicWatch, TopicWatch];
    expect(await other.recall()).toBeUndefined();
    const seen = { question: { etag: '"1"', mark: 'm', parts: { 'docs://page': 'p' } } };
    expect(await one.remember(seen)).toBe(true);
    expect(await other.recall()).toEqual(seen);
    const key = `docs-platform-mcp:changes:{topic-${topics}}:seen`;
    await connections[0]?.client.set(key, '{"question":1}');
    expect(await other.recall()).toBeUndefined();
    await connections[0]?.client.set(key, 'no JSON');
    expect(await other.recall()).toBeUndefined();
  });

  it('poll each for itself while it is unreachable, and elect again when it is back', async () => {
    const [one, other] = joined() as [TopicWatch, TopicWatch];
    expect([await one.lead(), await other.lead()]).toEqual([true, false]);
    await redis.stop();
    expect([await one.lead(), await other.lead()]).toEqual([true, true]);
    expect(await one.remember({})).toBe(false);
    expect(await one.recall()).toBeUndefined();
    one.bus.publish({ kind: 'resource_updated', uri: 'docs://lost' });
    await redis.start();
    await Promise.all(connections.slice(0, 2).map(connected));
    expect([await other.lead(), await one.lead()]).toEqual([true, false]);
    await Promise.all([one.leave(), other.leave()]);
  });
});

async function connected({ client }: RedisConnection): Promise<void> {
  if (!client.isReady) await new Promise<void>((resolve) => client.once('ready', () => resolve()));
}
