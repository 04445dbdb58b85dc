import type { Agent, Dispatcher } from 'undici';
import { SetupError } from './address.ts';

interface DispatcherOptions {
  /** Never use a proxy. */
  direct: boolean;
  connectMs: number;
  timeoutMs: number;
}

/** Agents pause between calls; a server that closes earlier says so in its `Keep-Alive` header. */
const KEEP_ALIVE_MS = 30_000;

/**
 * A proxy that hangs up instead of answering CONNECT would be dialled again without end, because
 * undici takes its own socket error for a passing one (nodejs/undici#3897).
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
 * The pool of connections. Loads undici, which is too slow to load at the start of the process.
 * Without `direct` it goes by HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
 * @throws {SetupError} when one of these is no address.
 */
export async function createDispatcher({
  direct,
  connectMs,
  timeoutMs,
}: DispatcherOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, Pool } = await import('./undici.ts');
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const options: Agent.Options = {
    ...timeouts,
    connect: { timeout: connectMs },
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  if (direct) return new Agent(options);
  try {
    return new EnvHttpProxyAgent({
      ...options,
      proxyTls: { timeout: connectMs },
      requestTls: { timeout: connectMs },
      // Without this a proxy may take undici's default of minutes to answer CONNECT.
      clientFactory: (origin, pool) =>
        endOnHangUp(new Pool(origin, { ...pool, ...timeouts, headersTimeout: connectMs })),
    });
  } catch {
    // The cause would quote the proxy's address, which may hold a password.
    throw new SetupError('HTTPS_PROXY or HTTP_PROXY is not a valid proxy address');
  }
}
