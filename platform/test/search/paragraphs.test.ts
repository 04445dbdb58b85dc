import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WHOLE_PARAGRAPHS } from '../../src/content/schema.ts';
import { MIGRATIONS } from '../../src/database.ts';
import { Database } from '../../src/store/database.ts';
import { FILE } from '../../src/store/open.ts';
import { DEV_GUIDE, publish, startTestPlatform, type TestPlatform } from '../support.ts';

let folder: string;
let platform: TestPlatform;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  const markdown = [
    ...[
      'A plover runs along the edge of the',
      'water, and stops. It eats what the  ',
      'tide leaves.',
      '',
    ],
    ...['- A stint is smaller', '  than a plover\\', '  and faster', '- A knot is larger', ''],
    ...['| Bird | Weight |', '| - | - |', '| stint | light |', '', '砂浜を', '走る'],
  ].join('\n');
  await publish(platform.admin, `/spaces/${DEV_GUIDE}`, [
    { operation: 'insert_page', title: 'Shore', document: { markdown } },
  ]);
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});

const TEXT = [
  ...['A plover runs along the edge of the water, and stops. It eats what the', 'tide leaves.'],
  ...['A stint is smaller than a plover', 'and faster', 'A knot is larger'],
  ...['| Bird | Weight |', '| - | - |', '| stint | light |', '砂浜を走る'],
].join('\n');

/** The text of the page in the index. */
function indexed(): string[] {
  const db = new Database(join(folder, FILE));
  const rows = db.all<{ body: string }>(
    "SELECT body FROM section_as_written WHERE title = 'Shore'",
  );
  db.close();
  return rows.map(({ body }) => body);
}

it('a paragraph is found and shown as one line, wherever its source breaks it, apart from breaks for readers', async () => {
  expect(indexed()).toEqual([TEXT]);
  const path = `/spaces/${DEV_GUIDE}/search?query=plover%20stops`;
  const { json } = await platform.reader('GET', path);
  expect(json.items[0]?.sections[0]?.body).toContain('the edge of the water, and stops.');
});

it('a page that was indexed line by line is indexed again', async () => {
  await platform.close();
  const db = new Database(join(folder, FILE));
  db.script(`
    CREATE TEMP TABLE earlier AS SELECT * FROM section WHERE title = 'Shore';
    UPDATE earlier SET body = replace(body, ' ', char(10));
    DELETE FROM section WHERE title = 'Shore';
    INSERT INTO section SELECT * FROM earlier;
    ALTER TABLE section DROP COLUMN roles;
    DROP INDEX user_by_email;
    DROP INDEX content_role_by_user;
    ALTER TABLE git_run DROP COLUMN owner;
    ALTER TABLE import_run DROP COLUMN owner;
    ALTER TABLE git_tree DROP COLUMN vars;
    PRAGMA user_version = ${MIGRATIONS.indexOf(WHOLE_PARAGRAPHS)};
  `);
  db.close();
  platform = await startTestPlatform({ data: folder });
  await expect.poll(indexed).toEqual([TEXT]);
});
