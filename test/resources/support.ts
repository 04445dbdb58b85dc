import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Generation, linkedGenerations, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { type ReceivedRequest, startUpstream, type Upstream } from '../support/upstream.ts';

export type Responder = (request: ReceivedRequest, response: ServerResponse) => void;

/** One page of the listing, as both generations of clients see it. */
export interface Listed {
  resources: { uri: string; title?: string; description?: string }[];
  nextCursor?: string;
  _meta?: Record<string, unknown>;
  ttlMs?: number;
  cacheScope?: string;
}

export const [legacy, modern] = linkedGenerations as [Generation, Generation];

let upstream: Upstream;
let server: Served;
let connections: McpConnection[] = [];
let callers = 0;

/** Starts a platform and a server over HTTP in front of it, for all tests of a file. */
export function useServer(): void {
  beforeAll(async () => {
    upstream = await startUpstream();
    server = await linkedHttp([], { DOCS_PLATFORM_URL: upstream.url });
  });

  afterEach(async () => {
    for (const connection of connections) await connection.close();
    connections = [];
  });

  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });
}

/** Sets the platform's answers by path; other paths are not found. */
export function platform(answers: Record<string, unknown>): Upstream {
  upstream.received.length = 0;
  upstream.answer((request, response) => {
    const answer = answers[request.url.split('?')[0] ?? ''];
    if (typeof answer === 'function') (answer as Responder)(request, response);
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

/** Connects to the server with a new token; with arguments, to a new server over stdio that has them. */
export async function connect(generation = modern, ...args: string[]): Promise<McpConnection> {
  if (args.length === 0) {
    callers += 1;
    return over(`secret-${callers}`, generation);
  }
  const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'secret' };
  return kept(await generation.stdio({ args, env }));
}

/** Connects to the server with a token. */
export async function over(token: string, generation = legacy): Promise<McpConnection> {
  return kept(await generation.http(server.url, token));
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
  return upstream.received.splice(0).map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

/** One page of the listing; a client of 2026 gathers all of them. */
export function list({ client }: McpConnection, cursor?: string): Promise<Listed> {
  return client.listResources(cursor === undefined ? undefined : { cursor }) as Promise<Listed>;
}
