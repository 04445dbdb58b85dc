import type { Cancellation } from './cancellation.ts';
import type { Clock } from './clock.ts';
import type { PlatformErrorKind } from './errors.ts';
import type { RateLimitStatus } from './headers.ts';
import type { LastAnswer } from './limits/large-answers.ts';

export type QueryValue = string | number | boolean;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a request does to the platform. It decides whether the request may be sent again and whether it makes cached
 * answers stale.
 */
export type Effect = 'read' | 'create' | 'update' | 'delete';

export interface PlatformRequest {
  /** Method and path template, as in `GET /v1/spaces/{spaceId}/search`. */
  route: string;
  effect: Effect;
  /** A value for each placeholder of the route, each encoded as one path segment. */
  path?: Record<string, string>;
  /** An array repeats its name. `undefined` is left out. */
  query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
  /** Sent as JSON. `undefined` members are left out. `null` members are kept, because they remove a value. */
  body?: unknown;
  /** Entity tag of a known answer: if it is unchanged, the platform answers 304. For reads only. */
  ifNoneMatch?: string;
}

/** On whose behalf a request is sent, and until when. */
export interface PlatformCaller {
  /** The bearer token. It is sent in the header of this caller's requests and nowhere else. */
  token: string;
  /** Distinguishes callers that share the token. Each gets an equal share of the requests in flight. */
  party?: string;
  /** Aborts the call wherever it is: queued, waiting for a rate limit, backing off or in flight. */
  signal?: Cancellation;
  /** Observes the attempts of the call. */
  watch?: RequestWatch;
  /** Keeps room for the last answer; absent: each is no longer needed once it was received. */
  lastAnswer?: LastAnswer;
}

/** Observes the attempts of one call, to measure and trace them. Must not throw. */
export interface RequestWatch {
  /** Called immediately before each attempt is sent. `number` counts from 1. */
  attempt(route: string, number: number): AttemptWatch;
}

export interface AttemptWatch {
  /** Headers to add to this attempt, such as `traceparent`. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Called once, after the answer was read, or after a stream began. `status` is the HTTP status, if one arrived.
   * `fault` describes any other failure.
   */
  end(status: number | undefined, fault?: PlatformErrorKind): void;
}

export interface PlatformResponse {
  status: number;
  /** The decoded JSON; `undefined` for 204, 205 and 304. */
  data: unknown;
  /** The answer's entity tag, if it has one. */
  etag?: string;
  /** Present if the answer has rate limit headers. */
  rateLimit?: RateLimitStatus;
}

/** A file at an address from an answer of the platform. */
export interface DownloadRequest {
  url: string;
  /** Maximum size in bytes; a larger file is not read. */
  maxBytes: number;
}

export interface Download {
  bytes: Buffer;
  /** Media type in lower case without parameters, if the answer has one. */
  contentType: string | undefined;
}

export interface PaginateOptions {
  /** Stops after this many items. Absent: reads every page. */
  maxItems?: number;
}

/** The HTTP client of the platform. Every failure is a `PlatformError`. */
export interface PlatformClient {
  /** Sends one request and decodes its answer. */
  request(request: PlatformRequest, caller: PlatformCaller): Promise<PlatformResponse>;
  /**
   * Reads a `text/event-stream` answer, one JSON object per event, until the event `done` or the end of the stream.
   * Leaving the loop aborts the request. A stream counts as one of its token's concurrent requests for as long as it
   * is read.
   */
  stream(request: PlatformRequest, caller: PlatformCaller): AsyncGenerator<Record<string, unknown>>;
  /**
   * Walks the pages of a list (`{items, next?: {page}}`) and yields its items, starting at `query.page` if given. A
   * repeated cursor fails with `invalid_response`, because stopping there would pass off an incomplete list as
   * complete.
   */
  paginate(
    request: PlatformRequest,
    caller: PlatformCaller,
    options?: PaginateOptions,
  ): AsyncGenerator<unknown>;
  /**
   * Downloads a file without sending the token and without following redirects: from the platform's own address, or
   * over https from a public address. The token serves only to scrub error messages. Fails with `invalid_request` for
   * any other address and with `too_large` for more bytes than allowed.
   */
  download(request: DownloadRequest, caller: PlatformCaller): Promise<Download>;
  /** Whether the platform answers at all. Requests its root once, without a token; any status below 500 counts. */
  reach(signal: Cancellation): Promise<boolean>;
  /** Drops every connection. Calls in progress and later ones fail as `cancelled`. */
  close(): Promise<void>;
}

/** Times in milliseconds that are fixed in production and shortened in tests. */
export interface Timing {
  /** To open a connection, including TLS. */
  connectMs: number;
  /** Longest silence within an event stream. */
  streamIdleMs: number;
  /** Maximum time of a whole event stream. */
  streamMs: number;
  /** Ceiling of the first backoff. It doubles with each further attempt. */
  backoffMs: number;
  /** Maximum time that one call waits in all: backoff, `Retry-After` and rate limit reset. */
  waitBudgetMs: number;
}

export interface ClientOptions {
  /** The platform's address, or a function that resolves to it. A path prefix is kept. */
  baseUrl: string | (() => Promise<string>);
  /** Name and version, as in `docs-platform-mcp/0.1.0`. */
  userAgent: string;
  /** Milliseconds for the headers and again for the body of an answer. Default: 30,000. */
  timeoutMs?: number;
  /** Maximum number of concurrent requests for one token. Default: 64. */
  maxConcurrency?: number;
  /** Called after each request whose effect is not `read`, whether or not it succeeded. */
  onWrite?: (request: PlatformRequest) => void;
  /**
   * Called with the data of a large answer before it is returned, for slow preparation. A rejection fails the call as
   * `too_large`.
   */
  onLargeAnswer?: (data: unknown) => Promise<void> | undefined;
  timing?: Partial<Timing>;
  clock?: Clock;
}
