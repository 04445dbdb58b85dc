import type { Dispatcher } from 'undici';
import { AddressError, type PlatformAddress, parsePlatformAddress } from './address.ts';
import { type AnswerLimits, AnswerReader, type RawResponse, UNLIMITED } from './answer.ts';
import type { ClientCall } from './calls.ts';
import type { Cancellation } from './cancellation.ts';
import { createDispatcher, createPublicDispatcher } from './dispatcher.ts';
import type { DownloadNetwork } from './download.ts';
import { errorOfFault, SILENT } from './faults.ts';
import { LargeAnswers } from './limits/large-answers.ts';
import { MAX_TIMER_MS, SharedTimer } from './shared-timer.ts';
import type { ClientOptions } from './types.ts';
import type { WireRequest } from './wire.ts';

interface OpenPool {
  address: PlatformAddress;
  dispatcher: Dispatcher;
}

export interface TransportOptions extends Pick<ClientOptions, 'baseUrl'> {
  connectMs: number;
  timeoutMs: number;
}

/** How to fetch a file, and its maximum size. */
export interface FileOptions {
  userAgent: string;
  maxBytes: number;
}

/** `bodyTimeout` is the longest pause within the body of the answer, in milliseconds. */
function optionsOf(wire: WireRequest, { origin, prefix }: PlatformAddress, bodyTimeout: number) {
  return {
    origin,
    path: `${prefix}${wire.path}${wire.query}`,
    method: wire.method,
    headers: wire.headers,
    body: wire.body ?? null,
    bodyTimeout,
  };
}

/** Passes a request to undici and reads the answer, whatever its status. */
function read(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  limits: AnswerLimits,
  call: ClientCall,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new AnswerReader(limits, call, resolve, reject));
  });
}

/** Resolves like `promise`. If it is cancelled first, rejects with the reason. */
function abortable<T>(promise: Promise<T>, cancelled: Cancellation): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled.reason);
    cancelled.addEventListener('abort', stop);
    if (cancelled.aborted) stop();
    promise.then(resolve, reject).finally(() => cancelled.removeEventListener('abort', stop));
  });
}

/** Sends requests to the platform. Resolves the address and opens the pool on the first of them. */
export class HttpTransport {
  readonly #options: TransportOptions;
  readonly #bodies: SharedTimer<AnswerReader>;
  readonly #large = new LargeAnswers();
  #opening: Promise<OpenPool> | undefined;
  #connection: OpenPool | undefined;
  #public: Promise<Dispatcher> | undefined;
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#bodies = new SharedTimer(options.timeoutMs, (reader) => reader.expire());
  }

  /** Sends a request and reads its answer, whatever its status. */
  ask(wire: WireRequest, maxBytes: number, call: ClientCall): Promise<RawResponse> {
    const limits = { ...this.#limits(maxBytes), large: this.#large };
    const send = ({ address, dispatcher }: OpenPool) =>
      read(dispatcher, optionsOf(wire, address, UNLIMITED), limits, call);
    return this.#connection ? send(this.#connection) : this.#connect(call).then(send);
  }

  /**
   * Sends a request and resolves with the head of the answer, whatever its status. The body is still unread. `idleMs`
   * is the longest pause within the body.
   */
  async open(
    wire: WireRequest,
    idleMs: number,
    call: ClientCall,
  ): Promise<Dispatcher.ResponseData> {
    const { address, dispatcher } = this.#connection ?? (await this.#connect(call));
    const late = new AbortController();
    // undici's own limit starts anew with each informational response.
    const timer = setTimeout(
      () => late.abort(call.fail('timeout', SILENT)),
      Math.min(this.#options.timeoutMs, MAX_TIMER_MS),
    );
    const signal = AbortSignal.any([call.cancelled.signal, late.signal]);
    try {
      return await dispatcher.request({ ...optionsOf(wire, address, idleMs), signal });
    } catch (error) {
      throw errorOfFault(error, call.fail);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Where the platform is. */
  async address(call: ClientCall): Promise<PlatformAddress> {
    return (this.#connection ?? (await this.#connect(call))).address;
  }

  /** Gets a URL outside the API, without the token and without following redirects. */
  async fetch(
    url: URL,
    network: DownloadNetwork,
    file: FileOptions,
    call: ClientCall,
  ): Promise<RawResponse> {
    const { dispatcher } = this.#connection ?? (await this.#connect(call));
    const chosen = network === 'platform' ? dispatcher : await this.#outside();
    const options = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET' as const,
      headers: { 'user-agent': file.userAgent, 'accept-encoding': 'identity' },
      bodyTimeout: UNLIMITED,
    };
    return read(chosen, options, this.#limits(file.maxBytes), call);
  }

  /** The URL a request went to, without its query. */
  sentTo(wire: WireRequest): string {
    const { origin = '', prefix = '' } = this.#connection?.address ?? {};
    return `${origin}${prefix}${wire.path}`;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([
      this.#connection?.dispatcher.destroy(),
      this.#public?.then((dispatcher) => dispatcher.destroy()),
    ]);
  }

  #limits(maxBytes: number): AnswerLimits {
    return { maxBytes, timeoutMs: this.#options.timeoutMs, timer: this.#bodies };
  }

  async #connect(call: ClientCall): Promise<OpenPool> {
    this.#opening ??= this.#openPool();
    try {
      return await abortable(this.#opening, call.cancelled);
    } catch (error) {
      if (call.cancelled.aborted) throw error;
      const { message } = error as Error;
      throw error instanceof AddressError
        ? call.fail('invalid_request', message)
        : call.fail('network', `the platform is not available: ${message}`, { cause: error });
    }
  }

  #outside(): Promise<Dispatcher> {
    this.#public ??= createPublicDispatcher(this.#options);
    return this.#public;
  }

  async #openPool(): Promise<OpenPool> {
    try {
      const { baseUrl, connectMs, timeoutMs } = this.#options;
      const address = parsePlatformAddress(typeof baseUrl === 'string' ? baseUrl : await baseUrl());
      const direct = address.loopback;
      const dispatcher = await createDispatcher({ direct, connectMs, timeoutMs });
      this.#connection = { address, dispatcher };
      if (this.#closed) await dispatcher.destroy();
      return this.#connection;
    } catch (error) {
      // The next call may retry.
      this.#opening = undefined;
      throw error;
    }
  }
}
