import type { Cancellation } from './cancellation.ts';
import type { Clock } from './clock.ts';
import type { PlatformErrorKind } from './errors.ts';
import type { RateLimit } from './headers.ts';

export type QueryValue = string | number | boolean;

/** What a request does to the platform. Whether it is sent again and whether it makes old answers stale follow from it. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

export interface PlatformRequest {
  /** Method and path template, as in `GET /v1/spaces/{spaceId}/search`. */
  route: string;
  effect: Effect;
  /** A value for each placeholder of the route; encoded as one path segment each. */
  path?: Record<string, string>;
  /** An array repeats its name; `undefined` is left out. */
  query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
  /** Sent as JSON. `undefined` members are left out, `null` members are kept: they remove a value. */
  body?: unknown;
  /** Entity tag of an answer that is known: the same is not answered again, but with 304. For reads. */
  ifNoneMatch?: string;
}

/** On whose behalf a request is sent, and until when. */
export interface PlatformCaller {
  /** The bearer token. It goes into the header of this caller's requests and nowhere else. */
  token: string;
  /** Tells apart who shares the token, where several do: each gets an equal part of the requests under way. */
  party?: string;
  /** Ends the call wherever it is: queued, waiting for a rate limit, backing off or in flight. */
  signal?: Cancellation;
  /** Is told of what the call does on the wire. */
  watch?: RequestWatch;
}

/** Told of what one call does on the wire, to measure and to trace it. It must not throw. */
export interface RequestWatch {
  /** Called right before each attempt is sent; `number` counts from 1. */
  attempt(route: string, number: number): AttemptWatch;
}

export interface AttemptWatch {
  /** Sent along with this attempt, such as `traceparent`. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Called once, when the answer was read, or, of a stream, began. `status` is the HTTP status, where one came;
   * `fault` says what else went wrong.
   */
  end(status: number | undefined, fault?: PlatformErrorKind): void;
}

export interface PlatformResponse {
  status: number;
  /** The decoded JSON; `undefined` for 204, 205 and 304. */
  data: unknown;
  /** The answer's entity tag, where the platform gives one. */
  etag?: string;
  /** Present where the answer tells it. */
  rateLimit?: RateLimit;
}

/** A file at an address that an answer of the platform named. */
export interface DownloadRequest {
  url: string;
  /** Size in bytes from which on it is not read. */
  maxBytes: number;
}

export interface Download {
  bytes: Buffer;
  /** Media type without parameters, in lower case, where the answer tells it. */
  contentType: string | undefined;
}

export interface PaginateOptions {
  /** Ends the iteration after this many items; without it every page is read. */
  maxItems?: number;
}

/** HTTP to the platform. Every failure is a `PlatformError`. */
export interface PlatformClient {
  /** Sends one request and decodes its answer. */
  request(request: PlatformRequest, caller: PlatformCaller): Promise<PlatformResponse>;
  /**
   * Reads a `text/event-stream` answer, one JSON object per event, until the event `done` or the
   * end of the stream. Leaving the loop aborts the request. A stream is one of its token's
   * concurrent requests for as long as it is read.
   */
  stream(request: PlatformRequest, caller: PlatformCaller): AsyncGenerator<Record<string, unknown>>;
  /**
   * Walks the pages of a list (`{items, next?: {page}}`) and yields its items, from
   * `query.page` on if that is given. A cursor that comes twice fails with `invalid_response`,
   * because ending there would pass an incomplete list off as a whole one.
   */
  paginate(
    request: PlatformRequest,
    caller: PlatformCaller,
    options?: PaginateOptions,
  ): AsyncGenerator<unknown>;
  /**
   * Fetches a file without the token, which is only taken out of what is said of failures, and without following redirects: from the platform's own
   * address, or over https from a public one. `invalid_request` for any other address, `too_large`
   * for more bytes than allowed.
   */
  download(request: DownloadRequest, caller: PlatformCaller): Promise<Download>;
  /**
   * Whether the platform answers at all: its root is asked for once, without a token, and any status below 500 will do.
   */
  reach(signal: Cancellation): Promise<boolean>;
  /** Drops every connection; calls in progress and later ones fail as `cancelled`. */
  close(): Promise<void>;
}

/** Times in milliseconds that are fixed in production and shortened in tests. */
export interface Timing {
  /** To open a connection, TLS included. */
  connectMs: number;
  /** Longest silence within an event stream. */
  streamIdleMs: number;
  /** Ceiling of the first backoff; it doubles with each further attempt. */
  backoffMs: number;
  /** All waiting of one call together: backoff, `Retry-After` and rate limit reset. */
  waitBudgetMs: number;
}

export interface ClientOptions {
  /** The platform's address, or a function that yields it once it is known. A path prefix is kept. */
  baseUrl: string | (() => Promise<string>);
  /** Name and version, as in `docs-platform-mcp/0.1.0`. */
  userAgent: string;
  /** Milliseconds for the headers and again for the body of an answer; 30,000 by default. */
  timeoutMs?: number;
  /** The most requests of one token under way at a time; 64 by default. */
  maxConcurrency?: number;
  /** Called after each request whose effect is not `read`, whether it succeeded or not. */
  onWrite?: (request: PlatformRequest) => void;
  /**
   * Called with the data of a large answer before it is returned, to make ready what takes long. What it rejects with
   * fails the call as `too_large`.
   */
  onLargeAnswer?: (data: unknown) => Promise<void> | undefined;
  timing?: Partial<Timing>;
  clock?: Clock;
}
