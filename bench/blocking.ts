// How long one caller's request keeps the others waiting: the built server over HTTP is asked for /healthz every
// 10 ms while each row runs. Prints the longest wait and the 99th percentile; with `--cli FILE`, those of another
// build.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { CLI, listen } from './programs.ts';

const PING_EVERY = 10;
const KILOBYTES_100 = 100_000;

const HONEST = '## Part\n\nSome words of a page, with a [link](other.md) and `code`.\n\n';

/** A name, and the text of the page that is read. */
const PAGES: readonly [name: string, markdown: () => string][] = [
  ['a short page', () => HONEST],
  ['the first long page, which loads the tokenizer', () => filled(HONEST, KILOBYTES_100)],
  ['100 KB of a\\n=\\n', () => filled('a\n=\n', KILOBYTES_100)],
  ['100 KB of nested lists', () => filled('- ', KILOBYTES_100)],
  ['25,000 CJK characters', () => '\u6f22'.repeat(25_000)],
  ['25,000 emoji', () => '\u{1f600}'.repeat(25_000)],
  ['100 KB of # a', () => filled('# a\n', KILOBYTES_100)],
  ['an honest page of 200 KB with a comment', () => `<!-- note -->\n${filled(HONEST, 200_000)}`],
];

function filled(unit: string, characters: number): string {
  return unit.repeat(Math.ceil(characters / unit.length));
}

interface Blocked {
  seconds: number;
  longest: number;
  p99: number;
}

/** Runs a piece of work while a URL is asked again and again, and gives what the answers took, in milliseconds. */
async function blockedBy(url: string, work: () => Promise<void>): Promise<Blocked> {
  const waits: number[] = [];
  const pending: Promise<void>[] = [];
  const ping = async () => {
    const from = performance.now();
    const { body } = await request(url);
    await body.dump();
    waits.push(performance.now() - from);
  };
  const timer = setInterval(() => pending.push(ping()), PING_EVERY);
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  clearInterval(timer);
  await Promise.all(pending);
  const sorted = waits.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { seconds, longest: at(1), p99: at(0.99) };
}

async function getPage(url: string, pageId: string): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headersTimeout: 0,
    bodyTimeout: 0,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer bench',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_page', arguments: { spaceId: 's', pageId, format: 'markdown' } },
    }),
  });
  const answer = await body.text();
  if (statusCode !== 200 || answer.includes('"isError":true'))
    throw new Error(answer.slice(0, 500));
}

const { cli } = parseArgs({ options: { cli: { type: 'string', default: CLI } } }).values;
const platform = createServer((incoming, outgoing) => {
  const place = Number(/\/page\/p(\d+)/.exec(incoming.url ?? '')?.[1] ?? -1);
  const [title, markdown] = PAGES[place] ?? [];
  outgoing.setHeader('content-type', 'application/json');
  outgoing.statusCode = markdown ? 200 : 404;
  const page = { id: `p${place}`, title, path: 'page', type: 'document', markdown: markdown?.() };
  outgoing.end(JSON.stringify(markdown ? page : { error: { code: 404, message: 'not there' } }));
}).listen(0, '127.0.0.1');
await once(platform, 'listening');
const { port } = platform.address() as AddressInfo;
const server = await listen(
  [cli, 'serve', '--http', '--port', '0', '--toolsets', 'all', '--api', 'contract'],
  { DOCS_PLATFORM_URL: `http://127.0.0.1:${port}` },
);
try {
  await getPage(server.url, 'p0');
  for (const [place, [name]] of PAGES.entries()) {
    const { seconds, longest, p99 } = await blockedBy(new URL('/healthz', server.url).href, () =>
      getPage(server.url, `p${place}`),
    );
    const figures = `call ${seconds.toFixed(2)} s, longest wait ${longest.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
    console.log(`${name.padEnd(48)} ${figures}`);
  }
} finally {
  await server.stop();
  platform.close();
}
