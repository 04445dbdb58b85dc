import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { HttpOptions } from '../options.ts';
import { type Guard, HttpRefusal, type RequestContext } from './guard.ts';

type RateOptions = Pick<HttpOptions, 'rateLimit' | 'rateLimitPerAddress' | 'redis'>;

/** The operator's rate limits, as guards before and after the authentication. */
export interface RateGuards {
  ofAddresses: readonly Guard[];
  ofTokens: readonly Guard[];
}

const MINUTE_SECONDS = 60;

/** Creates the guards. Loads the limiter only if there is a limit. */
export async function limitRates(options: RateOptions): Promise<RateGuards> {
  const { rateLimit, rateLimitPerAddress, redis } = options;
  if (rateLimit === undefined && rateLimitPerAddress === undefined) {
    return { ofAddresses: [], ofTokens: [] };
  }
  const { createLimiter } = await import('./limiter.ts');
  const guard = (
    kind: string,
    points: number | undefined,
    keyOf: (context: RequestContext) => string,
  ) => {
    if (points === undefined) return [];
    const limiter = createLimiter({ name: kind, points, duration: MINUTE_SECONDS, redis });
    return [limitRate(limiter, keyOf, `${points} requests a minute for each ${kind}`)];
  };
  return {
    ofAddresses: guard('address', rateLimitPerAddress, ({ address }) => address),
    ofTokens: guard('token', rateLimit, ({ identity }) => identity.key),
  };
}

function limitRate(
  limiter: RateLimiterAbstract,
  keyOf: (context: RequestContext) => string,
  limit: string,
): Guard {
  return async (context) => {
    try {
      await limiter.consume(keyOf(context));
    } catch (rejected) {
      if (rejected instanceof Error) throw rejected;
      const { msBeforeNext } = rejected as { msBeforeNext: number };
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
      throw new HttpRefusal(429, `The limit is ${limit}; try again in ${seconds} s.`, {
        'retry-after': String(seconds),
      });
    }
  };
}
