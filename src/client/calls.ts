import { hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { TurnHolder } from '../fair-queue.ts';
import { Canceller } from './cancellation.ts';
import { type Fail, failures } from './errors.ts';
import { LinkedQueue, type QueueEntry } from './linked-queue.ts';
import type { PlatformCaller } from './types.ts';

const CLOSED = 'the client was closed';

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** What a call needs to know about its caller. */
type CallOwner = Pick<PlatformCaller, 'token' | 'party' | 'signal'>;

/** A call in progress. */
export class ClientCall {
  /** Method and path template. */
  readonly route: string;
  readonly fail: Fail;
  /** Aborts on the caller's signal and when the client closes. Its reason is an error to throw. */
  readonly cancelled = new Canceller();
  readonly #owner: CallOwner;
  readonly #entry: QueueEntry<ClientCall>;

  constructor(route: string, owner: CallOwner, running: LinkedQueue<ClientCall>) {
    const { token, signal } = owner;
    this.route = route;
    this.fail = failures(route, token);
    this.#owner = owner;
    this.#entry = running.add(this);
    if (!signal) return;
    // Any number of calls may listen to one signal, which Node would report as a leak.
    if (signal instanceof AbortSignal) setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#followCaller);
    if (signal.aborted) this.#followCaller();
  }

  readonly #followCaller = () => {
    const cause = this.#owner.signal?.reason;
    this.cancelled.abort(
      isTimeout(cause)
        ? this.fail('timeout', "the caller's deadline has passed", { cause })
        : this.fail('cancelled', 'the call was cancelled', { cause }),
    );
  };

  /** Whose turn it is among the callers of the process. */
  get turn(): TurnHolder {
    const { token, party = '', signal } = this.#owner;
    return { party: `${hash('sha256', token, 'base64url')} ${party}`, work: signal ?? this };
  }

  /** The error to throw instead: after an abort, every other error is only its consequence. */
  explain(error: unknown): unknown {
    return this.cancelled.aborted ? this.cancelled.reason : error;
  }

  /** Aborts when the client closes. */
  close(): void {
    this.cancelled.abort(this.fail('cancelled', CLOSED));
  }

  /** Stops listening to the caller's signal, once nothing more is sent. */
  end(): void {
    this.#entry.leave();
    this.#owner.signal?.removeEventListener('abort', this.#followCaller);
  }
}

/** The calls in progress of one client. */
export class Calls {
  readonly #running = new LinkedQueue<ClientCall>();
  #closed = false;

  start(route: string, owner: CallOwner): ClientCall {
    if (this.#closed) throw failures(route, owner.token)('cancelled', CLOSED);
    return new ClientCall(route, owner, this.#running);
  }

  /** Runs one call from start to end. */
  async run<T>(
    route: string,
    owner: CallOwner,
    work: (call: ClientCall) => Promise<T>,
  ): Promise<T> {
    const call = this.start(route, owner);
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
    for (const call of this.#running.items) call.close();
  }
}
