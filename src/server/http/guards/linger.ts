import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds that a client has to read a refusal. */
const MAX_LINGER_MS = 2_000;

/** How much of a refused body is read and thrown away. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/** Maximum number of connections that are kept open for this, so that they keep nobody out. */
const MAX_LINGERING = 256;

/** Ends each response that waits, the oldest first. */
const lingering = new Set<() => void>();

/**
 * Ends a complete response once the client has sent its body, or closed the connection, or after some time. Closing it
 * while the client is still sending would reset the connection, and most clients would report that instead of the
 * response.
 */
export function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  // Chunks of a few bytes each would take far longer to read.
  const isDrained = request.headers['transfer-encoding'] === undefined;
  let drained = 0;
  const end = () => {
    clearTimeout(timer);
    lingering.delete(end);
    response.end();
  };
  const timer = setTimeout(end, MAX_LINGER_MS);
  lingering.add(end);
  const [oldest] = lingering;
  if (lingering.size > MAX_LINGERING) oldest?.();
  request
    .on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (!isDrained || drained > MAX_DRAINED_BYTES) request.pause();
    })
    .once('end', end)
    .once('close', end)
    .resume();
}
