import { setTimeout } from 'node:timers/promises';
import type { RedisConnection } from '../redis.ts';
import { ChangeHub, type HubOptions } from './change-hub.ts';
import { redisReplicas } from './redis-replicas.ts';
import { singleReplica } from './replicas.ts';

interface WatchOptions extends Pick<HubOptions, 'client' | 'reads' | 'realm' | 'report'> {
  /** Milliseconds between two polls. */
  intervalMs: number;
  /** Shared with the other replicas; absent: there are none. */
  redis: RedisConnection | undefined;
}

const MIN_LEASE_MS = 2_000;
const MAX_LEASE_MS = 10_000;

/** Watches the platform for subscribers, together with the replicas that share a Redis server. */
export async function watchChanges(options: WatchOptions): Promise<ChangeHub> {
  const { redis, intervalMs, ...others } = options;
  const leaseMs = Math.min(Math.max(intervalMs, MIN_LEASE_MS), MAX_LEASE_MS);
  return new ChangeHub({
    ...others,
    replicas: redis ? await redisReplicas(redis, leaseMs) : singleReplica,
    pace: {
      intervalMs,
      now: () => performance.now(),
      sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
    },
  });
}
