import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { AddressError } from './address.ts';
import { publicLookup } from './public-address.ts';

interface DispatcherOptions {
  /** Never use a proxy. */
  direct: boolean;
  connectMs: number;
  timeoutMs: number;
}

/** Agents pause between calls. A server that closes earlier says so in its `Keep-Alive` header. */
const KEEP_ALIVE_MS = 30_000;

/**
 * undici treats its own socket error as a temporary one, so it would redial a proxy that hangs up instead of
 * answering CONNECT forever (nodejs/undici#3897).
 */
function endOnHangUp(proxy: Dispatcher): Dispatcher {
  const open = proxy.connect.bind(proxy);
  const connect = (options: Dispatcher.ConnectOptions) =>
    open(options).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'UND_ERR_SOCKET') throw error;
      throw Object.assign(new Error('the proxy hung up', { cause: error }), { code: 'ECONNRESET' });
    });
  return Object.assign(proxy, { connect });
}

/**
 * Creates the connection pool. Loads undici, which is too slow to load at startup. Unless `direct` is set, it honours
 * HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
 * @throws {AddressError} if one of these is not a valid address.
 */
export async function createDispatcher({
  direct,
  connectMs,
  timeoutMs,
}: DispatcherOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, Pool } = await import('./undici.ts');
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const options = agentOptions({ connectMs, timeoutMs });
  if (direct) return new Agent(options);
  try {
    return new EnvHttpProxyAgent({
      ...options,
      proxyTls: { timeout: connectMs },
      requestTls: { timeout: connectMs },
      // Otherwise a proxy gets undici's default of several minutes to answer CONNECT.
      clientFactory: (origin, pool) =>
        endOnHangUp(new Pool(origin, { ...pool, ...timeouts, headersTimeout: connectMs })),
    });
  } catch {
    // The cause would quote the proxy's address, which may hold a password.
    throw new AddressError('HTTPS_PROXY or HTTP_PROXY is not a valid proxy address');
  }
}

/** Creates connections to hosts other than the platform: without a proxy, and only to public addresses. */
export async function createPublicDispatcher(
  times: Omit<DispatcherOptions, 'direct'>,
): Promise<Dispatcher> {
  const { Agent } = await import('./undici.ts');
  return new Agent(agentOptions(times, { lookup: publicLookup }));
}

function agentOptions(
  { connectMs, timeoutMs }: Omit<DispatcherOptions, 'direct'>,
  connect: { lookup?: LookupFunction } = {},
): Agent.Options {
  return {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: connectMs, ...connect },
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
}
