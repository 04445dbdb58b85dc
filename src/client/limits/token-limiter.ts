import { hash } from 'node:crypto';
import { type Enter, FairQueue, type TurnHolder } from '../../fair-queue.ts';
import type { ClientCall } from '../calls.ts';
import type { Clock } from '../clock.ts';
import { type Headers, rateLimitIsUsedUp, rateLimitReset } from '../headers.ts';
import { FIRST_LIMIT, type LoadVerdict, Window } from './window.ts';

/** Default limit of concurrent requests for one token. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/** How long a token's learnt limit is remembered, in milliseconds. */
const MEMORY_MS = 60_000;
/** Maximum number of remembered tokens without calls. */
const MAX_REMEMBERED = 10_000;

interface TokenState {
  token: string;
  /** Calls in progress, whether they are sending, waiting or backing off. */
  calls: number;
  /** Requests in flight. */
  running: number;
  readonly queue: FairQueue;
  readonly window: Window;
  /** Epoch milliseconds before which no request is sent. */
  closedUntil: number;
}

/** What is remembered about a token without calls. */
interface IdleToken extends Pick<TokenState, 'window' | 'closedUntil'> {
  dropTimer: NodeJS.Timeout;
}

/** What the limiter needs to know about a call. */
type LimitedCall = Pick<ClientCall, 'fail' | 'cancelled'>;

/**
 * A call's permit within the concurrency limit of its token. A call enters once and takes a slot for each attempt.
 */
export class Permit {
  readonly #state: TokenState;
  readonly #clock: Clock;
  readonly #call: LimitedCall;
  readonly #turn: TurnHolder;
  readonly #leave: (state: TokenState) => void;
  #holds = false;
  #generation = 0;

  constructor(
    state: TokenState,
    clock: Clock,
    call: LimitedCall,
    turn: TurnHolder,
    leave: (state: TokenState) => void,
  ) {
    this.#state = state;
    this.#clock = clock;
    this.#call = call;
    this.#turn = turn;
    this.#leave = leave;
  }

  /** Waits for its turn if necessary. The promise rejects with the reason for which the call was aborted. */
  enter(): Promise<void> | undefined {
    this.#call.cancelled.throwIfAborted();
    if (this.#state.running >= this.#state.window.limit) return this.#queue();
    this.#hold();
    return undefined;
  }

  /**
   * Acquires a slot for the next attempt and makes sure that the rate limit is not used up. Returns a promise only if
   * it has to wait. The promise rejects with the reason for which the call was aborted, and with `rate_limited` at
   * once if the rate limit resets in more than `maxMs`.
   */
  take(maxMs: number): Promise<void> | undefined {
    return this.#holds && this.#isOpen ? undefined : this.#wait(this.#clock.now() + maxMs);
  }

  /** Whether more requests are in flight than the initial limit. */
  get isCrowded(): boolean {
    return this.#state.running > FIRST_LIMIT;
  }

  /** Releases the slot, and reports what the attempt says about the platform. */
  give(verdict: LoadVerdict): void {
    if (!this.#holds) return;
    this.#holds = false;
    const { window, queue } = this.#state;
    const wasFull = this.#state.running >= window.limit || !queue.isEmpty;
    window.learn(verdict, this.#generation, wasFull);
    this.#state.running -= 1;
    admit(this.#state);
  }

  /** Learns from the rate limit headers of an answer. */
  observe(headers: Headers): void {
    if (!rateLimitIsUsedUp(headers)) return;
    const reset = rateLimitReset(headers, this.#clock.now());
    // Answers arrive out of order, so an earlier reset must not shorten a later one.
    if (reset !== undefined) this.#state.closedUntil = Math.max(this.#state.closedUntil, reset);
  }

  /** Ends the call. */
  leave(): void {
    this.give('unknown');
    this.#leave(this.#state);
  }

  get #isOpen(): boolean {
    return this.#state.closedUntil <= this.#clock.now();
  }

  #hold(): void {
    this.#state.running += 1;
    this.#holds = true;
    this.#generation = this.#state.window.generation;
  }

  async #wait(deadline: number): Promise<void> {
    // Other calls take their turn while this one cannot send.
    this.give('unknown');
    await this.#reset(deadline);
    await this.enter();
    // Calls ahead of it in the queue may have used up the rate limit.
    if (!this.#isOpen) await this.#wait(deadline);
  }

  /** Waits until the token's rate limit is reset. */
  async #reset(deadline: number): Promise<void> {
    while (!this.#isOpen) {
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

  /** Waits for its turn, which comes with a slot. */
  #queue(): Promise<void> {
    const { queue } = this.#state;
    const { cancelled } = this.#call;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        queue.remove(this.#turn, enter);
        reject(cancelled.reason);
      };
      const enter: Enter = () => {
        cancelled.removeEventListener('abort', giveUp);
        this.#hold();
        resolve();
      };
      queue.add(this.#turn, enter);
      cancelled.addEventListener('abort', giveUp);
    });
  }
}

/** Resumes as many calls as there are free slots. */
function admit(state: TokenState): void {
  while (state.running < state.window.limit) {
    const enter = state.queue.next();
    if (!enter) return;
    enter();
  }
}

/**
 * Limits each token to as many concurrent requests as the platform handles, and to the platform's rate limit. A token
 * is forgotten with its last call. Limits that the platform imposed are remembered for a while under the token's
 * hash.
 */
export class TokenLimiter {
  readonly #busy = new Map<string, TokenState>();
  readonly #remembered = new Map<string, IdleToken>();
  readonly #clock: Clock;
  readonly #max: number;

  constructor(clock: Clock, max = DEFAULT_MAX_CONCURRENCY) {
    this.#clock = clock;
    this.#max = max;
  }

  /** Tokens with calls in progress, and remembered ones. */
  get size(): number {
    return this.#busy.size + this.#remembered.size;
  }

  /**
   * Starts a call with its first slot. Returns a promise only if it has to wait; the promise rejects with the reason
   * for which the call was aborted. The caller must leave the permit.
   */
  enter(token: string, call: LimitedCall, turn: TurnHolder): Permit | Promise<Permit> {
    call.cancelled.throwIfAborted();
    const state = this.#busy.get(token) ?? this.#begin(token);
    state.calls += 1;
    const permit = new Permit(state, this.#clock, call, turn, this.#leave);
    const turnComes = permit.enter();
    if (!turnComes) return permit;
    return turnComes.then(
      () => permit,
      (reason) => {
        permit.leave();
        throw reason;
      },
    );
  }

  readonly #leave = (state: TokenState) => {
    state.calls -= 1;
    if (state.calls > 0) return;
    this.#busy.delete(state.token);
    this.#remember(state);
  };

  #begin(token: string): TokenState {
    const { window, closedUntil } = this.#recall(token) ?? {
      window: new Window(this.#max),
      closedUntil: 0,
    };
    const queue = new FairQueue();
    const state = { token, calls: 0, running: 0, queue, window, closedUntil };
    this.#busy.set(token, state);
    return state;
  }

  #recall(token: string): IdleToken | undefined {
    if (this.#remembered.size === 0) return undefined;
    const key = hashOf(token);
    const known = this.#remembered.get(key);
    if (known) this.#forget(key, known);
    return known;
  }

  #remember({ token, window, closedUntil }: TokenState): void {
    const closedMs = closedUntil - this.#clock.now();
    if (closedMs <= 0 && !window.hasDecreased) return;
    const key = hashOf(token);
    const ms = window.hasDecreased ? Math.max(closedMs, MEMORY_MS) : closedMs;
    const dropTimer = setTimeout(() => this.#remembered.delete(key), ms).unref();
    this.#remembered.set(key, { window, closedUntil, dropTimer });
    const [oldest] = this.#remembered;
    if (this.#remembered.size > MAX_REMEMBERED && oldest) this.#forget(...oldest);
  }

  #forget(key: string, { dropTimer }: IdleToken): void {
    clearTimeout(dropTimer);
    this.#remembered.delete(key);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
