import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeFiles } from '../src/content/edit/insert-files.ts';
import { indexEntries } from '../src/content/indexing.ts';
import type { Page } from '../src/content/model.ts';
import { readPages } from '../src/import/read-pages.ts';
import type { TreeEntry } from '../src/import/source-tree.ts';
import { correctionOf } from '../src/search/correction.ts';
import { DIFF_HTML } from '../src/web/tasks.ts';
import { runInWorker } from '../src/workers/pool.ts';
import { openContentDatabase } from './content-space.ts';
import {
  DEV_GUIDE,
  ORGANIZATION,
  propose,
  publish,
  startTestPlatform,
  type TestPlatform,
} from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  ...more,
  document: { markdown },
});

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

describe('the index entries of a long section', () => {
  const page = { title: 'Long', attributes: {} } as unknown as Page;
  const entriesFor = (text: string, heading = 'Part', anchor = 'part') =>
    indexEntries(page, [{ anchor, heading, depth: 1, text, roles: '' }]).slice(1);

  it.each([
    ['lines', 'one line of words\n'.repeat(5_000)],
    ['one line', 'words in one line '.repeat(5_000)],
    ['one word', 'word'.repeat(15_001)],
    ['letters of a script without spaces', '文字列の検索'.repeat(9_001)],
    ['emoji', `a${'😀'.repeat(30_000)}`],
  ])('are of %s', (_case, text) => {
    const bodies = entriesFor(text).map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(2);
    const longest = text.startsWith('文') ? 5_000 : 20_000;
    expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(longest);
    expect(bodies.join('')).toBe(text);
    expect(bodies.filter((body) => /[\ud800-\udbff]$/.test(body))).toEqual([]);
  });

  it('end with whole words', () => {
    const bodies = entriesFor('several words '.repeat(5_000)).map(({ body }) => body);
    for (const body of bodies) expect(body).toMatch(/^$|^(?:several|words) .* $|^words $/s);
  });

  it('do not repeat a heading that is as long as a text', () => {
    const [entry] = entriesFor('', 'h'.repeat(5_000), 'a'.repeat(5_000));
    expect(entry?.heading).toBe('h'.repeat(1_000));
    expect(entry?.anchor).toBe('');
  });
});

describe('a page with one section of 300 KB', () => {
  const text = `## Ledger\n\nfirstword ${'ordinary words of a ledger. '.repeat(11_000)} lastword`;

  beforeAll(() => publish(platform.editor, SPACE, [insert('Accounts', text)]));

  it.each(['firstword', 'lastword', 'firstword lastword'])('is found by %j', async (query) => {
    const { json } = await platform.reader('GET', `${SPACE}/search?query=${query}`);
    expect(json.items.map(({ title }) => title)).toEqual(['Accounts']);
  });

  it('is listed once, with its section once', async () => {
    const { json } = await platform.reader('GET', `${SPACE}/search?query=ledger`);
    const [item] = json.items.filter(({ title }) => title === 'Accounts');
    expect(item?.sections.map(({ title }) => title)).toEqual(['Ledger']);
  });
});

it('a long text is hashed in a worker thread', async () => {
  const text = 'Some words of a long text.\n\n'.repeat(10_000);
  const hash = vi.spyOn(Object.getPrototypeOf(createHash('sha512')) as Hash, 'update');
  const { answer } = await propose(platform.editor, SPACE, [insert('Hashed', text)]);
  expect(answer.status).toBe(200);
  const lengths = hash.mock.calls.map(([data]) => (typeof data === 'string' ? data.length : 0));
  hash.mockRestore();
  expect(lengths.length).toBeGreaterThan(0);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(text.length);
});

it('a file that is too long is refused before it is decoded', async () => {
  const entry: TreeEntry = { type: 'document', key: 'a.md', title: 'A', path: [] } as never;
  const texts = new Map([['a.md', new Uint8Array(6_000_001).fill(120)]]);
  await expect(readPages([entry], texts)).rejects.toThrow(
    'a.md can have at most 2000000 characters of text; this one has 6000001 bytes',
  );
});

describe('a request is refused for the length of', () => {
  it('its texts, in one page or in several', async () => {
    const half = 'x'.repeat(1_000_000);
    const fits = await propose(platform.editor, SPACE, [insert('A', half), insert('B', half)]);
    expect(fits.answer.status).toBe(200);
    const { answer } = await propose(platform.editor, SPACE, [
      insert('A', half),
      insert('B', `${half}x`),
    ]);
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toBe(
      'An edit can have at most 2000000 characters of text; this one has 2000001',
    );
  });

  it.each([
    ['a title', { title: 't'.repeat(1_001) }],
    ['a description', { description: 'd'.repeat(10_001) }],
    ['an id', { into: 'i'.repeat(1_001) }],
  ])('%s', async (_case, more) => {
    const { answer } = await propose(platform.editor, SPACE, [insert('A', 'text', more)]);
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toContain('Too big');
  });

  it('a question', async () => {
    const ask = (query: string) => platform.reader('POST', `/orgs/${ORGANIZATION}/ask`, { query });
    expect((await ask('q'.repeat(2_000))).status).toBe(200);
    expect((await ask('q'.repeat(2_001))).status).toBe(400);
  });
});

it('a diff of long texts is rendered in a worker thread', async () => {
  const [outcome] = await runInWorker(DIFF_HTML, [
    JSON.stringify(['kept\nold <\n', 'kept\nnew\n']),
  ]);
  expect(outcome).toEqual({
    value: expect.stringMatching(/^<div class="diff"><div>kept\n<\/div>.*<del>old &#x3C;/s),
  });
});

it('a very long word is not corrected, because thousands of others would be tried', () => {
  const db = openContentDatabase();
  const looks = vi.spyOn(db, 'all');
  expect(correctionOf(db, ['space'], 'q'.repeat(41), 0)).toBeUndefined();
  expect(looks).not.toHaveBeenCalled();
  correctionOf(db, ['space'], 'q'.repeat(40), 0);
  expect(looks).toHaveBeenCalled();
  db.close();
});

it('files are stored one by one, and others get a turn after each', async () => {
  const db = openContentDatabase();
  const files = ['YQ==', 'Yg==', 'Yw=='].map((base64, at) => ({
    name: `${at}.txt`,
    contentType: 'text/plain',
    base64,
  }));
  let turns = 0;
  let done = false;
  const count = (async () => {
    for (; !done; turns += 1) await setImmediate();
  })();
  const stored = await storeFiles(db, [{ operation: 'insert_files', files }], new Map());
  done = true;
  await count;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect([...stored.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
  db.close();
});
