import { type Cancellation, Canceller } from '../../client/cancellation.ts';
import type { Incoming, ObservedCall, Outcome } from '../observe/call.ts';
import type { Observer } from '../observe/observer.ts';
import type { RequestId } from '../plain-json.ts';
import type { Outgoing } from './outgoing.ts';

/** The outcome of a request. */
export interface FinishedRequest {
  /** The fields of the result, as JSON in pieces, without the closing brace. */
  fields: readonly string[];
  outcome: Outcome;
}

export interface PendingRequest {
  /** Aborts when the result is no longer needed. */
  signal: Cancellation;
  watch: ObservedCall;
}

/** JSON-RPC error codes. */
const INTERNAL_ERROR = -32603;

/** A request that is refused with a protocol error. */
export class Fault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The requests of a connection that are answered without the SDK. */
export class Requests {
  readonly #observer: Observer;
  readonly #outgoing: Outgoing;
  readonly #calls = new Map<RequestId, Canceller>();
  readonly #answering = new Set<Promise<void>>();

  constructor(observer: Observer, outgoing: Outgoing) {
    this.#observer = observer;
    this.#outgoing = outgoing;
  }

  /** Answers a request with the outcome of the work, unless the client cancels it first. */
  answer(
    incoming: Incoming,
    work: (waiting: PendingRequest) => Promise<FinishedRequest>,
  ): Promise<void> {
    const answering = this.#answerBy(incoming, work);
    this.#answering.add(answering);
    return answering.finally(() => this.#answering.delete(answering));
  }

  /** Whether there is such a request, which is then cancelled. */
  cancel(id: RequestId): boolean {
    const call = this.#calls.get(id);
    call?.abort();
    return call !== undefined;
  }

  /** Cancels all requests. */
  abort(): void {
    for (const call of this.#calls.values()) call.abort();
  }

  /** Resolves when all requests so far are answered. */
  async answered(): Promise<void> {
    await Promise.all(this.#answering);
  }

  async #answerBy(
    incoming: Incoming,
    work: (waiting: PendingRequest) => Promise<FinishedRequest>,
  ): Promise<void> {
    const { id } = incoming;
    const canceller = new Canceller();
    const observed = this.#observer.begin(incoming);
    this.#calls.set(id, canceller);
    try {
      const { fields, outcome } = await work({ signal: canceller, watch: observed });
      if (!canceller.aborted) this.#send(id, fields);
      observed.end(canceller.aborted ? 'cancelled' : outcome);
    } catch (problem) {
      const code = problem instanceof Fault ? problem.code : INTERNAL_ERROR;
      if (canceller.aborted) return observed.end('cancelled');
      const error = { code, message: (problem as Error).message };
      void this.#outgoing.say(JSON.stringify({ jsonrpc: '2.0', id, error }));
      observed.end(code === INTERNAL_ERROR ? 'failed' : 'invalid', code);
    } finally {
      if (this.#calls.get(id) === canceller) this.#calls.delete(id);
    }
  }

  /** Sends a result, given by its fields as JSON in pieces, without the closing brace. */
  #send(id: RequestId, fields: readonly string[]): void {
    const ending = `},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    void this.#outgoing.say(`{"result":${fields.join('')}${ending}`);
  }
}
