import type { Upstream } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import type { HttpAnswer, Sent } from './send.ts';
import { startServer, type TestServer } from './server.ts';

export const LIST = { id: 1, method: 'tools/list' };

/** Creates tests that each run against a separate server in front of this platform. */
export function testsOf(upstream: () => Upstream) {
  return (
    options: Parameters<typeof startServer>[1],
    body: (server: TestServer) => Promise<void>,
  ): (() => Promise<void>) =>
    async () => {
      const server = await startServer(upstream().url, options);
      try {
        await body(server);
      } finally {
        await server.close();
      }
    };
}

export function list(headers: Record<string, string> = {}): Sent {
  return posted('modern', LIST, { authorization: 'Bearer one', ...headers });
}

export function callOf(token: string): Sent {
  return posted('modern', call('list_organizations', {}), { authorization: `Bearer ${token}` });
}

/** A raw request, with these headers instead of its length. */
export function head({ headers = {}, body = '' }: Sent, length?: Record<string, string>): string {
  const all = {
    host: 'localhost',
    ...headers,
    ...(length ?? { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${['POST /mcp HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n${length ? '' : body}`;
}

export const messageOf = ({ body }: HttpAnswer) =>
  (JSON.parse(body) as { error: { message: string } }).error.message;
