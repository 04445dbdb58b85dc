import type { ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { type Generation, generations, type McpConnection } from '../support/clients.ts';
import { type RunningServe, serveHttp } from '../support/program.ts';
import { type Received, startUpstream, type Upstream } from '../support/upstream.ts';

export type Answer = (request: Received, response: ServerResponse) => void;

/** One page of the listing, as both generations of clients see it. */
export interface Listed {
  resources: { uri: string; title?: string; description?: string }[];
  nextCursor?: string;
  _meta?: Record<string, unknown>;
  ttlMs?: number;
  cacheScope?: string;
}

export const [legacy, modern] = generations as [Generation, Generation];

let upstream: Upstream | undefined;
let server: RunningServe | undefined;
let connections: McpConnection[] = [];

afterEach(async () => {
  for (const connection of connections) await connection.close();
  connections = [];
  await server?.stop();
  server = undefined;
  await upstream?.close();
  upstream = undefined;
});

/** Starts a platform that answers from a table by path; other paths are not found. */
export async function platform(answers: Record<string, unknown>): Promise<Upstream> {
  await upstream?.close();
  upstream = await startUpstream();
  upstream.answer((request, response) => {
    const answer = answers[request.url.split('?')[0] ?? ''];
    if (typeof answer === 'function') (answer as Answer)(request, response);
    else if (answer === undefined) send(response, 404, failure(404, 'Not found'));
    else send(response, 200, answer);
  });
  return upstream;
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export function failure(code: number, message: string) {
  return { error: { code, message } };
}

/** Connects the built program over stdio to the platform that was started last. */
export async function connect(generation = modern, ...args: string[]): Promise<McpConnection> {
  const env = { DOCS_PLATFORM_URL: upstream?.url ?? '', DOCS_PLATFORM_TOKEN: 'secret' };
  return kept(await generation.stdio({ args, env }));
}

/** Connects over HTTP with a separate token, to one server for the whole test. */
export async function over(token: string): Promise<McpConnection> {
  server ??= await serveHttp([], { DOCS_PLATFORM_URL: upstream?.url ?? '' });
  return kept(await legacy.http(server.url, token));
}

function kept(connection: McpConnection): McpConnection {
  connections.push(connection);
  return connection;
}

/** Reads a text. A client of 2026 has its own cache, so requests are counted with one of 2025. */
export async function text({ client }: McpConnection, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { text: string }).text;
}

/** Requests to the platform since the last call of this, such as `GET /v1/orgs`. */
export function requests(): string[] {
  const received = upstream?.received.splice(0) ?? [];
  return received.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

/** One page of the listing; a client of 2026 gathers all of them. */
export function list({ client }: McpConnection, cursor?: string): Promise<Listed> {
  return client.listResources(cursor === undefined ? undefined : { cursor }) as Promise<Listed>;
}
