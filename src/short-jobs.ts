import { FairQueue, type TurnHolder } from './fair-queue.ts';
import { yieldToOthers } from './turns.ts';

/** Milliseconds of short jobs before other work gets a turn. */
const SLICE_MS = 10;

/**
 * Runs jobs that are too short for a worker thread, one after the other. There may be thousands of them at once, so
 * other work gets a turn after each time slice, and callers take turns.
 */
export class ShortJobs {
  readonly #queue = new FairQueue();
  #isBusy = false;
  /** When the current slice ends; undefined if no job ran since other work had its turn. */
  #sliceEnd: number | undefined;

  async run<T>(turn: TurnHolder, job: () => T): Promise<Awaited<T>> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#queue.add(turn, resolve));
    this.#isBusy = true;
    try {
      await this.#slice();
      return await job();
    } finally {
      const next = this.#queue.next();
      if (next) next();
      else this.#isBusy = false;
    }
  }

  /** Waits for the next time slice if the current one is over. */
  async #slice(): Promise<void> {
    if (this.#sliceEnd !== undefined && performance.now() >= this.#sliceEnd) {
      await yieldToOthers();
    }
    if (this.#sliceEnd !== undefined) return;
    this.#sliceEnd = performance.now() + SLICE_MS;
    setImmediate(() => {
      this.#sliceEnd = undefined;
    });
  }
}
