import { setImmediate } from 'node:timers/promises';

/** Work that continues after the request that started it was answered. */
export class Background {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #named = new Map<string, AbortController>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is called with every error that the work does not handle itself. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Starts work once the current transaction has ended. The signal asks it to give up: all work, or what has this
   * name alone.
   */
  start(work: (signal: AbortSignal) => Promise<void>, name = ''): void {
    const own = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, own.signal]);
    this.#named.set(name, own);
    const running = setImmediate()
      .then(() => (signal.aborted ? undefined : work(signal)))
      .catch((error: unknown) => {
        // Work that was cancelled may report that.
        if (!signal.aborted || error !== signal.reason) this.#onError(error);
      })
      .finally(() => {
        this.#running.delete(running);
        if (this.#named.get(name) === own) this.#named.delete(name);
      });
    this.#running.add(running);
  }

  /** Cancels the work with this name; does nothing if there is none. */
  cancel(name: string): void {
    this.#named.get(name)?.abort();
  }

  /** Asks all work to give up; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
