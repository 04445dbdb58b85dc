import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers the requests of one path. */
export type PathHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => void;

/** The MCP endpoint, and a read-only one. */
export const ENDPOINT = '/mcp';
export const READ_ONLY_ENDPOINT = '/mcp/readonly';

/** A route that always answers with the same JSON. */
export function jsonRoute(
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
): PathHandler {
  const text = JSON.stringify(body);
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}
