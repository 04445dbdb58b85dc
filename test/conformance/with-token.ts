import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy for clients that cannot send a token: it adds one and forwards everything else unchanged. */
export interface TokenProxy {
  url: string;
  close(): Promise<void>;
}

/** Starts it in front of an MCP endpoint, on a free port of loopback. */
export async function startTokenProxy(endpoint: string, token: string): Promise<TokenProxy> {
  const { hostname, port, pathname } = new URL(endpoint);
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
