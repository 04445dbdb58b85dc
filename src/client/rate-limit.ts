import { createHash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Clock } from './clock.ts';
import type { Fail } from './errors.ts';
import { type Headers, rateLimitIsUsedUp, rateLimitReset } from './headers.ts';

const MAX_CONCURRENT = 8;

interface TokenState {
  slots: LimitFunction;
  /** Calls that hold a slot or wait for one. */
  calls: number;
  /** Epoch milliseconds before which nothing is sent. */
  closedUntil: number;
  dropTimer: NodeJS.Timeout | undefined;
}

/** A call's place among the concurrent requests of its token. */
export interface Permit {
  /**
   * Waits until the token's rate limit is reset. Fails with `rate_limited` at once when that
   * takes longer than `maxMs`.
   */
  ready(maxMs: number): Promise<void>;
  /** Learns from the rate limit headers of an answer. */
  observe(headers: Headers): void;
  release(): void;
}

function takeSlot(slots: LimitFunction, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    void slots(() => {
      signal.removeEventListener('abort', leave);
      return signal.aborted ? undefined : new Promise<void>((release) => resolve(release));
    });
  });
}

/**
 * Keeps each token to eight requests at a time, first come first served, and to the platform's
 * rate limit. Knows tokens by their hash and forgets one as soon as it is idle and open.
 */
export class TokenLimiter {
  readonly #tokens = new Map<string, TokenState>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tokens with calls in progress or a limit that is used up. */
  get size(): number {
    return this.#tokens.size;
  }

  /** Waits for a slot; rejects with the signal's reason. The permit must be released. */
  async acquire(token: string, signal: AbortSignal, fail: Fail): Promise<Permit> {
    signal.throwIfAborted();
    const key = createHash('sha256').update(token).digest('base64');
    const state = this.#enter(key);
    try {
      const release = await takeSlot(state.slots, signal);
      return {
        ready: (maxMs) => this.#ready(state, maxMs, signal, fail),
        observe: (headers) => this.#observe(state, headers),
        release: () => {
          release();
          this.#leave(key, state);
        },
      };
    } catch (error) {
      this.#leave(key, state);
      throw error;
    }
  }

  #enter(key: string): TokenState {
    let state = this.#tokens.get(key);
    if (state === undefined) {
      state = { slots: pLimit(MAX_CONCURRENT), calls: 0, closedUntil: 0, dropTimer: undefined };
      this.#tokens.set(key, state);
    }
    clearTimeout(state.dropTimer);
    state.calls += 1;
    return state;
  }

  #leave(key: string, state: TokenState): void {
    state.calls -= 1;
    if (state.calls === 0) this.#dropWhenOpen(key, state);
  }

  #dropWhenOpen(key: string, state: TokenState): void {
    const wait = state.closedUntil - this.#clock.now();
    if (wait <= 0) {
      this.#tokens.delete(key);
      return;
    }
    state.dropTimer = setTimeout(() => this.#dropWhenOpen(key, state), wait).unref();
  }

  async #ready(state: TokenState, maxMs: number, signal: AbortSignal, fail: Fail): Promise<void> {
    const deadline = this.#clock.now() + maxMs;
    for (;;) {
      const now = this.#clock.now();
      const wait = state.closedUntil - now;
      if (wait <= 0) return;
      if (state.closedUntil > deadline) {
        const seconds = Math.ceil(wait / 1000);
        throw fail(
          'rate_limited',
          `the rate limit of this token is used up; try again in ${seconds} s`,
          { retryAfterMs: wait },
        );
      }
      await this.#clock.sleep(wait, signal);
    }
  }

  #observe(state: TokenState, headers: Headers): void {
    if (!rateLimitIsUsedUp(headers)) return;
    const reset = rateLimitReset(headers, this.#clock.now());
    // Answers overtake each other: an earlier reset must not open what a later one closed.
    if (reset !== undefined) state.closedUntil = Math.max(state.closedUntil, reset);
  }
}
