import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Notifies every pipelined answer when its connection closes. Node notifies only the answer that is being sent, not
 * those queued behind it, so their work would continue, and count, forever.
 */
export function notifyPipelined(server: Server): void {
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
    // The first in line already has the socket and is notified by Node.
    if (response.socket !== null) return;
    const own = of(socket);
    own.add(response);
    response.once('close', () => own.delete(response));
  });
}
