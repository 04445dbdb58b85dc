import { hash } from 'node:crypto';
import type { Call } from './calls.ts';
import type { Clock } from './clock.ts';
import { type Headers, rateLimitIsUsedUp, rateLimitReset } from './headers.ts';

const MAX_CONCURRENT = 8;

interface TokenState {
  token: string;
  /** Calls that hold a slot. */
  running: number;
  /** What calls that wait for a slot go on with, in their order. */
  readonly waiting: Set<() => void>;
  /** Epoch milliseconds before which nothing is sent. */
  closedUntil: number;
}

/** What is remembered of a token without calls whose limit is used up. */
interface ClosedToken {
  until: number;
  dropTimer: NodeJS.Timeout;
}

/** A call's place among the concurrent requests of its token. */
export class Permit {
  readonly #state: TokenState;
  readonly #clock: Clock;
  readonly #call: PermittedCall;
  readonly #release: (state: TokenState) => void;

  constructor(
    state: TokenState,
    clock: Clock,
    call: PermittedCall,
    release: (state: TokenState) => void,
  ) {
    this.#state = state;
    this.#clock = clock;
    this.#call = call;
    this.#release = release;
  }

  /** Whether the token's rate limit lets a request be sent now. */
  get isOpen(): boolean {
    return this.#state.closedUntil <= this.#clock.now();
  }

  /**
   * Waits until the token's rate limit is reset. Fails with `rate_limited` at once when that
   * takes longer than `maxMs`.
   */
  async ready(maxMs: number): Promise<void> {
    const deadline = this.#clock.now() + maxMs;
    while (!this.isOpen) {
      const { closedUntil } = this.#state;
      const wait = closedUntil - this.#clock.now();
      if (closedUntil > deadline) {
        const seconds = Math.ceil(wait / 1000);
        throw this.#call.fail(
          'rate_limited',
          `the rate limit of this token is used up; try again in ${seconds} s`,
          { retryAfterMs: wait },
        );
      }
      await this.#clock.sleep(wait, this.#call.cancelled.signal);
    }
  }

  /** Learns from the rate limit headers of an answer. */
  observe(headers: Headers): void {
    if (!rateLimitIsUsedUp(headers)) return;
    const reset = rateLimitReset(headers, this.#clock.now());
    // Answers overtake each other: an earlier reset must not open what a later one closed.
    if (reset !== undefined) this.#state.closedUntil = Math.max(this.#state.closedUntil, reset);
  }

  release(): void {
    this.#release(this.#state);
  }
}

/** As much of a call as has to do with its limits. */
type PermittedCall = Pick<Call, 'fail' | 'cancelled'>;

/**
 * Keeps each token to eight requests at a time, first come first served, and to the platform's
 * rate limit. Forgets a token with its last call; while its limit is used up then, its hash stays.
 */
export class TokenLimiter {
  readonly #busy = new Map<string, TokenState>();
  readonly #closed = new Map<string, ClosedToken>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tokens with calls in progress or a limit that is used up. */
  get size(): number {
    return this.#busy.size + this.#closed.size;
  }

  /**
   * Takes a slot, or waits for one: a promise only where it has to; it rejects with the call's reason to end. The
   * permit must be released.
   */
  acquire(token: string, call: PermittedCall): Permit | Promise<Permit> {
    call.cancelled.throwIfAborted();
    const state = this.#busy.get(token) ?? this.#enter(token);
    const permit = new Permit(state, this.#clock, call, this.#release);
    if (state.running >= MAX_CONCURRENT) return this.#queue(state, call).then(() => permit);
    state.running += 1;
    return permit;
  }

  /** Waits until the slot of another call is passed on. */
  #queue({ waiting }: TokenState, { cancelled }: PermittedCall): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(cancelled.reason);
      };
      const enter = () => {
        waiting.delete(enter);
        cancelled.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(enter);
      cancelled.addEventListener('abort', leave);
    });
  }

  readonly #release = (state: TokenState) => {
    const [next] = state.waiting;
    if (next) return next();
    state.running -= 1;
    if (state.running > 0) return;
    this.#busy.delete(state.token);
    if (state.closedUntil > this.#clock.now()) this.#remember(state);
  };

  #enter(token: string): TokenState {
    const state = { token, running: 0, waiting: new Set<() => void>(), closedUntil: 0 };
    this.#busy.set(token, state);
    if (this.#closed.size === 0) return state;
    const key = hashOf(token);
    const closed = this.#closed.get(key);
    if (closed) {
      state.closedUntil = closed.until;
      clearTimeout(closed.dropTimer);
      this.#closed.delete(key);
    }
    return state;
  }

  #remember({ token, closedUntil: until }: TokenState): void {
    const key = hashOf(token);
    const dropTimer = setTimeout(() => this.#closed.delete(key), until - this.#clock.now());
    this.#closed.set(key, { until, dropTimer: dropTimer.unref() });
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
