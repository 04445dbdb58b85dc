/** What aborts a call: an `AbortSignal`, or the part of its interface that is used here. */
export interface Cancellation {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Cancels one call. Every call has two, one of its caller and one of the client. Node's own controller takes longer
 * to create and to listen to than everything else that a call keeps.
 */
export class Canceller implements Cancellation {
  aborted = false;
  reason: unknown;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  /** The same as a real `AbortSignal`, for code that needs one. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  /** Only the first reason counts. */
  abort(reason: unknown = new Error('cancelled')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    this.#controller?.abort(reason);
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}
