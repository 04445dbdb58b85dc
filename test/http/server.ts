import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { type ConfigFlags, readSharedConfig } from '../../src/config/server.ts';
import { connect } from '../../src/connect.ts';
import type { HttpOptions } from '../../src/server/http/options.ts';
import { runHttp } from '../../src/server/index.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { type HttpAnswer, type Sent, send } from './send.ts';

/** The product's HTTP server, in this process. */
export interface TestServer {
  url: string;
  port: number;
  /** Problems reported to the operator. */
  problems: Error[];
  send(sent: Sent): Promise<HttpAnswer>;
  /** A raw connection for a test to write to. */
  socket(): Promise<Socket>;
  close(): Promise<void>;
}

/** A platform and the server in front of it, for all tests of a file. */
export function serverForAll(): { upstream: Upstream; server: TestServer } {
  const ours = {} as { upstream: Upstream; server: TestServer };
  beforeAll(async () => {
    ours.upstream = await startUpstream();
    ours.server = await startServer(ours.upstream.url);
  });
  afterAll(async () => {
    await ours.server.close();
    await ours.upstream.close();
  });
  return ours;
}

/** Starts the server in front of a platform at this address. */
export async function startServer(
  platform: string,
  options: Partial<HttpOptions> = {},
  flags: ConfigFlags = {},
  env: NodeJS.ProcessEnv = {},
): Promise<TestServer> {
  const problems: Error[] = [];
  const connection = connect(
    readSharedConfig({ DOCS_PLATFORM_URL: platform, ...env }, { api: 'contract', ...flags }),
  );
  const server = await runHttp(
    connection.dependencies,
    { host: '127.0.0.1', port: 0, graceMs: 0, ...options },
    (problem) => problems.push(problem),
  );
  const port = Number(new URL(server.url).port);
  return {
    url: server.url,
    port,
    problems,
    send: (sent) => send(port, sent),
    socket: async () => {
      const socket = connectSocket(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
    close: async () => {
      await server.close();
      await connection.close();
    },
  };
}

/** Everything that a socket receives until it closes, for whatever reason. */
export async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'close').catch(() => undefined);
  return text;
}
