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
   * Starts work once the current transaction has ended. The signal asks all work, or only the work with this name, to
   * give up.
   */
  start(work: (signal: AbortSignal) => Promise<void>, name = ''): void {
    const own = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, own.signal]);
    this.#named.set(name, own);
    const running = setImmediate()
      .then(() => (signal.aborted ? undefined : work(signal)))
      .catch((error: unknown) => {
        // Cancelled work may reject.
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

  /** Asks all work to give up; resolves when none is running. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
