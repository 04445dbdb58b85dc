import { hash } from 'node:crypto';
import { type Enter, FairQueue, type TurnHolder } from '../../fair-queue.ts';
import type { ClientCall } from '../calls.ts';
import type { Clock } from '../clock.ts';
import { type Headers, rateLimitIsUsedUp, rateLimitReset } from '../headers.ts';
import { SharedTimer } from '../shared-timer.ts';
import { FIRST_LIMIT, type LoadVerdict, Window } from './window.ts';

/** Default limit of concurrent requests for one token. */
export const DEFAULT_MAX_CONCURRENCY = 64;

/** How long a call waits for its turn while the platform answers nothing, in milliseconds. */
const PATIENCE_MS = 30_000;

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
  /** Counts the signs of life of the platform: answers, and events of streams. */
  signs: number;
}

/** What is remembered about a token without calls. */
interface IdleToken extends Pick<TokenState, 'window' | 'closedUntil'> {
  dropTimer: NodeJS.Timeout;
}

/** What the limiter needs to know about a call. */
type LimitedCall = Pick<ClientCall, 'fail' | 'cancelled'>;

/** What all permits of a limiter share. */
interface Surroundings {
  clock: Clock;
  patienceMs: number;
  /** Calls each function once the patience of a call ends. */
  patience: SharedTimer<() => void>;
  leave: (state: TokenState) => void;
}

/**
 * A call's permit within the concurrency limit of its token. A call enters once and takes a slot for each attempt.
 */
export class Permit {
  readonly #state: TokenState;
  readonly #call: LimitedCall;
  readonly #turn: TurnHolder;
  readonly #around: Surroundings;
  #holds = false;
  #generation = 0;

  constructor(state: TokenState, call: LimitedCall, turn: TurnHolder, around: Surroundings) {
    this.#state = state;
    this.#call = call;
    this.#turn = turn;
    this.#around = around;
  }

  /**
   * Waits for its turn if necessary. The promise rejects with the reason for which the call was aborted, and with
   * `timeout` if the platform answers nothing meanwhile.
   */
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
    return this.#holds && this.#isOpen ? undefined : this.#wait(this.#around.clock.now() + maxMs);
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

  /** The platform is answering. */
  notice(): void {
    this.#state.signs += 1;
  }

  /** Learns from the rate limit headers of an answer. */
  observe(headers: Headers): void {
    this.notice();
    if (!rateLimitIsUsedUp(headers)) return;
    const reset = rateLimitReset(headers, this.#around.clock.now());
    // Answers arrive out of order, so an earlier reset must not shorten a later one.
    if (reset !== undefined) this.#state.closedUntil = Math.max(this.#state.closedUntil, reset);
  }

  /** Ends the call. */
  leave(): void {
    this.give('unknown');
    this.#around.leave(this.#state);
  }

  get #isOpen(): boolean {
    return this.#state.closedUntil <= this.#around.clock.now();
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
      const wait = closedUntil - this.#around.clock.now();
      if (closedUntil > deadline) {
        const seconds = Math.ceil(wait / 1000);
        throw this.#call.fail(
          'rate_limited',
          `the rate limit of this token is used up; try again in ${seconds} s`,
          { retryAfterMs: wait },
        );
      }
      await this.#around.clock.sleep(wait, this.#call.cancelled.signal);
    }
  }

  /** Waits for its turn, which comes with a slot. */
  #queue(): Promise<void> {
    const { queue } = this.#state;
    const { cancelled, fail } = this.#call;
    const { patience, patienceMs } = this.#around;
    return new Promise((resolve, reject) => {
      const watch = () => {
        const before = this.#state.signs;
        return patience.add(() => {
          if (this.#state.signs > before) watched = watch();
          else giveUp(fail('timeout', unanswered(patienceMs), { code: 'not_sent' }));
        });
      };
      let watched = watch();
      const end = () => {
        watched.leave();
        cancelled.removeEventListener('abort', abort);
      };
      const giveUp = (reason: unknown) => {
        end();
        queue.remove(this.#turn, enter);
        reject(reason);
      };
      const abort = () => giveUp(cancelled.reason);
      const enter: Enter = () => {
        end();
        this.#hold();
        resolve();
      };
      queue.add(this.#turn, enter);
      cancelled.addEventListener('abort', abort);
    });
  }
}

function unanswered(ms: number): string {
  return `not sent, because other requests with this token got no answer for ${ms / 1000} s`;
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
  readonly #around: Surroundings;
  readonly #max: number;

  constructor(clock: Clock, max = DEFAULT_MAX_CONCURRENCY, patienceMs = PATIENCE_MS) {
    const patience = new SharedTimer<() => void>(patienceMs, (end) => end());
    this.#around = { clock, patienceMs, patience, leave: (state) => this.#leave(state) };
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
    const permit = new Permit(state, call, turn, this.#around);
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

  #leave(state: TokenState): void {
    state.calls -= 1;
    if (state.calls > 0) return;
    this.#busy.delete(state.token);
    this.#remember(state);
  }

  #begin(token: string): TokenState {
    const { window, closedUntil } = this.#recall(token) ?? {
      window: new Window(this.#max),
      closedUntil: 0,
    };
    const queue = new FairQueue();
    const state = { token, calls: 0, running: 0, queue, window, closedUntil, signs: 0 };
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
    const closedMs = closedUntil - this.#around.clock.now();
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
