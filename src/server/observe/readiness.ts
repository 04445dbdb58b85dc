import type { Sink } from './call.ts';

/** Why requests should go elsewhere, or `ready`. */
export type Readiness = 'ready' | 'upstream_unreachable' | 'draining';

export interface ReadinessOptions {
  /** Asks the platform whether it is there; rejects or resolves to false where it is not. */
  reach(signal: AbortSignal): Promise<boolean>;
  /** Milliseconds since some moment. */
  now?: () => number;
}

/** How long it counts that the platform was there, in milliseconds, where calls do not tell more. */
const REACHED_MS = 30_000;
/** Being back is to be noticed soon. */
const UNREACHED_MS = 2_000;
const REACH_TIMEOUT_MS = 3_000;

/**
 * Tells whether requests can be served. The platform is asked seldom: what the calls learn of it by themselves counts
 * as well, so that a server with traffic hardly asks, and notices at the first failing call.
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

  /** From now on requests should go elsewhere. */
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
