import { PlatformError } from '../../client/index.ts';
import { type PollTiming, pollDelayMs } from './poll-timing.ts';
import { changedUris, type Snapshot } from './poll-topic.ts';
import type { TopicWatch } from './replicas.ts';

export interface PollerOptions {
  membership: TopicWatch;
  pace: PollTiming;
  poll(known: Snapshot | undefined, signal: AbortSignal): Promise<Snapshot>;
  /** Called with the reason when the token can no longer read the topic. The poller has stopped by then. */
  lost(reason: unknown): void;
  /** A poll failed and will be retried. Called once for a series of failures. */
  report(problem: Error): void;
}

/** Statuses with which the platform denies the token access. */
const CLOSED = new Set([401, 403, 404, 410]);

/** Polls a topic until it is closed, unless another server does, and publishes changes. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #closing = new AbortController();
  #known: Snapshot | undefined;
  #isLeading = false;
  /** Whether the other servers know the latest state. */
  #isShared = false;
  #failures = 0;
  /** When to poll next. */
  #due = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /**
   * Takes the first poll, or the state from another server, and continues in the background.
   * @throws {PlatformError} if the topic cannot be read; nothing continues then.
   */
  async open(): Promise<void> {
    const { membership } = this.#options;
    try {
      this.#isLeading = await membership.lead();
      this.#known = await membership.recall();
      if (this.#isLeading || !this.#known) await this.#poll();
    } catch (error) {
      await this.close();
      throw error;
    }
    void this.#run();
  }

  /** The latest state, from whichever server polled it. */
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
        await this.#poll();
      } catch (error) {
        if (!signal.aborted) await this.#fail(error);
      }
    }
  }

  /** Waits until a poll may be due. Returns false once the poller is closed. */
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
    const wasLeading = this.#isLeading;
    this.#isLeading = await membership.lead();
    if (this.#isLeading && !wasLeading) {
      this.#known = (await membership.recall()) ?? this.#known;
      this.#isShared = false;
    }
    return this.#isLeading;
  }

  async #poll(): Promise<void> {
    const { poll, pace, membership } = this.#options;
    const before = this.#known;
    const start = pace.now();
    const seen = await poll(before, this.#closing.signal);
    this.#failures = 0;
    this.#schedule(start);
    if (this.#closing.signal.aborted) return;
    this.#known = seen;
    const changed = before ? changedUris(before, seen) : [];
    // Publish before saving: if this server dies in between, subscribers are notified twice rather than never.
    for (const uri of changed) membership.bus.publish({ kind: 'resource_updated', uri });
    if (!this.#isLeading) return;
    if (changed.length > 0 || !this.#isShared) this.#isShared = await membership.remember(seen);
  }

  /** Measured from start to start, so that a change is reported within the interval. Polls never overlap. */
  #schedule(start: number, askedMs = 0): void {
    const { pace } = this.#options;
    const pause = pollDelayMs(pace.intervalMs, this.#failures, askedMs);
    this.#due = Math.max(start + pause, pace.now() + pause / 2);
  }

  async #fail(error: unknown): Promise<void> {
    const { pace, lost, report } = this.#options;
    if (isClosed(error)) {
      await this.close();
      lost(error);
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
