import type { AttemptWatch, PlatformErrorKind, RequestWatch } from '../../client/index.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * How a request of the protocol ended:
 * - `ok`: with a result
 * - `tool_error`: with a result that tells a failure or a refusal
 * - `input_required`: with a question to a person
 * - `invalid`: with a protocol error that the client is to blame for
 * - `failed`: with a protocol error that tells a defect of this server, or that a resource could not be read
 * - `cancelled`: the client left or called it off, or it was given up for taking too long
 */
export type Outcome = 'ok' | 'tool_error' | 'input_required' | 'invalid' | 'failed' | 'cancelled';

/** Stands for every name of a tool that there is not, so that nobody can make up things to count. */
export const UNKNOWN_TOOL = 'unknown';

/** Where a request came from. */
export interface Origin {
  /** Names the HTTP request in the logs. */
  requestId: string;
  /** A hash of what the caller showed of itself. */
  caller: string;
}

/** A request of the protocol, by what may be told of it: nothing here is text that a person wrote. */
export interface Incoming {
  /** One of the methods that are served. */
  method: string;
  /** One of the tools that there are, or `UNKNOWN_TOOL`. */
  tool?: string;
  id: string | number;
  /** Revision of the protocol, where the request or its era tells it. */
  protocol?: string;
  trace?: TraceContext;
  /** Absent over stdio, where one caller is all there is. */
  origin?: Origin;
}

/** One attempt to get an answer from the platform. */
export interface ObservedAttempt extends AttemptWatch {
  readonly route: string;
  /** Counts from 1; more is a retry. */
  readonly number: number;
  /** Milliseconds; 0 until it ended. */
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

/** Something that is told of every call, such as the metrics. What it does not care for it leaves out. */
export interface Sink {
  callStarted?(call: ObservedCall): void;
  /** May give the attempt headers to send along. */
  attemptStarted?(call: ObservedCall, attempt: ObservedAttempt): void;
  attemptEnded?(call: ObservedCall, attempt: ObservedAttempt): void;
  callEnded?(call: ObservedCall): void;
}

/** One request of the protocol from its start to its end, with what it asked of the platform. */
export class ObservedCall implements RequestWatch {
  readonly incoming: Incoming;
  /** Undefined until it ended. */
  outcome: Outcome | undefined;
  /** Of the protocol error that it ended with. */
  errorCode: number | undefined;
  /** Milliseconds; 0 until it ended. */
  ms = 0;
  /** Milliseconds of that in which the platform was waited for. */
  upstreamMs = 0;
  upstreamRequests = 0;
  retries = 0;
  /** HTTP status, or what else went wrong, of the last answer of the platform. */
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

  /** Only the first word on how it ended counts. */
  end(outcome: Outcome, errorCode?: number): void {
    if (this.outcome) return;
    const now = performance.now();
    // An answer that is still waited for belongs to a call that was given up.
    if (this.#waiting > 0) this.upstreamMs += now - this.#waitingSince;
    this.ms = now - this.#startedAt;
    this.outcome = outcome;
    this.errorCode = errorCode;
    for (const sink of this.#sinks) sink.callEnded?.(this);
  }
}
