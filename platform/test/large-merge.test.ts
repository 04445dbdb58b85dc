import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/platform.ts';
import { DEV_GUIDE, propose, startTestPlatform, type TestPlatform } from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;

/** Together more text than a merge indexes within its transaction. */
const PAGES = 100;

const titleOf = (number: number) => `Chapter ${number}`;

const textOf = (number: number, topic: string) =>
  Array.from({ length: 12 }, (_, part) => `## Part ${part}\n\nNote ${number}: ${topic}.`).join(
    '\n\n',
  ) + '\n\nFiller.'.repeat(80);

let folder: string;
let platform: TestPlatform;
let ids: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  const changes = await publishAll((number) => ({
    operation: 'insert_page',
    title: titleOf(number),
    document: { markdown: textOf(number, 'anemones') },
  }));
  ids = changes.map(({ page }) => page.id);
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

/** Merges a change of every page at once. */
async function publishAll(change: (number: number) => object) {
  const all = Array.from({ length: PAGES }, (_, number) => change(number));
  const { path, answer } = await propose(platform.editor, SPACE, all.slice(0, 50));
  const rest = await platform.editor('POST', `${path}/content?compat=false`, {
    changes: all.slice(50),
  });
  expect((await platform.editor('POST', `${path}/merge`)).status).toBe(200);
  return [...answer.json.changes, ...rest.json.changes];
}

/** Number of pages that a search finds. */
async function found(query: string): Promise<number> {
  const titles = new Set<string>();
  for (let page = ''; ; ) {
    const address = `${SPACE}/search?query=${encodeURIComponent(query)}&limit=100${page}`;
    const { json } = await platform.reader('GET', address);
    for (const { title } of json.items) titles.add(title);
    if (!json.next) return titles.size;
    page = `&page=${json.next.page}`;
  }
}

describe('a merge of many pages', () => {
  it('can be found as soon as it is answered', async () => {
    // A search considers the 500 best sections, and each of these pages has twelve matching ones.
    expect(await found('anemones')).toBeGreaterThan(40);
    const { json } = await platform.reader('GET', `${SPACE}/search?query=Chapter%2099`);
    expect(json.items[0]?.title).toBe('Chapter 99');
  });

  it('replaces what was found before', async () => {
    await publishAll((number) => ({
      operation: 'update_page',
      page: ids[number],
      document: { markdown: textOf(number, 'barnacles') },
    }));
    expect([await found('anemones'), (await found('barnacles')) > 40]).toEqual([0, true]);
  });

  it('is indexed at the next start if the platform stops before it is indexed', async () => {
    await platform.close();
    const db = openDatabase(folder);
    db.write(() => {
      db.run("DELETE FROM section WHERE body LIKE '%barnacles%'");
      for (const id of ids)
        db.run('INSERT INTO unindexed (space, page, gone) VALUES (?, ?, 0)', DEV_GUIDE, id);
    });
    db.close();
    platform = await startTestPlatform({ data: folder });
    expect(await found('barnacles')).toBeGreaterThan(40);
  });

  it('removes deleted pages from the results', async () => {
    await publishAll((number) => ({ operation: 'delete_page', page: ids[number] }));
    expect([await found('barnacles'), await found('anemones')]).toEqual([0, 0]);
  });
});
