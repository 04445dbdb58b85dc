import type { PlatformErrorKind } from '../../client/index.ts';
import type { Outcome } from './call.ts';

/**
 * All that a log can say. Nothing of a request but these fields is ever written down, and none of them holds text of a
 * person, a token, an argument, a header or an address with its query: so nothing has to be taken out again.
 */
export type LogRecord =
  | CallRecord
  | UpstreamRecord
  | RejectedRecord
  | ListeningRecord
  | EmbeddedRecord
  | DrainingRecord
  | WorkerExitRecord
  | ProblemRecord;

/** A request of the protocol that was answered, or that its client gave up. */
export interface CallRecord {
  event: 'call';
  /** The HTTP request's `x-request-id`. */
  request?: string;
  method: string;
  /** One of the tools that there are. */
  tool?: string;
  status: Outcome;
  ms: number;
  /** Of the protocol error that it ended with. */
  code?: number;
  /** How often the platform was asked for it, for how long it was waited for, and what it answered last. */
  upstreamRequests?: number;
  upstreamRetries?: number;
  upstreamMs?: number;
  upstreamStatus?: number | PlatformErrorKind;
  /** The begin of the SHA-256 of the caller's token, in base64url. */
  caller?: string;
  /** The trace that the request belongs to. */
  trace?: string;
}

/** One request to the platform that was answered, or that failed. */
export interface UpstreamRecord {
  event: 'upstream';
  /** As in the record of the call that it was made for. */
  request?: string;
  /** Method and path template. */
  route: string;
  /** Counts from 1; more is a retry. */
  attempt: number;
  status?: number;
  fault?: PlatformErrorKind;
  ms: number;
}

/** An HTTP request that was turned away before it was read. */
interface RejectedRecord {
  event: 'rejected';
  status: number;
}

/** A server of this process takes requests from now on. */
interface ListeningRecord {
  event: 'listening';
  msg: `${'MCP endpoint' | 'Metrics'}: ${string}`;
  workers?: number;
}

/** The platform is the embedded one. */
interface EmbeddedRecord {
  event: 'embedded';
  msg: string;
}

/** The process was told to end and finishes what is in flight. */
interface DrainingRecord {
  event: 'draining';
  inFlight: number;
}

/** A worker ended without having been told to, and another one takes its place. */
interface WorkerExitRecord {
  event: 'worker_exited';
  worker: number;
  code: number | null;
  signal: string | null;
  replacedInMs: number;
}

/** Something went wrong that is no answer to a request. */
export interface ProblemRecord {
  event: 'problem';
  /** The kind of the error. */
  error: string;
  code?: string;
  /** Of an error of the platform: what was asked, and the status of the answer. */
  route?: string;
  status?: number;
  /** Kinds and codes of what it comes from, the nearest first. */
  causes?: string[];
  /** Only of errors whose text is known to be ours. */
  msg?: string;
  /** Where it was thrown. */
  at?: string;
}
