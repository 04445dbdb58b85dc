import cluster from 'node:cluster';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { NAME } from '../../../version.ts';
import type { RedisConnection } from '../../redis.ts';

interface LimiterOptions {
  /** Name of what is counted. Replicas with the same name share a count. */
  name: string;
  /** Requests in a window. */
  points: number;
  /** Length of the window in seconds. */
  duration: number;
  /** Where replicas count together; undefined: this process counts alone. */
  redis: RedisConnection | undefined;
}

/** A primary process that takes longer than this to answer its workers is in trouble. */
const PRIMARY_MS = 2_000;

/**
 * Counts in Redis or Valkey. Without it, or while it is unreachable, counts in this process, or for a worker in the
 * process that all workers share.
 */
export function createLimiter({
  name,
  points,
  duration,
  redis,
}: LimiterOptions): RateLimiterAbstract {
  const options = { keyPrefix: `${NAME}:rate:${name}`, points, duration };
  if (!redis && cluster.isWorker) {
    return new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_MS });
  }
  const inMemory = new RateLimiterMemory(options);
  if (!redis) return inMemory;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: inMemory,
    // A key that is over the limit is refused without asking again.
    inMemoryBlockOnConsumed: points,
  });
}

/** Starts counting for all workers of this process. */
export function countForWorkers(): RateLimiterClusterMaster {
  return new RateLimiterClusterMaster();
}
