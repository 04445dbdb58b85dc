import { randomUUID } from 'node:crypto';
import {
  InMemoryServerEventBus,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RedisClient, RedisConnection } from '../redis.ts';
import { Snapshot } from './poll-topic.ts';
import type { Replicas, TopicWatch } from './replicas.ts';

const PREFIX = 'docs-platform-mcp:changes';

/** A message from one server to the others. */
const ReplicaMessage = z.object({
  /** The sending server. */
  from: z.string(),
  topic: z.string(),
  event: z.object({ kind: z.literal('resource_updated'), uri: z.string() }),
});
type ReplicaMessage = z.output<typeof ReplicaMessage>;

/**
 * Acquires or renews the lease unless another server holds it. The stored state lasts a little longer than the lease.
 */
const LEAD = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2] * 3)
return 1`;

/** Releases the lease if this server holds it. */
const RESIGN = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Attempts to become the leader within the duration of a lease. */
const RENEWALS = 4;

/**
 * Replicas that share a Redis or Valkey server. They elect one leader for each topic by a lease of `leaseMs`
 * milliseconds, and communicate over one channel. While Redis is unreachable, each server polls for itself; the
 * connection reports the problem.
 */
export async function redisReplicas(
  connection: RedisConnection,
  leaseMs: number,
): Promise<Replicas> {
  const { client } = connection;
  const from = randomUUID();
  const topics = new Map<string, RedisEventBus>();
  const subscriber = await connection.subscriber();
  await subscriber.subscribe(PREFIX, (text) => {
    const message = parse(ReplicaMessage, text);
    if (message && message.from !== from) topics.get(message.topic)?.deliver(message.event);
  });
  return {
    join: (topic) => {
      const bus = new RedisEventBus((event) => send(client, { from, topic, event }));
      topics.set(topic, bus);
      const left = () => {
        if (topics.get(topic) === bus) topics.delete(topic);
      };
      return new RedisMembership(client, topic, { bus, leaseMs, left });
    },
  };
}

/** Carries the changes of one topic between servers. */
class RedisEventBus implements ServerEventBus {
  readonly #here = new InMemoryServerEventBus();
  readonly #send: (event: ReplicaMessage['event']) => void;

  constructor(send: (event: ReplicaMessage['event']) => void) {
    this.#send = send;
  }

  publish(event: ServerEvent): void {
    this.deliver(event);
    if (event.kind === 'resource_updated') this.#send({ kind: event.kind, uri: event.uri });
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    return this.#here.subscribe(listener);
  }

  /** Notifies the listeners in this process. */
  deliver(event: ServerEvent): void {
    this.#here.publish(event);
  }
}

interface MembershipOptions {
  bus: ServerEventBus;
  leaseMs: number;
  left(): void;
}

class RedisMembership implements TopicWatch {
  readonly bus: ServerEventBus;
  readonly retryMs: number;
  readonly #client: RedisClient;
  readonly #options: MembershipOptions;
  readonly #id = randomUUID();
  readonly #lease: string;
  readonly #seen: string;
  #renewing: NodeJS.Timeout | undefined;
  #hasLeft = false;

  constructor(client: RedisClient, topic: string, options: MembershipOptions) {
    this.#client = client;
    this.#options = options;
    this.bus = options.bus;
    this.retryMs = options.leaseMs / RENEWALS;
    // One hash slot, because one script uses both keys.
    this.#lease = `${PREFIX}:{${topic}}:lease`;
    this.#seen = `${PREFIX}:{${topic}}:seen`;
  }

  async lead(): Promise<boolean> {
    clearInterval(this.#renewing);
    const holds = await this.#take();
    if (holds && !this.#hasLeft)
      this.#renewing = setInterval(() => this.#renew(), this.retryMs).unref();
    return holds ?? true;
  }

  async recall(): Promise<Snapshot | undefined> {
    const text = await this.#client.get(this.#seen).catch(cutOff);
    return typeof text === 'string' ? parse(Snapshot, text) : undefined;
  }

  async remember(snapshot: Snapshot): Promise<boolean> {
    const expiration = { type: 'PX' as const, value: this.#options.leaseMs * 3 };
    const done = this.#client.set(this.#seen, JSON.stringify(snapshot), { expiration });
    return (await done.catch(cutOff)) !== undefined;
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#renewing);
    this.#options.left();
    const parameters = { keys: [this.#lease], arguments: [this.#id] };
    await this.#client.eval(RESIGN, parameters).catch(cutOff);
  }

  /** Whether this server holds the lease; undefined if Redis cannot answer. */
  async #take(): Promise<boolean | undefined> {
    const { leaseMs } = this.#options;
    const parameters = {
      keys: [this.#lease, this.#seen],
      arguments: [this.#id, String(leaseMs)],
    };
    const answer = await this.#client.eval(LEAD, parameters).catch(cutOff);
    return answer === undefined ? undefined : answer === 1;
  }

  async #renew(): Promise<void> {
    if ((await this.#take()) === false) clearInterval(this.#renewing);
  }
}

/** A message that cannot be sent is dropped: each server polls for itself meanwhile. */
function send(client: RedisClient, message: ReplicaMessage): void {
  void client.publish(PREFIX, JSON.stringify(message)).catch(cutOff);
}

/** The connection has reported it and is reconnecting. */
function cutOff(): undefined {
  return undefined;
}

/** A message of another server; undefined if the text is not one. */
function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
