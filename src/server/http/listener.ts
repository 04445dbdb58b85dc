import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { countConnections, limitPipelining, limitUnsent } from '../../turns.ts';
import { limitConnections } from './connections.ts';
import { trustNetworks } from './guards/address.ts';
import type { HttpOptions } from './options.ts';
import { ENDPOINT } from './routes.ts';
import { tlsOptions } from './tls.ts';

type ListenerOptions = Pick<
  HttpOptions,
  'host' | 'port' | 'tls' | 'headersTimeoutMs' | 'requestTimeoutMs' | 'trustedProxies'
>;

/** A listening server without a request handler yet. */
export interface HttpListener {
  server: Server;
  /** Address of the MCP endpoint. */
  url: string;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than load balancers keep a connection, so that they never send into a closing one. */
const KEEP_ALIVE_MS = 75_000;
/** Maximum connections that wait to be accepted; without it the system refuses some of a crowd. */
export const MAX_WAITING_CONNECTIONS = 4_096;
/** Time for a whole request to arrive. */
const MAX_ARRIVAL_MS = 60_000;

/** Listens, over TLS if a certificate is given, with limits on what slow clients may hold. */
export async function listen(options: ListenerOptions): Promise<HttpListener> {
  const { host, port, tls, headersTimeoutMs, requestTimeoutMs } = options;
  const limits: ServerOptions = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersTimeoutMs,
    requestTimeout: Math.max(Math.min(requestTimeoutMs, MAX_ARRIVAL_MS), headersTimeoutMs),
    connectionsCheckingInterval: Math.min(headersTimeoutMs / 2, 5_000),
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = tls
    ? (await import('node:https')).createServer({
        ...limits,
        ...tlsOptions(tls),
        handshakeTimeout: headersTimeoutMs,
      })
    : createServer(limits);
  limitConnections(server, trustNetworks(options.trustedProxies));
  limitPipelining(server);
  limitUnsent(server);
  followConnections(server);
  countConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, MAX_WAITING_CONNECTIONS, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { server, url: `${tls ? 'https' : 'http'}://${name}:${bound}${ENDPOINT}` };
}

/**
 * Closes connections whose clients asked for it, and notifies every pipelined answer when its connection closes. Answers
 * that are event streams say `keep-alive`, and Node would believe them. Node notifies only the answer that is being sent, not
 * those queued behind it, so their work would continue, and count, forever.
 */
function followConnections(server: Server): void {
  const answers = new WeakMap<Socket, Set<ServerResponse>>();
  const of = (socket: Socket): Set<ServerResponse> => {
    const known = answers.get(socket);
    if (known) return known;
    const own = new Set<ServerResponse>();
    answers.set(socket, own);
    socket.once('close', () => {
      for (const answer of own) if (answer.socket === null) answer.emit('close');
    });
    return own;
  };
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!response.shouldKeepAlive) response.once('finish', () => socket.destroySoon());
    // The first in line already has the socket and is notified by Node.
    if (response.socket !== null) return;
    const own = of(socket);
    own.add(response);
    response.once('close', () => own.delete(response));
  });
}
