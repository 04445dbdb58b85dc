// Measures how the embedded platform slows down as a space grows: sends the same requests in turn to a space of 1,000
// pages with 10,000 comments and to one of 10,000 pages with 100,000. Prints medians and their ratio; with
// `--json FILE` it also writes them to a file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docs-platform-mcp/platform';
import {
  createChangeRequest,
  findChangeRequest,
} from '../../platform/src/content/change-requests.ts';
import { contentEdit } from '../../platform/src/content/edit/changes.ts';
import { editContent } from '../../platform/src/content/edit/editor.ts';
import { mergeChangeRequest } from '../../platform/src/content/merge.ts';
import { primaryHead } from '../../platform/src/content/revisions.ts';
import { openDatabase } from '../../platform/src/database.ts';
import { postComment } from '../../platform/src/discussion/comments.ts';
import type { Database } from '../../platform/src/store/database.ts';
import { newId } from '../../platform/src/store/ids.ts';

const SIZES = [1_000, 10_000];
const COMMENTS_PER_PAGE = 10;
const ROUNDS = 40;
const BATCH = 50;
const SPACE = 'spaceDevGuide0000001';
const AUTHOR = 'userMara000000000001';
const VOCABULARY =
  'queue message broker topic delivery attempt consumer publisher retry backoff region replica disk lag alarm'.split(
    ' ',
  );

interface Filled {
  url: string;
  page: string;
  close(): Promise<void>;
}

/** A platform with this many more pages in the developer guide, and ten comments for each. */
async function fill(data: string, size: number): Promise<Filled> {
  const db = openDatabase(data);
  // Seeds the demonstration content, to which more is added below.
  await startPlatform({ data }).then(({ close }) => close());
  const actor = () => ({ user: AUTHOR, at: new Date().toISOString(), newId });
  let page = '';
  for (let made = 0; made < size; made += BATCH) {
    const { id } = db.write(() => {
      const request = createChangeRequest(db, SPACE, actor(), {
        subject: 'Pages',
        status: 'draft',
      });
      const changes = Array.from({ length: BATCH }, (_, index) => pageChange(made + index));
      editContent(db, request, actor(), contentEdit.parse({ changes }).changes, new Map());
      return request;
    });
    await mergeChangeRequest(db, () => findChangeRequest(db, SPACE, id), actor());
    page = lastPage(db);
  }
  db.write(() => {
    const head = primaryHead(db, SPACE);
    for (let posted = 0; posted < size * COMMENTS_PER_PAGE; posted += 1) {
      const markdown = `Comment ${posted} on ${wordAt(posted)}`;
      postComment(db, actor(), { space: SPACE, branch: SPACE, revision: head.id, markdown });
    }
  });
  db.close();
  const { url, close } = await startPlatform({ data });
  return { url, page, close };
}

/** The page that was created last. */
function lastPage(db: Database): string {
  const found = db.get<{ id: string }>(
    "SELECT id FROM page WHERE branch = ? AND type = 'document' ORDER BY from_seq DESC, id LIMIT 1",
    SPACE,
  );
  return found?.id ?? '';
}

function pageChange(serial: number) {
  const words = Array.from({ length: 200 }, (_, place) => wordAt(serial + place * 7));
  const markdown = `## Part one\n\n${words.join(' ')}\n\n## Part two\n\nOnly here: rare${serial}.\n`;
  return { operation: 'insert_page', title: `Page ${serial}`, document: { markdown } };
}

function wordAt(place: number): string {
  return VOCABULARY[place % VOCABULARY.length] ?? '';
}

async function compare(filled: readonly Filled[]) {
  const results = [];
  for (const [name, measured] of Object.entries(REQUESTS)) {
    const times: number[][] = filled.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, platform] of filled.entries()) {
        const ready = await measured.prepare?.(platform);
        const start = performance.now();
        await measured.run(platform, ready ?? '');
        times[index]?.push(performance.now() - start);
      }
    }
    const medians = times.map(medianOf);
    results.push({ name, medians, ratio: (medians[1] ?? 0) / (medians[0] ?? 1) });
  }
  return results;
}

function medianOf(times: number[]): number {
  return times.toSorted((left, right) => left - right)[times.length >> 1] ?? 0;
}

interface Measured {
  prepare?: (platform: Filled) => Promise<string>;
  run: (platform: Filled, ready: string) => Promise<unknown>;
}

const space = `/spaces/${SPACE}`;

const read = (path: string | ((platform: Filled) => string)): Measured => ({
  run: (platform) => send(platform, 'GET', typeof path === 'string' ? path : path(platform)),
});

const REQUESTS: Record<string, Measured> = {
  'read a page': read(({ page }) => `${space}/content/page/${page}?format=markdown`),
  'search a rare word': read(`${space}/search?query=rare77`),
  'search a common word': read(`${space}/search?query=broker`),
  'search two common words': read(`${space}/search?query=broker%20delivery`),
  'list 50 comments': read(`${space}/comments?limit=50&status=all`),
  'list change requests': read(`${space}/change-requests?status=merged&limit=50`),
  'merge a change of 10 pages': {
    prepare: propose,
    run: (platform, request) => send(platform, 'POST', `${request}/merge`),
  },
};

/** A change request that edits one page and adds nine; returns its path. */
async function propose(platform: Filled): Promise<string> {
  const { id } = await send(platform, 'POST', `${space}/change-requests`, {});
  const request = `${space}/change-requests/${id}`;
  const added = Array.from({ length: 9 }, (_, serial) => pageChange(serial));
  const edited = {
    operation: 'update_page',
    page: platform.page,
    document: { markdown: `At ${Date.now()}` },
  };
  await send(platform, 'POST', `${request}/content?compat=false`, { changes: [edited, ...added] });
  return request;
}

async function send({ url }: Filled, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: 'Bearer demo-admin-token', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const folder = mkdtempSync(join(tmpdir(), 'platform-speed-'));
try {
  const filled: Filled[] = [];
  for (const size of SIZES) filled.push(await fill(join(folder, String(size)), size));
  const results = await compare(filled);
  console.log(
    `${'median, ms'.padEnd(36)}${SIZES.map((size) => `${size} pages`.padStart(14)).join('')}   ratio`,
  );
  for (const { name, medians, ratio } of results) {
    const columns = medians.map((median) => median.toFixed(2).padStart(14)).join('');
    console.log(`${name.padEnd(36)}${columns}${ratio.toFixed(2).padStart(8)}`);
  }
  const [, file] = process.argv.slice(process.argv.indexOf('--json'));
  if (process.argv.includes('--json') && file)
    writeFileSync(file, JSON.stringify(results, null, 2));
  for (const { close } of filled) await close();
} finally {
  rmSync(folder, { recursive: true });
}
