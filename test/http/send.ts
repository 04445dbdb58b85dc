import { type IncomingMessage, request } from 'node:http';
import { type RequestOptions, request as secureRequest } from 'node:https';

/** A raw HTTP request. */
export interface Sent {
  method?: string;
  /** Defaults to `/mcp`. */
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The address that it comes from; defaults to `127.0.0.1`. */
  from?: string;
}

/** The answer as a client reads it. */
export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Sends one request over a new connection; over TLS if its options are given. */
export function send(
  port: number,
  { method = 'POST', path = '/mcp', headers = {}, body, from }: Sent,
  tls?: RequestOptions,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const outgoing = (tls ? secureRequest : request)(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        ...(from !== undefined && { localAddress: from }),
        headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
        ...tls,
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, body: Buffer.concat(chunks).toString() });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(bytes);
  });
}
