import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '../../../loopback.ts';
import { nameRequest } from '../request-id.ts';
import { type Guard, HttpRefusal } from './guard.ts';

/** Seconds for which a browser caches a preflight answer. */
const PREFLIGHT_AGE = '600';

const ALLOWED = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': [
    ...['Authorization', 'Content-Type', 'Accept', 'Last-Event-ID', 'X-Docs-Platform-Token'],
    ...['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name'],
    ...['X-MCP-Toolsets', 'X-MCP-Tools', 'X-MCP-Exclude-Tools', 'X-MCP-Readonly'],
    ...['X-MCP-Result-Links'],
    ...['Traceparent', 'Tracestate'],
  ].join(', '),
  'access-control-max-age': PREFLIGHT_AGE,
};

const READABLE = 'WWW-Authenticate, Retry-After, Mcp-Session-Id';

/**
 * Passes requests from pages of these origins, which may read the answers (CORS), and on loopback from pages of
 * loopback. Requests that no browser sent have no origin and pass.
 */
export function allowOrigins(origins: readonly string[], isBoundToLoopback: boolean): Guard {
  const named = new Set(origins);
  return ({ request, response, requestId }) => {
    const { origin } = request.headers;
    if (!origin) return;
    nameRequest(response, requestId);
    if (named.has(origin)) allowCrossOrigin(request, response, origin);
    else if (!isBoundToLoopback || !isLoopbackOrigin(origin)) {
      throw new HttpRefusal(
        403,
        'Pages of this origin may not use this server; its operator can allow it (--allow-origin).',
      );
    }
  };
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

function allowCrossOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', READABLE);
  response.setHeader('vary', 'Origin');
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (isPreflight) response.writeHead(204, ALLOWED).end();
}
