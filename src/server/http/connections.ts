import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, type IsTrusted } from './guards/address.ts';
import { HeldByAddress } from './held-by-address.ts';

/** Maximum number of connections from one address, and in total. The second one applies to trusted proxies. */
const MAX_OF_ADDRESS = 2_000;
const MAX_OF_ALL = 10_000;

/** An open connection. */
interface ClientConnection {
  socket: Socket;
  address: string;
  /** Requests that are not answered yet. */
  requests: number;
  /** Removes it from those that are idle. */
  busy: () => void;
}

/**
 * Limits the open connections. Above a limit, the connection that has been idle for longest is closed, so nobody can
 * keep others out with connections that send nothing; clients open another one for their next request.
 */
export function limitConnections(
  server: Server,
  isTrusted: IsTrusted,
  { ofAddress = MAX_OF_ADDRESS, ofAll = MAX_OF_ALL } = {},
): void {
  const all = new HeldByAddress<ClientConnection>();
  const idle = new HeldByAddress<ClientConnection>();
  const ofSocket = new WeakMap<Socket, ClientConnection>();
  const atPeer = new Map<string, ClientConnection>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const address = isTrusted(remoteAddress) ? `proxy ${remoteAddress}` : addressKey(remoteAddress);
    const connection: ClientConnection = { socket, address, requests: 0, busy: () => undefined };
    const isCrowded = all.countOf(address) >= ofAddress && !isTrusted(remoteAddress);
    if (isCrowded || all.size >= ofAll) {
      const least = idle.takeOldest(isCrowded ? address : undefined);
      (least ?? connection).socket.destroy();
      if (!least) return;
    }
    const peer = peerOf(socket);
    atPeer.set(peer, connection);
    ofSocket.set(socket, connection);
    const leave = all.add(address, connection);
    connection.busy = idle.add(address, connection);
    socket.once('close', () => {
      leave();
      connection.busy();
      if (atPeer.get(peer) === connection) atPeer.delete(peer);
    });
  });

  // Over TLS, requests have a socket of their own.
  server.on('secureConnection', (socket: Socket) => {
    const connection = atPeer.get(peerOf(socket));
    if (connection) ofSocket.set(socket, connection);
  });

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = ofSocket.get(socket);
    if (!connection) return;
    connection.requests += 1;
    connection.busy();
    response.on('close', () => {
      connection.requests -= 1;
      if (connection.requests === 0 && !connection.socket.destroyed) {
        connection.busy = idle.add(connection.address, connection);
      }
    });
  });
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
