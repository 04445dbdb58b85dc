import { setMaxListeners } from 'node:events';
import { type Fail, failures } from './errors.ts';
import type { PlatformRequest } from './types.ts';

/** A call in progress. */
export interface Call {
  /** Aborts with the caller's signal and with the end of the client; its reason is an error to throw. */
  signal: AbortSignal;
  fail: Fail;
  /** What to throw instead of an error: after an abort everything that breaks is its consequence. */
  explain(error: unknown): unknown;
  /** Lets go of the caller's signal. */
  end(): void;
}

const CLOSED = 'the client was closed';

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** The calls in progress of one client. */
export class Calls {
  readonly #enders = new Set<() => void>();
  #closed = false;

  start(request: PlatformRequest): Call {
    const { signal: outer, route, token } = request;
    const fail = failures(route, token);
    if (this.#closed) throw fail('cancelled', CLOSED);
    const controller = new AbortController();
    const { signal } = controller;
    const followCaller = () => {
      const cause: unknown = outer?.reason;
      controller.abort(
        isTimeout(cause)
          ? fail('timeout', 'the time the caller allowed is over', { cause })
          : fail('cancelled', 'the call was cancelled', { cause }),
      );
    };
    const endNow = () => controller.abort(fail('cancelled', CLOSED));
    this.#enders.add(endNow);
    if (outer !== undefined) {
      // One signal may end any number of calls, which Node would report as a leak.
      setMaxListeners(0, outer);
      outer.addEventListener('abort', followCaller, { once: true });
      if (outer.aborted) followCaller();
    }
    return {
      signal,
      fail,
      explain: (error) => (signal.aborted ? signal.reason : error),
      end: () => {
        this.#enders.delete(endNow);
        outer?.removeEventListener('abort', followCaller);
      },
    };
  }

  /** Runs one call from start to end. */
  async run<T>(request: PlatformRequest, work: (call: Call) => Promise<T>): Promise<T> {
    const call = this.start(request);
    try {
      return await work(call);
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.end();
    }
  }

  /** Aborts every call and refuses new ones. */
  close(): void {
    this.#closed = true;
    for (const endNow of this.#enders) endNow();
  }
}
