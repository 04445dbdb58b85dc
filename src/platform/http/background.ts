import { setImmediate } from 'node:timers/promises';

/** Work that goes on after the request that started it was answered. */
export class Background {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is told of every error that work does not deal with itself. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Starts work once the current transaction has ended. The signal asks it to give up. */
  start(work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#stopping;
    const running = setImmediate()
      .then(() => (signal.aborted ? undefined : work(signal)))
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Asks all work to give up; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
