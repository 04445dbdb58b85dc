import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from '../services.ts';
import type { RunningServer } from '../stdio.ts';
import { createExchange } from './exchange.ts';
import { bearerToken, requireBearer } from './guards/bearer.ts';
import { type Guard, refuse } from './guards/guard.ts';
import { loopbackGuards } from './guards/loopback.ts';

export interface HttpOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
}

export interface RunningHttpServer extends RunningServer {
  /** Address of the MCP endpoint. */
  url: string;
}

const ENDPOINT = '/mcp';
/** Addresses that only this machine reaches. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Serves many callers over Streamable HTTP, without sessions: each request brings its caller's
 * token, which goes to the platform with that request's calls and nowhere else.
 */
export async function runHttp(
  services: Services,
  { host, port }: HttpOptions,
  report: (problem: Error) => void,
): Promise<RunningHttpServer> {
  const exchange = createExchange(report);
  const guards: Guard[] = [...(LOOPBACK_HOSTS.has(host) ? loopbackGuards : []), requireBearer];

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const [pathname] = (request.url ?? '').split('?');
    if (pathname === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    } else if (pathname !== ENDPOINT) {
      refuse(response, 404, `Nothing here; the MCP endpoint is ${ENDPOINT}.`);
    } else if (guards.every((guard) => guard(request, response))) {
      const token = bearerToken(request.headers.authorization) ?? '';
      exchange.answer(request, response, { token, services });
    }
  };

  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${ENDPOINT}`,
    close: async () => {
      server.close();
      await exchange.close();
      server.closeAllConnections();
    },
  };
}
