import type { PlatformErrorKind } from '../../client/index.ts';
import type { Outcome } from './call.ts';

/**
 * Everything that a log can contain. Only these fields of a request are ever logged, and none of them holds a
 * person's text, a token, an argument, a header or an address with its query. So nothing has to be redacted
 * afterwards.
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

/** A protocol request that was answered or that its client abandoned. */
export interface CallRecord {
  event: 'call';
  /** The HTTP request's `x-request-id`. */
  request?: string;
  method: string;
  /** The name of an existing tool. */
  tool?: string;
  status: Outcome;
  ms: number;
  /** The code of the protocol error, if it ended with one. */
  code?: number;
  /** Requests to the platform: how many, how long they took, and the last answer. */
  upstreamRequests?: number;
  upstreamRetries?: number;
  upstreamMs?: number;
  upstreamStatus?: number | PlatformErrorKind;
  /** The beginning of the SHA-256 of the caller's token, in base64url. */
  caller?: string;
  /** The trace of the request. */
  trace?: string;
}

/** One request to the platform, answered or failed. */
export interface UpstreamRecord {
  event: 'upstream';
  /** As in the record of its call. */
  request?: string;
  /** Method and path template. */
  route: string;
  /** Counts from 1; later ones are retries. */
  attempt: number;
  status?: number;
  fault?: PlatformErrorKind;
  ms: number;
}

/** An HTTP request that was refused before it was read. */
interface RejectedRecord {
  event: 'rejected';
  status: number;
}

/** A server of this process has started to listen. */
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

/** The graceful shutdown has begun. */
interface DrainingRecord {
  event: 'draining';
  inFlight: number;
}

/** A worker exited unexpectedly and will be replaced. */
interface WorkerExitRecord {
  event: 'worker_exited';
  worker: number;
  code: number | null;
  signal: string | null;
  replacedInMs: number;
}

/** An error outside of any request. */
export interface ProblemRecord {
  event: 'problem';
  /** The kind of error. */
  error: string;
  /** For a defect: the id that the client got. */
  defect?: string;
  code?: string;
  /** For an error of the platform: the route and the status of the answer. */
  route?: string;
  status?: number;
  /** Kinds and codes of its causes, the nearest first. */
  causes?: string[];
  /** Only for errors whose text is this program's own. */
  msg?: string;
  /** The location that threw it. */
  at?: string;
}
