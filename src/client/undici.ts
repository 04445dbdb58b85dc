import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

// Imported with the first request. Exports are named here because a bundle gives a dynamic import of a CommonJS
// package only its default export.
export { Agent, EnvHttpProxyAgent, Pool } from 'undici';

/** After too many headers, undici creates an error for each one that follows. If the first is thrown, its parser stops. */
subscribe('undici:client:connected', (message) => {
  const { socket } = message as { socket: Socket };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: NodeJS.ErrnoException) => {
    destroy(error);
    if (error?.code === 'UND_ERR_HEADERS_OVERFLOW') throw error;
    return socket;
  };
});
