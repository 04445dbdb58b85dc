import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server,
  type Socket,
} from 'node:net';
import { expect, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import { createClient, PlatformError } from '../../src/client/index.ts';
import type {
  ClientOptions,
  PlatformCaller,
  PlatformClient,
  PlatformRequest,
} from '../../src/client/types.ts';

export const TOKEN = 'gb_api_0123456789';
export const ROUTE = 'GET /v1/things';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface RecordingServer {
  url: string;
  port: number;
  received: Received[];
  /** Number of sockets opened so far. */
  connections: () => number;
  /** `arrived`: the request is complete. `aborted`: the client left before the end of its answer. */
  events: EventEmitter;
}

type Script = (response: ServerResponse, received: Received, count: number) => void;

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An HTTP server on loopback; `count` is 1 for the first request. */
export async function serve(script: Script): Promise<RecordingServer> {
  const events = new EventEmitter();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) events.emit('aborted');
    });
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, url, headers, body };
      received.push(entry);
      events.emit('arrived', entry);
      script(response, entry, received.length);
    });
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    events,
    connections: () => connections,
  };
}

/** A bare TCP server on loopback; `count` is 1 for the first connection. */
export async function serveRaw(
  script: (socket: Socket, count: number) => void,
): Promise<{ url: string; port: number; connections: () => number }> {
  let count = 0;
  const server = createNetServer((socket) => {
    count += 1;
    socket.on('error', () => socket.destroy());
    script(socket, count);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, connections: () => count };
}

/** A port of loopback on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Sets the proxy variables for one test, whatever the machine has; none by default. */
export function setProxies(variables: Record<string, string> = {}): void {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, variables[name] ?? '');
    vi.stubEnv(name.toLowerCase(), variables[name] ?? '');
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** A clock that never waits: sleeping advances it, and is recorded. */
export function leapingClock(): Clock & { slept: number[] } {
  let time = Date.UTC(2030, 0, 1);
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

export function clientOf(
  baseUrl: ClientOptions['baseUrl'],
  options: Partial<ClientOptions> = {},
): PlatformClient {
  const client = createClient({ baseUrl, userAgent: 'docs-platform-mcp/9.9.9', ...options });
  onTestFinished(() => client.close());
  return client;
}

/** The defaults of one call: a read of `ROUTE` with `TOKEN`. */
export function ask(
  given: Partial<PlatformRequest & PlatformCaller> = {},
): [PlatformRequest, PlatformCaller] {
  const { token = TOKEN, party, signal, watch, ...request } = given;
  return [
    { route: ROUTE, effect: 'read', ...request },
    { token, party, signal, watch },
  ];
}

/** The error of a failed call; anything but a `PlatformError` fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  const error = await call.then(
    () => expect.fail('the call did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
