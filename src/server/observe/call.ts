import type { AttemptWatch, PlatformErrorKind, RequestWatch } from '../../client/index.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * The outcome of a protocol request:
 * - `ok`: a result
 * - `tool_error`: a result that reports a failure or a refusal
 * - `input_required`: a question to a person
 * - `invalid`: a protocol error caused by the client
 * - `failed`: a protocol error because of a defect of this server, or because a resource could not be read
 * - `cancelled`: the client left or cancelled it, or it timed out
 */
export type Outcome = 'ok' | 'tool_error' | 'input_required' | 'invalid' | 'failed' | 'cancelled';

/** Replaces every unknown tool name, so that nobody can invent metric labels. */
export const UNKNOWN_TOOL = 'unknown';

/** The origin of a request. */
export interface RequestOrigin {
  /** The HTTP request's id in the logs. */
  requestId: string;
  /** A hash of the caller's credentials. */
  caller: string;
}

/** A protocol request, reduced to what may be logged: nothing here is text that a person wrote. */
export interface Incoming {
  /** One of the supported methods. */
  method: string;
  /** The name of an existing tool, or `UNKNOWN_TOOL`. */
  tool?: string;
  id: string | number;
  /** The protocol revision, if the request or its era determines it. */
  protocol?: string;
  trace?: TraceContext;
  /** Absent over stdio, which has only one caller. */
  origin?: RequestOrigin;
}

/** One attempt of a request to the platform. */
export interface ObservedAttempt extends AttemptWatch {
  readonly route: string;
  /** Counts from 1; later ones are retries. */
  readonly number: number;
  /** Duration in milliseconds; 0 until it ends. */
  readonly ms: number;
  readonly status: number | undefined;
  readonly fault: PlatformErrorKind | undefined;
}

class Attempt implements ObservedAttempt {
  readonly route: string;
  readonly number: number;
  readonly startedAt = performance.now();
  readonly #ended: (attempt: Attempt) => void;
  headers: AttemptWatch['headers'];
  ms = 0;
  status: number | undefined;
  fault: PlatformErrorKind | undefined;

  constructor(
    route: string,
    number: number,
    headers: AttemptWatch['headers'],
    ended: (attempt: Attempt) => void,
  ) {
    this.route = route;
    this.number = number;
    this.headers = headers;
    this.#ended = ended;
  }

  end(status: number | undefined, fault?: PlatformErrorKind): void {
    this.ms = performance.now() - this.startedAt;
    this.status = status;
    this.fault = fault;
    this.#ended(this);
  }
}

/** An observer of calls, such as the metrics. Methods it does not need are left out. */
export interface Sink {
  callStarted?(call: ObservedCall): void;
  /** May return headers to add to the attempt. */
  attemptStarted?(call: ObservedCall, attempt: ObservedAttempt): void;
  attemptEnded?(call: ObservedCall, attempt: ObservedAttempt): void;
  callEnded?(call: ObservedCall): void;
}

/** One protocol request from start to end, with its requests to the platform. */
export class ObservedCall implements RequestWatch {
  readonly incoming: Incoming;
  /** Undefined until it ends. */
  outcome: Outcome | undefined;
  /** The code of the protocol error, if it ended with one. */
  errorCode: number | undefined;
  /** Duration in milliseconds; 0 until it ends. */
  ms = 0;
  /** Milliseconds of the duration spent waiting for the platform. */
  upstreamMs = 0;
  upstreamRequests = 0;
  retries = 0;
  /** HTTP status or fault of the platform's last answer. */
  upstreamStatus: number | PlatformErrorKind | undefined;

  readonly #sinks: readonly Sink[];
  readonly #startedAt = performance.now();
  #waiting = 0;
  #waitingSince = 0;

  constructor(incoming: Incoming, sinks: readonly Sink[]) {
    this.incoming = incoming;
    this.#sinks = sinks;
    for (const sink of sinks) sink.callStarted?.(this);
  }

  attempt(route: string, number: number): AttemptWatch {
    this.upstreamRequests += 1;
    if (number > 1) this.retries += 1;
    const { trace } = this.incoming;
    const attempt = new Attempt(route, number, trace && { ...trace }, this.#attemptEnded);
    if (this.#waiting++ === 0) this.#waitingSince = attempt.startedAt;
    for (const sink of this.#sinks) sink.attemptStarted?.(this, attempt);
    return attempt;
  }

  readonly #attemptEnded = (attempt: Attempt) => {
    const { startedAt, ms, status, fault } = attempt;
    if (--this.#waiting === 0) this.upstreamMs += startedAt + ms - this.#waitingSince;
    this.upstreamStatus = status ?? fault;
    for (const sink of this.#sinks) sink.attemptEnded?.(this, attempt);
  };

  /** Only the first outcome counts. */
  end(outcome: Outcome, errorCode?: number): void {
    if (this.outcome) return;
    const now = performance.now();
    // A pending request belongs to a call that was cancelled.
    if (this.#waiting > 0) this.upstreamMs += now - this.#waitingSince;
    this.ms = now - this.#startedAt;
    this.outcome = outcome;
    this.errorCode = errorCode;
    for (const sink of this.#sinks) sink.callEnded?.(this);
  }
}
