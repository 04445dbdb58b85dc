import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import manifest from '../../../package.json' with { type: 'json' };
import { SERVER_INFO } from '../assemble.ts';
import { ICON_URI, ICONS } from '../icon.ts';
import { REVISIONS } from '../protocols.ts';
import type { AuthOptions } from './options.ts';
import { ENDPOINT, type PathHandler } from './routes.ts';

/** What a server publishes for clients that have not connected yet. */
export interface PublicInfo {
  /** How callers authenticate. */
  auth: AuthOptions;
  /** Address of the endpoint as it was bound. */
  url: string;
}

const CARD_TYPE = 'application/mcp-server-card+json';
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const CARD = `${ENDPOINT}/server-card`;
const DESCRIPTION = 'Finds, reads, edits, reviews and merges documentation with typed tools.';

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'public, max-age=3600',
  vary: 'Host, X-Forwarded-Proto',
  'x-content-type-options': 'nosniff',
};

/**
 * The routes of the server card (SEP-2127), of the catalogue in which clients find it, and of the card at its earlier
 * draft location.
 */
export function cardRoutes(introduction: PublicInfo): [string, PathHandler][] {
  const card = (request: IncomingMessage) =>
    serverCard(addressOf(request, introduction), introduction);
  const catalogue = (request: IncomingMessage) => ({
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${manifest.mcpName.replace('/', ':mcp:')}`,
        type: CARD_TYPE,
        url: `${addressOf(request, introduction)}/server-card`,
      },
    ],
  });
  return [
    [CARD, jsonOf(CARD_TYPE, card)],
    ['/.well-known/mcp/server-card.json', jsonOf(CARD_TYPE, card)],
    ['/.well-known/ai-catalog.json', jsonOf('application/ai-catalog+json', catalogue)],
  ];
}

function serverCard(url: string, { auth }: PublicInfo) {
  return {
    $schema: CARD_SCHEMA,
    name: manifest.mcpName,
    version: SERVER_INFO.version,
    title: SERVER_INFO.title,
    description: DESCRIPTION,
    websiteUrl: manifest.homepage,
    repository: { url: manifest.repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
    icons: ICONS,
    remotes: [
      {
        type: 'streamable-http',
        url,
        supportedProtocolVersions: REVISIONS,
        ...(auth.kind !== 'oauth' && {
          headers: [
            {
              name: 'Authorization',
              description: `Bearer, and ${TOKENS[auth.kind]}`,
              isRequired: true,
              isSecret: true,
            },
          ],
        }),
      },
    ],
  };
}

const TOKENS = {
  bearer: 'your access token of the documentation platform',
  operator: 'the access token that the operator of this server gave you',
};

/** Cacheable JSON: valid for an hour, with an entity tag. */
function jsonOf(type: string, bodyFor: (request: IncomingMessage) => unknown): PathHandler {
  return (request, response) => {
    const body = JSON.stringify(bodyFor(request));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    }
    const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
    if (tags.some((tag) => tag === etag || tag === `W/${etag}`)) {
      return void response.writeHead(304, { ...HEADERS, etag }).end();
    }
    response.writeHead(200, { 'content-type': type, etag, ...HEADERS });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Whether a request comes from a browser that shows pages, not from an MCP client. */
export function acceptsHtml({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return method === 'GET' && accept.includes('text/html') && !accept.includes('text/event-stream');
}

/** Shows a person who opens the endpoint in a browser what it is and how to connect. */
export function showLandingPage(
  request: IncomingMessage,
  response: ServerResponse,
  introduction: PublicInfo,
): void {
  const { kind } = introduction.auth;
  const url = escapeHtml(addressOf(request, introduction));
  const sign = kind === 'oauth' ? '' : ' --token variable';
  const token =
    kind === 'oauth'
      ? 'Your host opens a browser for you to sign in.'
      : `Set <code>DOCS_PLATFORM_TOKEN</code> to ${TOKENS[kind]}; your host sends it.`;
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${SERVER_INFO.title}: MCP server</title>
<link rel="icon" href="${ICON_URI}">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid; border-radius: .5rem }
img { width: 3rem; height: 3rem }
</style>
<img src="${ICON_URI}" alt="">
<h1>${SERVER_INFO.title}</h1>
<p>This is an MCP server (${SERVER_INFO.name} ${SERVER_INFO.version}), for agents and not for browsers. ${DESCRIPTION}</p>
<h2>Connect</h2>
<p>One command adds it to Claude Code, Cursor, VS Code, Codex, Gemini CLI and other hosts:</p>
<pre><code>npx -y ${manifest.name} setup --url ${url}${sign}</code></pre>
<p>${token} Any other client of Streamable HTTP connects to <code>${url}</code>.</p>
<p>Protocol revisions: ${REVISIONS.join(', ')}. <a href="${escapeHtml(manifest.homepage)}">Documentation</a></p>
</html>
`);
}

/** The address of the endpoint as the caller knows it. The host guard has checked the host. */
function addressOf({ headers }: IncomingMessage, { auth, url }: PublicInfo): string {
  if (auth.kind === 'oauth' && auth.publicUrl) return auth.publicUrl;
  const forwarded = headers['x-forwarded-proto'];
  const protocol =
    forwarded === 'https' || forwarded === 'http' ? `${forwarded}:` : new URL(url).protocol;
  const address = `${protocol}//${headers.host ?? new URL(url).host}${ENDPOINT}`;
  return URL.canParse(address) ? new URL(address).href : url;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
