import type { PollTiming } from './poll-timing.ts';
import { fingerprintsOf, type PollCaller, pollTopic } from './poll-topic.ts';
import { Poller } from './poller.ts';
import type { TopicWatch } from './replicas.ts';
import type { Topic } from './topics.ts';

/** One subscription's interest in a topic. */
export interface Watcher {
  /** The part with this URI changed. */
  changed(part: string): void;
  /** The token can no longer read the topic. */
  lost(reason: unknown): void;
}

interface SharedOptions {
  membership: TopicWatch;
  pace: PollTiming;
  /** Called before watchers are notified of a change: cached contents are stale. */
  forget(): void;
  /** Called when the last watcher leaves or access is lost. */
  abandoned(): void;
  report(problem: Error): void;
}

/** A topic that is watched in this process with one token. Polling stops with the last watcher. */
export class SharedTopic {
  /** Rejects if the token cannot read the topic. */
  readonly opened: Promise<void>;
  readonly #poller: Poller;
  readonly #watchers = new Set<Watcher>();
  readonly #options: SharedOptions;
  readonly #unsubscribe: () => void;

  constructor(topic: Topic, caller: PollCaller, options: SharedOptions) {
    const { membership, pace, report } = options;
    this.#options = options;
    this.#unsubscribe = membership.bus.subscribe((event) => {
      if (event.kind === 'resource_updated') this.#changed(event.uri);
    });
    this.#poller = new Poller({
      ...{ membership, pace, report },
      poll: (known, signal) => pollTopic(topic, { ...caller, signal }, known),
      lost: (reason) => this.#lost(reason),
    });
    this.opened = this.#poller.open();
  }

  /** Adds a watcher. The returned function removes it, and says whether it was still there. */
  enter(watcher: Watcher): () => boolean {
    this.#watchers.add(watcher);
    return () => {
      const isLeaving = this.#watchers.delete(watcher);
      if (isLeaving && this.#watchers.size === 0) void this.close();
      return isLeaving;
    };
  }

  /** The latest state of the topic, by URI. */
  async parts(): Promise<ReadonlyMap<string, string>> {
    return fingerprintsOf(await this.#poller.seen());
  }

  async close(): Promise<void> {
    this.#options.abandoned();
    this.#unsubscribe();
    await this.#poller.close();
  }

  #changed(part: string): void {
    this.#options.forget();
    for (const watcher of [...this.#watchers]) watcher.changed(part);
  }

  #lost(reason: unknown): void {
    this.#options.forget();
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    void this.close();
    for (const watcher of watchers) watcher.lost(reason);
  }
}
