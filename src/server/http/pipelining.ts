import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets every answer hear that its connection is closed. Node tells it to the one that is being sent alone, not to those
 * that wait behind it for requests that came in one go: what works on them would go on, and count, forever.
 */
export function tellWaitingAnswers(server: Server): void {
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
    // What is first in line has the socket already, and hears of it by itself.
    if (response.socket !== null) return;
    const own = of(socket);
    own.add(response);
    response.once('close', () => own.delete(response));
  });
}
