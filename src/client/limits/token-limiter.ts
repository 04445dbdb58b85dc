import { hash } from 'node:crypto';
import type { Call } from '../calls.ts';
import type { Clock } from '../clock.ts';
import { type Headers, rateLimitIsUsedUp, rateLimitReset } from '../headers.ts';
import { type Enter, FairQueue, type Turn } from './fair-queue.ts';
import { FIRST_LIMIT, type Verdict, Window } from './window.ts';

/** Requests of one token under way at a time, unless the operator says otherwise. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/** How long is remembered how much the platform takes from a token, in milliseconds. */
const MEMORY_MS = 60_000;
/** Tokens without calls of which something is remembered. */
const MAX_REMEMBERED = 10_000;

interface TokenState {
  token: string;
  /** Calls in progress, whether they send, wait or back off. */
  calls: number;
  /** Requests under way. */
  running: number;
  readonly queue: FairQueue;
  readonly window: Window;
  /** Epoch milliseconds before which nothing is sent. */
  closedUntil: number;
}

/** What is remembered of a token without calls. */
interface Remembered extends Pick<TokenState, 'window' | 'closedUntil'> {
  dropTimer: NodeJS.Timeout;
}

/** As much of a call as has to do with its limits. */
type LimitedCall = Pick<Call, 'fail' | 'cancelled'>;

/** A call's share in the concurrent requests of its token: it enters once, and takes a slot for each attempt. */
export class Permit {
  readonly #state: TokenState;
  readonly #clock: Clock;
  readonly #call: LimitedCall;
  readonly #turn: Turn;
  readonly #leave: (state: TokenState) => void;
  #holds = false;
  #generation = 0;

  constructor(
    state: TokenState,
    clock: Clock,
    call: LimitedCall,
    turn: Turn,
    leave: (state: TokenState) => void,
  ) {
    this.#state = state;
    this.#clock = clock;
    this.#call = call;
    this.#turn = turn;
    this.#leave = leave;
  }

  /** Waits for its turn, if it has to; the promise rejects with the call's reason to end. */
  enter(): Promise<void> | undefined {
    this.#call.cancelled.throwIfAborted();
    if (this.#state.running >= this.#state.window.limit) return this.#queue();
    this.#hold();
    return undefined;
  }

  /**
   * Makes sure of a slot for the next attempt, and of a rate limit that is not used up. A promise only where that
   * takes waiting: it rejects with the call's reason to end, and with `rate_limited` at once when the reset of the
   * rate limit is more than `maxMs` away.
   */
  take(maxMs: number): Promise<void> | undefined {
    return this.#holds && this.#isOpen ? undefined : this.#wait(this.#clock.now() + maxMs);
  }

  /** Whether more requests are under way than a token begins with. */
  get isCrowded(): boolean {
    return this.#state.running > FIRST_LIMIT;
  }

  /** Gives the slot back, with what the attempt says about the platform. */
  give(verdict: Verdict): void {
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
    // Answers overtake each other: an earlier reset must not open what a later one closed.
    if (reset !== undefined) this.#state.closedUntil = Math.max(this.#state.closedUntil, reset);
  }

  /** The call is over. */
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
    // Others wait for their turn while nothing can be sent.
    this.give('unknown');
    await this.#reset(deadline);
    await this.enter();
    // Those before it in the queue may have used up the rate limit.
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

  /** Waits for its turn, with which it holds a slot. */
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

/** Lets as many go on as there are slots for. */
function admit(state: TokenState): void {
  while (state.running < state.window.limit) {
    const enter = state.queue.next();
    if (!enter) return;
    enter();
  }
}

/**
 * Keeps each token to as many requests at a time as the platform takes from it, and to the platform's rate limit.
 * Forgets a token with its last call; what the platform refused it is remembered a while, under its hash.
 */
export class TokenLimiter {
  readonly #busy = new Map<string, TokenState>();
  readonly #remembered = new Map<string, Remembered>();
  readonly #clock: Clock;
  readonly #max: number;

  constructor(clock: Clock, max = DEFAULT_MAX_CONCURRENCY) {
    this.#clock = clock;
    this.#max = max;
  }

  /** Tokens with calls in progress, or of which something is remembered. */
  get size(): number {
    return this.#busy.size + this.#remembered.size;
  }

  /**
   * Begins a call with its first slot, for which it may have to wait: a promise only then, which rejects with the
   * call's reason to end. The permit must be left.
   */
  enter(token: string, call: LimitedCall, turn: Turn): Permit | Promise<Permit> {
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

  #recall(token: string): Remembered | undefined {
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

  #forget(key: string, { dropTimer }: Remembered): void {
    clearTimeout(dropTimer);
    this.#remembered.delete(key);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
