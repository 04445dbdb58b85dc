import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Milliseconds in which a client has to take some of an answer. */
const MAX_SILENCE_MS = 30_000;

/** Maximum bytes of all answers that clients have not taken yet. */
const MAX_UNSENT_BYTES = 256_000_000;

/**
 * Closes connections that take nothing of their answers for too long, and, beyond a number of bytes in total, those
 * whose answers have waited for longest. Streams without anything to send stay open.
 */
export function limitUnsent(
  server: Server,
  { silenceMs = MAX_SILENCE_MS, bytes = MAX_UNSENT_BYTES } = {},
): void {
  const open = new Set<ServerResponse>();
  const closeOldest = () => {
    const unsent = [...open].filter(({ writableLength }) => writableLength > 0);
    let total = unsent.reduce((sum, { writableLength }) => sum + writableLength, 0);
    for (const response of unsent.slice(0, -1)) {
      if (total <= bytes) return;
      total -= response.writableLength;
      open.delete(response);
      response.destroy();
    }
  };
  server.on('request', (_: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    // Node restarts this clock whenever the client takes a part.
    response.setTimeout(silenceMs, () => response.writableLength > 0 && response.destroy());
    response.once('prefinish', closeOldest);
    response.once('close', () => open.delete(response));
    closeOldest();
  });
}
