import pRetry from 'p-retry';
import type { Canceller } from './cancellation.ts';
import type { Clock } from './clock.ts';
import { PlatformError } from './errors.ts';
import { isConnectionLost, isNothingSent } from './faults.ts';
import type { WireRequest } from './wire.ts';

const MAX_RETRIES = 3;
const BUSY = new Set([429, 502, 503, 504]);

/** What decides whether a request may be sent twice. */
export type Repetition = Pick<WireRequest, 'effect' | 'method'>;

export interface RetryPolicy {
  request: Repetition;
  /** Ceiling of the first backoff in milliseconds. */
  backoffMs: number;
  /** Milliseconds after the first attempt within which the last one must start. */
  budgetMs: number;
}

/**
 * Whether sending the request twice has the same effect as sending it once. Updates are safe only if they replace the
 * whole object.
 */
function isRepeatable({ effect, method }: Repetition): boolean {
  return effect === 'read' || effect === 'delete' || (effect === 'update' && method === 'PUT');
}

function isRetryable(request: Repetition, error: PlatformError): boolean {
  if (error.status === 429 || isNothingSent(error.code)) return true;
  if (!isRepeatable(request)) return false;
  return error.status === undefined ? isConnectionLost(error.code) : BUSY.has(error.status);
}

/**
 * Milliseconds to wait before the next attempt, or `undefined` if there must be none: the longer of exponential backoff
 * with full jitter and the delay that the platform asks for, if it fits the budget. `attempt` counts failed attempts
 * from 1; `random` is in [0, 1).
 */
export function retryDelay(
  error: unknown,
  policy: RetryPolicy,
  attempt: number,
  elapsedMs: number,
  random: number,
): number | undefined {
  if (!(error instanceof PlatformError) || !isRetryable(policy.request, error)) return undefined;
  const backoff = random * policy.backoffMs * 2 ** (attempt - 1);
  const delay = Math.max(backoff, error.retryAfterMs ?? 0);
  return elapsedMs + delay > policy.budgetMs ? undefined : delay;
}

/**
 * Runs `attempt` up to four times, with the milliseconds that are left for waiting.
 *
 * undici's own retry interceptor does not fit: its backoff has no jitter and outlives an abort, and it resumes a
 * truncated answer with a range request.
 */
export async function withRetries<T>(
  attempt: (budgetLeftMs: number) => Promise<T>,
  policy: RetryPolicy,
  cancelled: Canceller,
  clock: Clock,
): Promise<T> {
  const start = clock.now();
  const send = () => attempt(policy.budgetMs - (clock.now() - start));
  cancelled.throwIfAborted();
  try {
    return await send();
  } catch (failure) {
    // Setting up retries costs as much as sending a request, so only a failure does it.
    const { signal } = cancelled;
    return pRetry((number) => (number === 1 ? Promise.reject(failure) : send()), {
      retries: MAX_RETRIES,
      minTimeout: 0,
      signal,
      shouldRetry: async ({ error, attemptNumber }) => {
        const elapsed = clock.now() - start;
        const delay = retryDelay(error, policy, attemptNumber, elapsed, Math.random());
        if (delay === undefined) return false;
        await clock.sleep(delay, signal);
        return true;
      },
    });
  }
}
