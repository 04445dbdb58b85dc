import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Looks at a request before anything else does. Returns true to let it pass; otherwise it has
 * answered the request itself.
 */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers with an error in the form that clients of JSON-RPC over HTTP read. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): false {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
  return false;
}
