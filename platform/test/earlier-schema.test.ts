import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importPlatform, MIGRATIONS, openDatabase } from '../src/platform.ts';
import type { SqlValue } from '../src/store/database.ts';
import { schemaOf, schemaVersion } from '../src/store/migrate.ts';
import * as store from '../src/store/open.ts';
import { insertRow } from '../src/store/rows.ts';
import { brokenPromises } from './invariants.ts';
import { sender, startTestPlatform } from './support.ts';

/** A platform with one space, exported when the column `branch` was called `line`. */
const EXPORT = join(import.meta.dirname, 'fixtures/exported-with-schema-19.json');
const EARLIER = MIGRATIONS.slice(0, 19);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function kept(cell: SqlValue | { base64: string }): SqlValue {
  return cell !== null && typeof cell === 'object' && 'base64' in cell
    ? Buffer.from(cell.base64, 'base64')
    : cell;
}

/** Creates a data folder of the earlier version. */
function fill(data: string): void {
  const db = store.openWithSchema(data, { migrations: EARLIER, newest: () => EARLIER.join('') });
  const { tables } = JSON.parse(readFileSync(EXPORT, 'utf8'));
  db.write(() => {
    db.script('PRAGMA defer_foreign_keys = ON');
    for (const [table, rows] of Object.entries<Record<string, SqlValue>[]>(tables)) {
      // Triggers fill this table.
      if (table === 'comment_tally') continue;
      for (const row of rows) {
        const cells = Object.entries(row).map(([name, cell]) => [name, kept(cell)]);
        insertRow(db, table, Object.fromEntries(cells));
      }
    }
    db.run('UPDATE comment SET replies = 1');
  });
  db.close();
}

/** The answers of a platform in this folder about its only space. */
async function answersOf(data: string) {
  const platform = await startTestPlatform({ data, profile: 'current' });
  const send = sender(platform.url, 'fixture-token');
  const space = '/spaces/p3oEfssEXvbjekKbnEEO';
  const read = async (path: string) => (await send('GET', space + path)).json;
  const proposal = '/change-requests/xp7Cch7hyoSCAnfY2DDj';
  const comment = '/comments/cfhlkLEmQ54WixnO9ysA';
  try {
    return {
      pages: (await read('/content/pages')).pages.map(({ title }) => title),
      proposed: (await read(`${proposal}/content/pages`)).pages.map(({ title }) => title),
      text: (await read('/content/page/r6uuGThclSygZDaQn0XF?format=markdown')).markdown,
      posted: (await send('POST', `${space}/comments`, { body: { markdown: 'New' } })).status,
      comments: (await read('/comments')).count,
      replies: (await read(`${comment}/replies`)).count,
    };
  } finally {
    await platform.close();
  }
}

const EXPECTED = {
  pages: ['Page', 'Start'],
  proposed: ['Page', 'Start', 'Proposed'],
  text: expect.stringContaining('Ginger tea.'),
  posted: 200,
  comments: 2,
  replies: 1,
};

it('opens a folder of an earlier version', async () => {
  const data = join(folder, 'kept');
  fill(data);
  expect(await answersOf(data)).toEqual(EXPECTED);
});

it('imports what an earlier version exported', async () => {
  const data = join(folder, 'imported');
  const db = openDatabase(data);
  await importPlatform(db, createReadStream(EXPORT));
  expect([schemaVersion(db), brokenPromises(db)]).toEqual([MIGRATIONS.length, []]);
  db.close();
  expect(await answersOf(data)).toEqual(EXPECTED);
});

it('creates the same schema as all migrations', () => {
  const fresh = openDatabase(undefined);
  const migrated = store.openWithSchema(undefined, {
    migrations: MIGRATIONS,
    newest: () => MIGRATIONS.join(''),
  });
  expect(schemaOf(fresh)).toBe(schemaOf(migrated));
  const tables = 'SELECT name, type, ncol FROM pragma_table_list ORDER BY name';
  expect(fresh.all(tables)).toEqual(migrated.all(tables));
  fresh.close();
  migrated.close();
});
