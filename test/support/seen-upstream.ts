import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the platform, and its answer. */
export interface Seen {
  method: string;
  /** Including the query. */
  url: string;
  token: string;
  ifNoneMatch: string | undefined;
  status: number;
}

/** Replaces the platform's answer. */
export interface Intercepted {
  status: number;
  headers?: Record<string, string>;
}

/** A platform behind a proxy that records requests and supports conditional ones. */
export interface SeenUpstream {
  url: string;
  seen: Seen[];
  /** Number of answered requests with matching method and URL. */
  count(pattern: RegExp): number;
  /** Resolves after this many more of them were answered. */
  more(pattern: RegExp, times: number): Promise<void>;
  /** Sets the function that decides the answer; undefined leaves it to the platform. */
  intercept(answer: ((url: string) => Intercepted | undefined) | undefined): void;
  close(): Promise<void>;
}

export async function seeUpstream(platform: string): Promise<SeenUpstream> {
  const seen: Seen[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let intercept: ((url: string) => Intercepted | undefined) | undefined;

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const instead = intercept?.(url);
    const answer = instead
      ? { ...instead, headers: { ...instead.headers }, body: '{"error":{"message":"intercepted"}}' }
      : await forward(platform, request).catch(() => undefined);
    // A poll may be under way while the platform closes.
    if (!answer) return void response.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(answer.status === 304 ? undefined : answer.body);
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const ifNoneMatch = headers['if-none-match'];
    seen.push({ method, url, token, ifNoneMatch, status: answer.status });
    events.emit('answered');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const count = (pattern: RegExp) =>
    seen.filter(({ method, url }) => pattern.test(`${method} ${url}`)).length;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count,
    more: async (pattern, times) => {
      const enough = count(pattern) + times;
      while (count(pattern) < enough) await once(events, 'answered');
    },
    intercept: (answer) => {
      intercept = answer;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function forward(platform: string, request: IncomingMessage) {
  const { method = '', url = '', headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const response = await fetch(`${platform}${url}`, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  const isKnown = method === 'GET' && headers['if-none-match'] === etag;
  return {
    status: isKnown ? 304 : response.status,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      ...(method === 'GET' && { etag }),
    },
    body,
  };
}
