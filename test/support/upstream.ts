import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';

/** A request as the scripted platform received it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Script = (received: ReceivedRequest, response: ServerResponse) => void;

/** A platform whose answers the test sets, over a real socket. */
export interface Upstream {
  url: string;
  received: ReceivedRequest[];
  /** Sets the answer to the next requests. */
  answer(script: Script): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  let script: Script = json(404, { error: { code: 404, message: 'Nothing is scripted' } });
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const entry = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(entry);
    script(entry, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (next) => {
      script = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers every request with this status and JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** A scripted platform with a client of it, for all tests of a file or group. */
export function useUpstream(options: Partial<Parameters<typeof createClient>[0]> = {}): {
  upstream: Upstream;
  client: PlatformClient;
} {
  const used = {} as { upstream: Upstream; client: PlatformClient };
  beforeAll(async () => {
    used.upstream = await startUpstream();
    used.client = createClient({ ...options, baseUrl: used.upstream.url, userAgent: 'test/1' });
  });
  afterAll(async () => {
    await used.client.close();
    await used.upstream.close();
  });
  return used;
}
