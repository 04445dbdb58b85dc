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
  /** What is counted; replicas that count the same share it. */
  name: string;
  /** Requests in a window. */
  points: number;
  /** Seconds of a window. */
  duration: number;
  /** Where replicas count together; undefined: this process counts for itself. */
  redis: RedisConnection | undefined;
}

/** A primary process answers its workers within this, or something is wrong with it. */
const PRIMARY_MS = 2_000;

/**
 * Counts in Redis or Valkey, and while that cannot be reached, or where there is none, here; in a worker then in the
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
    // Who is over the limit is sent away without asking again.
    inMemoryBlockOnConsumed: points,
  });
}

/** Counts, from now on, for all workers of this process. */
export function countForWorkers(): RateLimiterClusterMaster {
  return new RateLimiterClusterMaster();
}
