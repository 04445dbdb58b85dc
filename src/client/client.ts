import type { Dispatcher } from 'undici';
import { readJson } from './body.ts';
import { type Call, Calls } from './calls.ts';
import { systemClock } from './clock.ts';
import { readDownload, wayTo } from './download.ts';
import { fromErrorResponse, fromRedirect } from './error-response.ts';
import { failures, PlatformError } from './errors.ts';
import { readEvents } from './events.ts';
import { header } from './headers.ts';
import { paginatePages } from './paginate.ts';
import { type Permit, TokenLimiter } from './rate-limit.ts';
import { withRetries } from './retry.ts';
import { Transport } from './transport.ts';
import type {
  ClientOptions,
  Download,
  DownloadRequest,
  PaginateOptions,
  PlatformClient,
  PlatformRequest,
  PlatformResponse,
  Timing,
} from './types.ts';
import { type Attempts, watched } from './watched.ts';
import { prepare, type Wire } from './wire.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

const DEFAULT_TIMING: Timing = {
  connectMs: 5_000,
  streamIdleMs: 30_000,
  backoffMs: 500,
  waitBudgetMs: 20_000,
};

const ROOT = { method: 'GET', path: '/', query: '', body: undefined } as const;

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

  async request(request: PlatformRequest): Promise<PlatformResponse> {
    return this.#calls.run(request, async (call) => {
      const exchange = await this.#begin(request, 'application/json', call);
      try {
        return await this.#retry(exchange.wire, call, (budgetLeftMs) =>
          this.#attempt(exchange, this.#timeoutMs, budgetLeftMs, async (response) => {
            const data = await readJson(response, this.#timeoutMs, call.fail);
            const etag = header(response.headers, 'etag');
            return { status: response.statusCode, data, etag };
          }),
        );
      } finally {
        exchange.permit.release();
        if (exchange.wire.method !== 'GET') this.#options.onWrite?.(request);
      }
    });
  }

  async *stream(request: PlatformRequest): AsyncGenerator<Record<string, unknown>> {
    const call = this.#calls.start(request);
    try {
      const exchange = await this.#begin(request, 'text/event-stream', call);
      try {
        const response = await this.#retry(exchange.wire, call, (budgetLeftMs) =>
          this.#attempt(exchange, this.#timing.streamIdleMs, budgetLeftMs, async (begun) => begun),
        );
        if (response.statusCode === 204) void response.body.dump();
        else yield* readEvents(response, call.fail);
      } finally {
        exchange.permit.release();
      }
    } catch (error) {
      throw call.explain(error);
    } finally {
      call.end();
    }
  }

  paginate(request: PlatformRequest, options: PaginateOptions = {}): AsyncGenerator<unknown> {
    const fail = failures(request.route, request.token);
    return paginatePages(request, options, (page) => this.request(page), fail);
  }

  download({ url, maxBytes, token, signal, watch }: DownloadRequest): Promise<Download> {
    const timeoutMs = this.#timeoutMs;
    const attempts: Attempts = { route: 'GET file', watch, made: 0 };
    return this.#calls.run({ route: attempts.route, token, signal }, (call) =>
      this.#retry({ method: 'GET' }, call, async () => {
        const { target, way } = wayTo(url, await this.#transport.address(call), call);
        // Of what a watch sends along, nothing goes to other hosts.
        return watched(attempts, async () => {
          const response = await this.#transport.fetch(target, way, this.#options.userAgent, call);
          const { statusCode: status } = response;
          const limits = { maxBytes, timeoutMs, now: this.#clock.now() };
          return { status, result: await readDownload(response, limits, call) };
        });
      }),
    );
  }

  reach(signal: AbortSignal): Promise<boolean> {
    const request = { route: 'GET /', token: '', signal };
    return this.#calls
      .run(request, async (call) => {
        const wire = { ...ROOT, headers: { 'user-agent': this.#options.userAgent } };
        const { statusCode, body } = await this.#transport.send(wire, this.#timeoutMs, call);
        void body.dump();
        return statusCode < 500;
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

  async #begin(request: PlatformRequest, accept: string, call: Call): Promise<Exchange> {
    const wire = prepare(request, accept, this.#options.userAgent, call.fail);
    const permit = await this.#limiter.acquire(request.token, call.signal, call.fail);
    const attempts = { route: request.route, watch: request.watch, made: 0 };
    return { call, wire, permit, attempts };
  }

  #retry<T>(
    { method }: Pick<Wire, 'method'>,
    { signal }: Call,
    attempt: (budgetLeftMs: number) => Promise<T>,
  ): Promise<T> {
    const { backoffMs, waitBudgetMs } = this.#timing;
    return withRetries(attempt, { method, backoffMs, budgetMs: waitBudgetMs }, signal, this.#clock);
  }

  /** Sends once the rate limit allows it, and reads a successful answer. */
  async #attempt<T>(
    { call, wire, permit, attempts }: Exchange,
    bodyIdleMs: number,
    budgetLeftMs: number,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    await permit.ready(budgetLeftMs);
    return watched(attempts, async (more) => {
      const sent = more ? { ...wire, headers: { ...wire.headers, ...more } } : wire;
      const response = await this.#transport.send(sent, bodyIdleMs, call);
      permit.observe(response.headers);
      await this.#requireSuccess(response, wire, call);
      return { status: response.statusCode, result: await read(response) };
    });
  }

  /** Throws the failure that an answer stands for. */
  async #requireSuccess(
    response: Dispatcher.ResponseData,
    wire: Wire,
    { fail }: Call,
  ): Promise<void> {
    const { statusCode, body } = response;
    const isUnchanged = statusCode === 304 && 'if-none-match' in wire.headers;
    if (statusCode < 300 || isUnchanged) return;
    if (statusCode < 400) {
      void body.dump();
      throw fromRedirect(response, this.#transport.sentTo(wire), wire.path, fail);
    }
    throw await fromErrorResponse(response, this.#timeoutMs, this.#clock.now(), fail);
  }
}

/**
 * A client of the platform at one address, to be shared by all callers of a process. It opens
 * nothing until its first request.
 *
 * A request that only reads, or that writes the same when repeated (GET, PUT, DELETE), is sent up
 * to four times when the connection breaks or the platform answers 429, 502, 503 or 504; POST and
 * PATCH only when it was refused unread: on 429 or without a connection. `Retry-After` and
 * `X-RateLimit-Reset` are waited for, 20 seconds in all. Each token has at most eight requests
 * under way at a time; the others queue.
 */
export function createClient(options: ClientOptions): PlatformClient {
  return new HttpClient(options);
}
