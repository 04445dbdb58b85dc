import type { Sink } from './call.ts';

/** Why requests should go to another server, or `ready`. */
export type Readiness = 'ready' | 'upstream_unreachable' | 'draining';

export interface ReadinessOptions {
  /** Checks that the platform is reachable. Rejects or resolves to false if it is not. */
  reach(signal: AbortSignal): Promise<boolean>;
  /** A clock in milliseconds. */
  now?: () => number;
}

/** How long a successful contact with the platform counts, in milliseconds. */
const REACHED_MS = 30_000;
/** A recovery should be noticed soon. */
const UNREACHED_MS = 2_000;
const REACH_TIMEOUT_MS = 3_000;

/**
 * Reports whether this server can serve requests. The platform is rarely asked, because the outcome of calls counts
 * too: a busy server hardly asks, and notices an outage with the first failing call.
 */
export class ReadinessCheck implements Sink {
  readonly #reach: ReadinessOptions['reach'];
  readonly #now: () => number;
  #isReached = false;
  #validUntil = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;
  #isDraining = false;

  constructor({ reach, now = () => performance.now() }: ReadinessOptions) {
    this.#reach = reach;
    this.#now = now;
  }

  attemptEnded(_: unknown, { status, fault }: { status?: number; fault?: string }): void {
    if (status !== undefined && status < 500) this.#learn(true);
    else if (fault !== 'cancelled') this.#validUntil = Number.NEGATIVE_INFINITY;
  }

  /** Makes the server report that requests should go elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  async check(): Promise<Readiness> {
    if (!this.#isDraining && this.#now() >= this.#validUntil) {
      this.#asking ??= this.#ask();
      await this.#asking;
    }
    if (this.#isDraining) return 'draining';
    return this.#isReached ? 'ready' : 'upstream_unreachable';
  }

  async #ask(): Promise<void> {
    try {
      this.#learn(await this.#reach(AbortSignal.timeout(REACH_TIMEOUT_MS)));
    } catch {
      this.#learn(false);
    } finally {
      this.#asking = undefined;
    }
  }

  #learn(isReached: boolean): void {
    this.#isReached = isReached;
    this.#validUntil = this.#now() + (isReached ? REACHED_MS : UNREACHED_MS);
  }
}
