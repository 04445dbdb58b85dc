import { PlatformError } from '../../client/index.ts';
import { difference, type Snapshot } from './look.ts';
import { type Pace, pauseMs } from './pace.ts';
import type { Membership } from './replicas.ts';

export interface PollerOptions {
  membership: Membership;
  pace: Pace;
  look(known: Snapshot | undefined, signal: AbortSignal): Promise<Snapshot>;
  /** Called when the token can no longer read it; the poller has ended then. */
  lost(): void;
  /** A look failed and is tried again; told once for failures in a row. */
  report(problem: Error): void;
}

/** Statuses by which the platform says that the token may not read it, or not any more. */
const CLOSED = new Set([401, 403, 404, 410]);

/** Looks at a topic again and again until it is closed, while no other server does, and publishes what changed. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #closing = new AbortController();
  #known: Snapshot | undefined;
  #isLeading = false;
  /** Whether the other servers know what is known here. */
  #isShared = false;
  #failures = 0;
  /** When to look next. */
  #due = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /**
   * Takes the first look, or what another server saw, and goes on in the background.
   * @throws {PlatformError} when it cannot be read; nothing goes on then.
   */
  async open(): Promise<void> {
    const { membership } = this.#options;
    try {
      this.#isLeading = await membership.lead();
      this.#known = await membership.recall();
      if (this.#isLeading || !this.#known) await this.#look();
    } catch (error) {
      await this.close();
      throw error;
    }
    void this.#run();
  }

  /** What was last seen, by whichever server. */
  async seen(): Promise<Snapshot> {
    const elsewhere = this.#isLeading ? undefined : await this.#options.membership.recall();
    return elsewhere ?? this.#known ?? {};
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#options.membership.leave();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (await this.#wait(signal)) {
      if (!(await this.#mustLook()) || signal.aborted) continue;
      try {
        await this.#look();
      } catch (error) {
        if (!signal.aborted) await this.#fail(error);
      }
    }
  }

  /** Waits until a look may be due; false when there is to be none any more. */
  async #wait(signal: AbortSignal): Promise<boolean> {
    const { pace, membership } = this.#options;
    const ms = this.#isLeading ? Math.max(0, this.#due - pace.now()) : membership.retryMs;
    return pace.sleep(ms, signal).then(
      () => !signal.aborted,
      () => false,
    );
  }

  async #mustLook(): Promise<boolean> {
    const { membership } = this.#options;
    const led = this.#isLeading;
    this.#isLeading = await membership.lead();
    if (this.#isLeading && !led) {
      this.#known = (await membership.recall()) ?? this.#known;
      this.#isShared = false;
    }
    return this.#isLeading;
  }

  async #look(): Promise<void> {
    const { look, pace, membership } = this.#options;
    const before = this.#known;
    const start = pace.now();
    const seen = await look(before, this.#closing.signal);
    this.#failures = 0;
    this.#schedule(start);
    if (this.#closing.signal.aborted) return;
    this.#known = seen;
    const changed = before ? difference(before, seen) : [];
    // Told before it is remembered: should this server end in between, it is told twice and not never.
    for (const uri of changed) membership.bus.publish({ kind: 'resource_updated', uri });
    if (!this.#isLeading) return;
    if (changed.length > 0 || !this.#isShared) this.#isShared = await membership.remember(seen);
  }

  /** From start to start, so that what changes is told within the interval; but no look runs into the next. */
  #schedule(start: number, askedMs = 0): void {
    const { pace } = this.#options;
    const pause = pauseMs(pace.intervalMs, this.#failures, askedMs);
    this.#due = Math.max(start + pause, pace.now() + pause / 2);
  }

  async #fail(error: unknown): Promise<void> {
    const { pace, lost, report } = this.#options;
    if (isClosed(error)) {
      await this.close();
      lost();
      return;
    }
    if (this.#failures === 0) report(error instanceof Error ? error : new Error(String(error)));
    this.#failures += 1;
    this.#schedule(pace.now(), error instanceof PlatformError ? error.retryAfterMs : undefined);
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined && CLOSED.has(error.status);
}
