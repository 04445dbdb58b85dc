import type { Dispatcher } from 'undici';
import { MAX_ERROR_BYTES, type RawResponse } from './answer.ts';
import { decodeJson, MAX_BODY_BYTES, readFailure } from './body.ts';
import { Calls, type ClientCall } from './calls.ts';
import type { Cancellation } from './cancellation.ts';
import { systemClock } from './clock.ts';
import { downloadTarget, toDownload } from './download.ts';
import { errorOfRedirect, errorOfResponse, type Head } from './error-response.ts';
import { failures, PlatformError } from './errors.ts';
import { readEvents } from './events.ts';
import { header, rateLimitOf } from './headers.ts';
import type { Release } from './limits/large-answers.ts';
import { Latency } from './limits/latency.ts';
import { type Permit, TokenLimiter } from './limits/token-limiter.ts';
import type { LoadVerdict } from './limits/window.ts';
import { type AttemptedCall, type AttemptResult, observeAttempt } from './observe-attempt.ts';
import { paginatePages } from './paginate.ts';
import { RepeatedAnswers } from './repeated-answers.ts';
import { type Repetition, withRetries } from './retry.ts';
import { HttpTransport } from './transport.ts';
import type {
  ClientOptions,
  Download,
  DownloadRequest,
  PaginateOptions,
  PlatformCaller,
  PlatformClient,
  PlatformRequest,
  PlatformResponse,
  Timing,
} from './types.ts';
import { encodeRequest, type WireRequest } from './wire.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

const DEFAULT_TIMING: Timing = {
  connectMs: 5_000,
  streamIdleMs: 30_000,
  streamMs: 300_000,
  backoffMs: 500,
  waitBudgetMs: 20_000,
};

/** Answers that may need slow preparation. */
const LARGE_BYTES = 16_000;

const ROOT = { method: 'GET', effect: 'read', path: '/', query: '', body: undefined } as const;

/** One call in progress: its request and its permit from the limiter of its token. */
interface CallInProgress {
  call: ClientCall;
  wire: WireRequest;
  permit: Permit;
  attempts: AttemptedCall;
  /** Set if the answer is large. */
  release?: Release;
}

class HttpClient implements PlatformClient {
  readonly #options: ClientOptions;
  readonly #timeoutMs: number;
  readonly #timing: Timing;
  readonly #clock;
  readonly #calls = new Calls();
  readonly #limiter: TokenLimiter;
  readonly #latency = new Latency();
  readonly #repeated = new RepeatedAnswers();
  readonly #transport: HttpTransport;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#timing = { ...DEFAULT_TIMING, ...options.timing };
    this.#clock = options.clock ?? systemClock;
    this.#limiter = new TokenLimiter(this.#clock, options.maxConcurrency, this.#timeoutMs);
    this.#transport = new HttpTransport({
      baseUrl: options.baseUrl,
      connectMs: this.#timing.connectMs,
      timeoutMs: this.#timeoutMs,
    });
  }

  async request(request: PlatformRequest, caller: PlatformCaller): Promise<PlatformResponse> {
    const call = this.#calls.start(request.route, caller);
    const { lastAnswer } = caller;
    lastAnswer?.begin();
    let release: Release | undefined;
    try {
      const entered = this.#begin(request, caller, 'application/json', call);
      const exchange = entered instanceof Promise ? await entered : entered;
      try {
        return await this.#retry(exchange.wire, call, (budgetLeftMs) =>
          this.#attempt(exchange, budgetLeftMs, (wire) => this.#ask(wire, exchange)),
        );
      } finally {
        exchange.permit.leave();
        release = exchange.release;
        if (request.effect !== 'read') this.#options.onWrite?.(request);
      }
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.end();
      if (lastAnswer) lastAnswer.end(release);
      else release?.();
    }
  }

  async *stream(
    request: PlatformRequest,
    caller: PlatformCaller,
  ): AsyncGenerator<Record<string, unknown>> {
    const call = this.#calls.start(request.route, caller);
    try {
      const exchange = await this.#begin(request, caller, 'text/event-stream', call);
      try {
        const response = await this.#retry(exchange.wire, call, (budgetLeftMs) =>
          this.#attempt(exchange, budgetLeftMs, (wire) => this.#open(wire, exchange)),
        );
        if (response.statusCode === 204) void response.body.dump();
        else yield* this.#events(response, exchange);
      } finally {
        exchange.permit.leave();
      }
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.end();
    }
  }

  paginate(
    request: PlatformRequest,
    caller: PlatformCaller,
    options: PaginateOptions = {},
  ): AsyncGenerator<unknown> {
    const fail = failures(request.route, caller.token);
    return paginatePages(request, options, (page) => this.request(page, caller), fail);
  }

  download({ url, maxBytes }: DownloadRequest, caller: PlatformCaller): Promise<Download> {
    const { userAgent } = this.#options;
    const attempts: AttemptedCall = { route: 'GET file', watch: caller.watch, made: 0 };
    return this.#calls.run(attempts.route, caller, (call) =>
      this.#retry({ method: 'GET', effect: 'read' }, call, async () => {
        const { target, network } = downloadTarget(url, await this.#transport.address(call), call);
        // Headers from a watch never go to other hosts.
        return observeAttempt(attempts, async () => {
          const answer = await this.#transport.fetch(
            target,
            network,
            { userAgent, maxBytes },
            call,
          );
          const limits = { maxBytes, now: this.#clock.now() };
          return { status: answer.status, result: toDownload(answer, limits, call) };
        });
      }),
    );
  }

  reach(signal: Cancellation): Promise<boolean> {
    return this.#calls
      .run('GET /', { token: '', signal }, async (call) => {
        const wire = { ...ROOT, headers: { 'user-agent': this.#options.userAgent } };
        const { status } = await this.#transport.ask(wire, MAX_ERROR_BYTES, call);
        return status < 500;
      })
      .catch((error: unknown) => {
        if (error instanceof PlatformError) return false;
        throw error;
      });
  }

  async close(): Promise<void> {
    this.#calls.close();
    await this.#transport.close();
  }

  /** Returns a promise only if it has to wait for its turn. */
  #begin(
    request: PlatformRequest,
    { token, watch, party = '', signal }: PlatformCaller,
    accept: string,
    call: ClientCall,
  ): CallInProgress | Promise<CallInProgress> {
    const wire = encodeRequest(request, token, accept, this.#options.userAgent, call.fail);
    const attempts = { route: request.route, watch, made: 0 };
    // All requests of one caller's call share one signal.
    const entered = this.#limiter.enter(token, call, { party, work: signal ?? call });
    const begun = (permit: Permit) => ({ call, wire, permit, attempts });
    return entered instanceof Promise ? entered.then(begun) : begun(entered);
  }

  #retry<T>(
    { method, effect }: Repetition,
    { cancelled }: ClientCall,
    attempt: (budgetLeftMs: number) => Promise<T>,
  ): Promise<T> {
    const { backoffMs, waitBudgetMs: budgetMs } = this.#timing;
    return withRetries(
      attempt,
      { request: { method, effect }, backoffMs, budgetMs },
      cancelled,
      this.#clock,
    );
  }

  /** Sends once the limits of the token allow it, with the headers from the watch. */
  #attempt<T>(
    { wire, permit, attempts }: CallInProgress,
    budgetLeftMs: number,
    send: (wire: WireRequest) => Promise<AttemptResult<T>>,
  ): Promise<T> {
    const attempt = () =>
      observeAttempt(attempts, (more) =>
        send(more ? { ...wire, headers: { ...wire.headers, ...more } } : wire),
      );
    return permit.take(budgetLeftMs)?.then(attempt) ?? attempt();
  }

  /** Reads a successful answer. */
  async #ask(
    wire: WireRequest,
    exchange: CallInProgress,
  ): Promise<AttemptResult<PlatformResponse>> {
    const { permit, call } = exchange;
    const begun = this.#clock.now();
    let answer: RawResponse;
    try {
      answer = await this.#transport.ask(wire, MAX_BODY_BYTES, call);
    } catch (error) {
      throw this.#lose(permit, error);
    }
    if (answer.release) {
      exchange.release?.();
      exchange.release = answer.release;
    }
    const { status, headers } = answer;
    permit.observe(headers);
    permit.give(this.#judge(status, permit, call.route, this.#clock.now() - begun));
    if (!isSuccess(answer, wire)) {
      throw this.#failure(answer, answer.bytes.toString('utf8'), wire, call);
    }
    const decoded = this.#decode(answer, wire, call);
    const data = decoded instanceof Promise ? await decoded : decoded;
    if (answer.bytes.length > LARGE_BYTES) await this.#prepare(data, call);
    const etag = header(headers, 'etag');
    const rateLimit =
      'x-ratelimit-limit' in headers ? rateLimitOf(headers, this.#clock.now()) : undefined;
    return { status, result: { status, data, etag, rateLimit } };
  }

  /** The decoded body of an answer. Returns a promise only if it is large. */
  #decode(answer: RawResponse, { method, path, query }: WireRequest, { fail }: ClientCall) {
    const decode = () => decodeJson(answer, method, fail);
    return method === 'GET' && answer.complete
      ? this.#repeated.decode(`${path}${query}`, answer.bytes, decode)
      : decode();
  }

  /** Prepares a large answer. */
  async #prepare(data: unknown, { fail }: ClientCall): Promise<void> {
    try {
      await this.#options.onLargeAnswer?.(data);
    } catch (cause) {
      throw fail('too_large', `the answer is too large: ${(cause as Error).message}`, { cause });
    }
  }

  /** Opens a stream. */
  async #open(
    wire: WireRequest,
    { permit, call }: CallInProgress,
  ): Promise<AttemptResult<Dispatcher.ResponseData>> {
    const { streamIdleMs } = this.#timing;
    let response: Dispatcher.ResponseData;
    try {
      response = await this.#transport.open(wire, streamIdleMs, call);
    } catch (error) {
      throw this.#lose(permit, error);
    }
    const { statusCode: status, headers, body } = response;
    permit.observe(headers);
    // A stream counts as in flight for as long as it is read.
    if (isSuccess({ status }, wire)) return { status, result: response };
    permit.give(isOverload(status) ? 'refused' : 'unknown');
    throw this.#failure({ status, headers }, await readFailure(body, this.#timeoutMs), wire, call);
  }

  /** Reads a stream, of which each event shows that the platform is answering. */
  async *#events(response: Dispatcher.ResponseData, { call, permit }: CallInProgress) {
    const limits = {
      maxMs: this.#timing.streamMs,
      now: () => this.#clock.now(),
      prepare: (event: object) => this.#prepare(event, call),
    };
    for await (const event of readEvents(response, limits, call.fail)) {
      permit.notice();
      yield event;
    }
  }

  /** Releases the slot, because no answer came; returns the error. */
  #lose(permit: Permit, error: unknown): unknown {
    permit.give(isOverloadFault(error) ? 'refused' : 'unknown');
    return error;
  }

  /** What an answer says about the platform's load. */
  #judge(status: number, { isCrowded }: Permit, route: string, ms: number): LoadVerdict {
    if (isOverload(status)) return 'refused';
    // A refusal for other reasons may be faster than the work itself, so its latency says nothing.
    if (status >= 400) return 'unknown';
    return this.#latency.isGrowing(route, ms, isCrowded) ? 'slower' : 'well';
  }

  /** Converts a failed answer to its error. */
  #failure(head: Head, body: string, wire: WireRequest, { fail }: ClientCall): PlatformError {
    return head.status < 400
      ? errorOfRedirect(head, this.#transport.sentTo(wire), wire.path, fail)
      : errorOfResponse(head, body, this.#clock.now(), fail);
  }
}

function isSuccess({ status }: Pick<RawResponse, 'status'>, { headers }: WireRequest): boolean {
  return status < 300 || (status === 304 && 'if-none-match' in headers);
}

function isOverload(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Whether the answer is missing because the platform could not produce one. */
function isOverloadFault(error: unknown): boolean {
  return error instanceof PlatformError && (error.kind === 'timeout' || error.kind === 'network');
}

/**
 * A client of the platform at one address, shared by all callers of a process. It opens no connection until its first
 * request.
 *
 * A request is sent up to four times if the connection breaks or the platform answers 429, 502, 503 or 504, provided it
 * is idempotent: it reads, deletes, or replaces the whole object. Its effect decides, so a read sent with POST is
 * retried too.
 * Every other request is sent again only if it was refused unread: on 429 or without a connection. `Retry-After` and
 * `X-RateLimit-Reset` are honoured, for 20 seconds in all.
 *
 * Each token may have as many requests in flight as the platform handles: eight at first, more while answers stay as
 * fast as usual, half as many after 429, 5xx or silence, and never more than `maxConcurrency`. Other requests queue,
 * and callers that share a token take turns. One that waits while the platform answers nothing fails after `timeoutMs`.
 */
export function createClient(options: ClientOptions): PlatformClient {
  return new HttpClient(options);
}
