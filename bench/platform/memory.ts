// Measures the memory of the embedded platform as its database grows. Fills a folder through the API with large files
// and large pages, up to 1 GB (or the megabytes given as an argument), and sends typical reads in between. Garbage
// collection happens at any time, so the median resident memory up to each mark is reported.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MEGABYTE = 1_000_000;
const MARKS = [100, 500, 1_000].map((megabytes) => megabytes * MEGABYTE);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const SPACE = 'spaceDevGuide0000001';
const TOKEN = 'memory-bench';

/** Per change request: files of the maximum size, and pages of this many words. */
const FILES = 6;
const PAGES = 2;
const WORDS = 15_000;

const VOCABULARY =
  'queue message broker topic delivery attempt consumer publisher retry backoff region replica disk lag alarm'.split(
    ' ',
  );

const most = Number(process.argv[2] ?? 1_000) * MEGABYTE;
const folder = mkdtempSync(join(tmpdir(), 'platform-memory-'));
const program = spawn(
  process.execPath,
  [CLI, 'platform', '--port', '0', '--data', folder, '--token', TOKEN],
  { stdio: ['ignore', 'inherit', 'pipe'] },
);
try {
  const url = await addressOf(program);
  console.log('database    RSS median  RSS at most');
  report([resident()]);
  for (const mark of MARKS.filter((size) => size <= most)) {
    const seen: number[] = [];
    while (size() < mark) {
      const page = await publish(url);
      await readBack(url, page);
      seen.push(resident());
    }
    report(seen);
  }
} finally {
  program.kill();
  await once(program, 'exit');
  rmSync(folder, { recursive: true });
}

function report(seen: number[]): void {
  const sorted = seen.toSorted((left, right) => left - right);
  const [at, median, highest] = [size(), sorted[sorted.length >> 1], sorted.at(-1)].map(
    (bytes = 0) => `${Math.round(bytes / MEGABYTE)} MB`,
  );
  console.log(`${at?.padEnd(12)}${median?.padEnd(12)}${highest}`);
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('The platform has no stderr');
  for await (const line of createInterface(stderr)) {
    const url = /Embedded platform: (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('The platform did not start; run `npm run build` first');
}

/** Bytes of the database, including its write-ahead log. */
function size(): number {
  return readdirSync(folder)
    .filter((name) => /\.sqlite(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Resident bytes of the platform. */
function resident(): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(program.pid)]).toString()) * 1024;
}

/** Publishes files and pages through a change request; returns the id of a page. */
async function publish(url: string): Promise<string> {
  const request = `/spaces/${SPACE}/change-requests`;
  const { id } = await send<{ id: string }>(url, 'POST', request, {});
  const files = Array.from({ length: FILES }, () => ({
    name: `${randomBytes(8).toString('hex')}.bin`,
    contentType: 'application/octet-stream',
    base64: randomBytes(MEGABYTE).toString('base64'),
  }));
  const pages = Array.from({ length: PAGES }, () => ({
    operation: 'insert_page',
    title: `Page ${randomBytes(8).toString('hex')}`,
    document: { markdown: text() },
  }));
  const { changes } = await send<{ changes: { page: { id: string } }[] }>(
    url,
    'POST',
    `${request}/${id}/content?compat=false`,
    { changes: [{ operation: 'insert_files', files }, ...pages] },
  );
  await send(url, 'POST', `${request}/${id}/merge`, {});
  return changes.at(-1)?.page.id ?? '';
}

/** Paragraphs of words, of which one in a hundred is unique. */
function text(): string {
  const words = Array.from({ length: WORDS }, (_, place) => {
    if (place % 500 === 499) return '\n\n';
    return place % 100 === 0
      ? randomBytes(4).toString('hex')
      : VOCABULARY[place % VOCABULARY.length];
  });
  return words.join(' ');
}

async function readBack(url: string, page: string): Promise<void> {
  const content = `/spaces/${SPACE}/content`;
  await send(url, 'GET', `${content}/page/${page}?format=markdown`);
  await send(url, 'GET', `${content}/pages`);
  const { items } = await send<{ items: { downloadURL: string }[] }>(
    url,
    'GET',
    `${content}/files?limit=10`,
  );
  for (const { downloadURL } of items) await (await fetch(downloadURL)).arrayBuffer();
  await send(url, 'GET', `/spaces/${SPACE}/search?query=retries&limit=50`);
}

async function send<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
