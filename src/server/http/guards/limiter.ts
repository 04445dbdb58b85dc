import {
  type RateLimiterAbstract,
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

/** Counts in memory, or in Redis or Valkey. While that cannot be reached, each replica counts for itself. */
export function createLimiter({
  name,
  points,
  duration,
  redis,
}: LimiterOptions): RateLimiterAbstract {
  const options = { keyPrefix: `${NAME}:rate:${name}`, points, duration };
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
