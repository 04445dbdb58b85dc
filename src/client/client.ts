import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import { decodeJson, MAX_BODY_BYTES, MAX_ERROR_BYTES, readFailure } from './body.ts';
import { type Call, Calls } from './calls.ts';
import type { Cancellation } from './cancellation.ts';
import { systemClock } from './clock.ts';
import { toDownload, wayTo } from './download.ts';
import { fromErrorResponse, fromRedirect, type Head } from './error-response.ts';
import { failures, PlatformError } from './errors.ts';
import { readEvents } from './events.ts';
import { header } from './headers.ts';
import { paginatePages } from './paginate.ts';
import { type Permit, TokenLimiter } from './rate-limit.ts';
import { type Repetition, withRetries } from './retry.ts';
import { Transport } from './transport.ts';
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
import { type Attempted, type Attempts, watched } from './watched.ts';
import { prepare, type Wire } from './wire.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

const DEFAULT_TIMING: Timing = {
  connectMs: 5_000,
  streamIdleMs: 30_000,
  backoffMs: 500,
  waitBudgetMs: 20_000,
};

const ROOT = { method: 'GET', effect: 'read', path: '/', query: '', body: undefined } as const;

/** One call on its way: what is sent, and its place among the calls of its token. */
interface Exchange {
  call: Call;
  wire: Wire;
  permit: Permit;
  attempts: Attempts;
}

class HttpClient implements PlatformClient {
  readonly #options: ClientOptions;
  readonly #timeoutMs: number;
  readonly #timing: Timing;
  readonly #clock;
  readonly #calls = new Calls();
  readonly #limiter: TokenLimiter;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#timing = { ...DEFAULT_TIMING, ...options.timing };
    this.#clock = options.clock ?? systemClock;
    this.#limiter = new TokenLimiter(this.#clock);
    this.#transport = new Transport({
      baseUrl: options.baseUrl,
      connectMs: this.#timing.connectMs,
      timeoutMs: this.#timeoutMs,
    });
  }

  request(request: PlatformRequest, caller: PlatformCaller): Promise<PlatformResponse> {
    return this.#calls.run(request.route, caller, async (call) => {
      const exchange = await this.#begin(request, caller, 'application/json', call);
      try {
        return await this.#retry(exchange.wire, call, (budgetLeftMs) =>
          this.#attempt(exchange, budgetLeftMs, (wire) => this.#ask(wire, exchange)),
        );
      } finally {
        exchange.permit.release();
        if (request.effect !== 'read') this.#options.onWrite?.(request);
      }
    });
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
        else yield* readEvents(response, call.fail);
      } finally {
        exchange.permit.release();
      }
    } catch (error) {
      throw call.explain(error);
    } finally {
      this.#calls.end(call);
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
    const attempts: Attempts = { route: 'GET file', watch: caller.watch, made: 0 };
    return this.#calls.run(attempts.route, caller, (call) =>
      this.#retry({ method: 'GET', effect: 'read' }, call, async () => {
        const { target, way } = wayTo(url, await this.#transport.address(call), call);
        // Of what a watch sends along, nothing goes to other hosts.
        return watched(attempts, async () => {
          const answer = await this.#transport.fetch(target, way, { userAgent, maxBytes }, call);
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

  async #begin(
    request: PlatformRequest,
    { token, watch }: PlatformCaller,
    accept: string,
    call: Call,
  ): Promise<Exchange> {
    const wire = prepare(request, token, accept, this.#options.userAgent, call.fail);
    const permit = await this.#limiter.acquire(token, call);
    const attempts = { route: request.route, watch, made: 0 };
    return { call, wire, permit, attempts };
  }

  #retry<T>(
    request: Repetition,
    { cancelled }: Call,
    attempt: (budgetLeftMs: number) => Promise<T>,
  ): Promise<T> {
    const { backoffMs, waitBudgetMs: budgetMs } = this.#timing;
    return withRetries(attempt, { request, backoffMs, budgetMs }, cancelled, this.#clock);
  }

  /** Sends once the rate limit allows it, with what the watch wants to be sent along. */
  #attempt<T>(
    { wire, permit, attempts }: Exchange,
    budgetLeftMs: number,
    send: (wire: Wire) => Promise<Attempted<T>>,
  ): Promise<T> {
    const attempt = () =>
      watched(attempts, (more) =>
        send(more ? { ...wire, headers: { ...wire.headers, ...more } } : wire),
      );
    return permit.isOpen ? attempt() : permit.ready(budgetLeftMs).then(attempt);
  }

  /** Reads a successful answer. */
  async #ask(wire: Wire, { permit, call }: Exchange): Promise<Attempted<PlatformResponse>> {
    const answer = await this.#transport.ask(wire, MAX_BODY_BYTES, call);
    const { status, headers } = answer;
    permit.observe(headers);
    if (!isSuccess(answer, wire)) {
      throw this.#failure(answer, answer.bytes.toString('utf8'), wire, call);
    }
    const data = decodeJson(answer, call.fail);
    return { status, result: { status, data, etag: header(headers, 'etag') } };
  }

  /** Opens a stream. */
  async #open(wire: Wire, { permit, call }: Exchange): Promise<Attempted<Dispatcher.ResponseData>> {
    const response = await this.#transport.open(wire, this.#timing.streamIdleMs, call);
    const { statusCode: status, headers, body } = response;
    permit.observe(headers);
    if (isSuccess({ status }, wire)) return { status, result: response };
    throw this.#failure({ status, headers }, await readFailure(body, this.#timeoutMs), wire, call);
  }

  /** The failure that an answer stands for. */
  #failure(head: Head, body: string, wire: Wire, { fail }: Call): PlatformError {
    return head.status < 400
      ? fromRedirect(head, this.#transport.sentTo(wire), wire.path, fail)
      : fromErrorResponse(head, body, this.#clock.now(), fail);
  }
}

function isSuccess({ status }: Pick<Answer, 'status'>, { headers }: Wire): boolean {
  return status < 300 || (status === 304 && 'if-none-match' in headers);
}

/**
 * A client of the platform at one address, to be shared by all callers of a process. It opens
 * nothing until its first request.
 *
 * A request that reads, deletes or replaces a whole is sent up to four times when the connection breaks or the
 * platform answers 429, 502, 503 or 504; its effect decides, so that a question sent with POST is among them. Every
 * other is sent again only when it was refused unread: on 429 or without a connection. `Retry-After` and
 * `X-RateLimit-Reset` are waited for, 20 seconds in all. Each token has at most eight requests
 * under way at a time; the others queue.
 */
export function createClient(options: ClientOptions): PlatformClient {
  return new HttpClient(options);
}
