import type { Dispatcher } from 'undici';
import { type Address, parseAddress, SetupError } from './address.ts';
import type { Call } from './calls.ts';
import { createDispatcher, createPublicDispatcher } from './dispatcher.ts';
import type { Way } from './download.ts';
import { fromFault } from './faults.ts';
import { PrivateAddressError } from './public-address.ts';
import type { ClientOptions } from './types.ts';
import type { Wire } from './wire.ts';

interface Connection {
  address: Address;
  dispatcher: Dispatcher;
}

export interface TransportOptions extends Pick<ClientOptions, 'baseUrl'> {
  connectMs: number;
  timeoutMs: number;
}

/** What `promise` gives, unless the signal aborts before; then its reason. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Sends requests to the platform. Finds its address and opens the pool at the first of them. */
export class Transport {
  readonly #options: TransportOptions;
  #opening: Promise<Connection> | undefined;
  #connection: Connection | undefined;
  #public: Promise<Dispatcher> | undefined;
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and resolves with the head of the answer, whatever its status; the body is
   * yet to be read. `bodyIdleMs` is the longest pause within the body.
   */
  async send(wire: Wire, bodyIdleMs: number, call: Call): Promise<Dispatcher.ResponseData> {
    const { address, dispatcher } = this.#connection ?? (await this.#connect(call));
    try {
      return await dispatcher.request({
        origin: address.origin,
        path: `${address.prefix}${wire.path}${wire.query}`,
        method: wire.method,
        headers: wire.headers,
        body: wire.body ?? null,
        bodyTimeout: bodyIdleMs,
        signal: call.signal,
      });
    } catch (error) {
      throw fromFault(error, call.fail);
    }
  }

  /** Where the platform is. */
  async address(call: Call): Promise<Address> {
    return (this.#connection ?? (await this.#connect(call))).address;
  }

  /** Gets a URL that is none of the API: no token goes along, and redirects are not followed. */
  async fetch(url: URL, way: Way, userAgent: string, call: Call): Promise<Dispatcher.ResponseData> {
    const { dispatcher } = this.#connection ?? (await this.#connect(call));
    const taken = way === 'platform' ? dispatcher : await this.#outside();
    try {
      return await taken.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { 'user-agent': userAgent, 'accept-encoding': 'identity' },
        signal: call.signal,
      });
    } catch (error) {
      if (error instanceof PrivateAddressError) {
        throw call.fail('invalid_request', `the file is not fetched: ${error.message}`);
      }
      throw fromFault(error, call.fail);
    }
  }

  /** The URL a request went to, without its query. */
  sentTo(wire: Wire): string {
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

  async #connect(call: Call): Promise<Connection> {
    this.#opening ??= this.#open();
    try {
      return await abortable(this.#opening, call.signal);
    } catch (error) {
      if (call.signal.aborted) throw error;
      const { message } = error as Error;
      throw error instanceof SetupError
        ? call.fail('invalid_request', message)
        : call.fail('network', `the platform is not available: ${message}`, { cause: error });
    }
  }

  #outside(): Promise<Dispatcher> {
    this.#public ??= createPublicDispatcher(this.#options);
    return this.#public;
  }

  async #open(): Promise<Connection> {
    try {
      const { baseUrl, connectMs, timeoutMs } = this.#options;
      const address = parseAddress(typeof baseUrl === 'string' ? baseUrl : await baseUrl());
      const direct = address.loopback;
      const dispatcher = await createDispatcher({ direct, connectMs, timeoutMs });
      this.#connection = { address, dispatcher };
      if (this.#closed) await dispatcher.destroy();
      return this.#connection;
    } catch (error) {
      // The next call may try again.
      this.#opening = undefined;
      throw error;
    }
  }
}
