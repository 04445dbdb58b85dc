import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { listen } from '../programs.ts';
import type { BlockedProgram } from './row.ts';

export interface Server extends BlockedProgram {
  call: (tool: string, args: object) => Promise<string>;
  /** Sends any message and returns the answer. */
  send: (message: RequestMessage) => Promise<string>;
  /** Sets the text that the platform returns for this page, by default of the space `s`. */
  write: (page: string, markdown: string, space?: string) => void;
  /** Sets the platform's answer to requests with an address that contains this. Text is sent as it is. */
  reply: (part: string, answer: object | string) => void;
  /** The platform's address. */
  platformUrl: string;
}

export interface RequestMessage {
  headers: Record<string, string>;
  body: object;
}

/** A message of a client of 2025. */
export function legacy(method: string, params: object): RequestMessage {
  return { headers: { 'mcp-protocol-version': '2025-11-25' }, body: { method, params } };
}

/** A message of a client of 2026. */
export function modern(method: string, params: object): RequestMessage {
  const protocol = '2026-07-28';
  return {
    headers: { 'mcp-protocol-version': protocol, 'mcp-method': method },
    body: {
      method,
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': protocol,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
        ...params,
      },
    },
  };
}

/** The built program over HTTP, with a platform that has the given pages. */
export async function startServer(program: string): Promise<Server> {
  const spaces = new Map<string, Pages>();
  const replies = new Map<string, Buffer>();
  const platform = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const reply = [...replies].find(([part]) => incoming.url?.includes(part))?.[1];
      if (reply) return outgoing.writeHead(200, { 'content-type': 'application/json' }).end(reply);
      const { method = '', url = '' } = incoming;
      const pages = pagesOf(spaces, /\/spaces\/([^/?]+)/.exec(url)?.[1] ?? '');
      const { status, answer } = answerTo(method, url, pages);
      if (method === 'POST' && /\/content(?:\?|$)/.test(url)) {
        for (const { page, document } of JSON.parse(Buffer.concat(chunks).toString()).changes) {
          // New pages come without one.
          const id = page ?? `new-${pages.size}`;
          if (document) pages.set(id, document.markdown);
        }
      }
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const { port } = platform.address() as AddressInfo;
  const server = await listen(
    [
      ...[program, 'serve', '--http', '--port', '0', '--toolsets', 'all', '--api', 'current'],
      ...['--confirm', 'never'],
    ],
    { DOCS_PLATFORM_URL: `http://127.0.0.1:${port}` },
  );
  const send = async (message: RequestMessage) => {
    const { body } = await request(server.url, {
      method: 'POST',
      headersTimeout: 0,
      bodyTimeout: 0,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: 'Bearer bench',
        ...message.headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message.body }),
    });
    return body.text();
  };
  return {
    ping: { url: new URL('/healthz', server.url).href, headers: {} },
    call: async (name, args) => {
      const answer = await send(legacy('tools/call', { name, arguments: args }));
      if (answer.includes('"isError":true')) throw new Error(answer.slice(0, 500));
      return answer;
    },
    send,
    write: (page, markdown, space = 's') => pagesOf(spaces, space).set(page, markdown),
    reply: (part, answer) => {
      replies.set(part, Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));
    },
    platformUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      await server.stop();
      platform.closeAllConnections();
      platform.close();
    },
  };
}

/** The texts of a space's pages, by id. */
type Pages = Map<string, string>;

/** The pages of a space, which exists as soon as somebody names it. */
function pagesOf(spaces: Map<string, Pages>, space: string): Pages {
  const pages = spaces.get(space) ?? new Map();
  spaces.set(space, pages);
  return pages;
}

function answerTo(method: string, url: string, pages: Pages) {
  const id = /\/page\/([^/?]+)/.exec(url)?.[1];
  if (id !== undefined) return { status: 200, answer: pageOf(id, pages.get(id)) };
  if (/\/content\/pages|\/content\?|\/content$/.test(url) && method === 'GET') {
    const listed = [...pages.keys()].map((page) => pageOf(page, undefined));
    return { status: 200, answer: { id: 'r1', pages: listed } };
  }
  if (url.includes('/change-requests')) {
    return { status: method === 'POST' ? 201 : 200, answer: CHANGE_REQUEST };
  }
  if (/\/spaces\/[^/]+$/.test(url)) return { status: 200, answer: { id: 's', title: 'Space' } };
  return { status: 404, answer: { error: { code: 404, message: 'not there' } } };
}

const CHANGE_REQUEST = { id: 'c1', number: 1, subject: 'Bench', status: 'draft', revision: 'r1' };

export function pageOf(id: string, markdown: string | undefined) {
  return { id, title: id, path: id, slug: id, type: 'document', ...(markdown && { markdown }) };
}
