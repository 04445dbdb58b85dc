import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import { exportPlatform, importPlatform, openDatabase, SetupError } from '../src/platform.ts';
import { Database } from '../src/store/database.ts';
import { brokenPromises } from './invariants.ts';
import {
  type AnswerFields,
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  propose,
  publish,
  startTestPlatform,
} from './support.ts';
import { knownFrom, reads, walk } from './walk.ts';

interface Document {
  format: string;
  version: number;
  schema: number;
  tables: Record<string, AnswerFields[]>;
}

let folder: string;
/** The export of a platform with rows in every table. */
let exported: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  await fill(join(folder, 'original'));
  const db = openDatabase(join(folder, 'original'));
  exported = await exportOf(db);
  db.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates a platform with a history of most operations. */
async function fill(data: string): Promise<void> {
  const platform = await startTestPlatform({ data });
  const { admin, reviewer } = platform;
  const space = `/spaces/${DEV_GUIDE}`;
  await publish(admin, space, [
    {
      operation: 'insert_page',
      title: 'Ünïcödé 🧭 and "quotes"',
      document: { markdown: 'A line\u2028, a tab\t and [retries](/guides/retries.md).' },
    },
    {
      operation: 'insert_files',
      files: [
        {
          name: 'all-bytes.bin',
          contentType: 'application/octet-stream',
          base64: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('base64'),
        },
      ],
    },
  ]);
  const { path } = await propose(admin, space, [
    { operation: 'insert_page', title: 'Proposed', document: { markdown: 'Not yet.' } },
  ]);
  await admin('POST', `${path}/comments`, { body: { markdown: 'Why?' } });
  await admin('GET', `${path}/pdf`);
  const comments = `/spaces/${HANDBOOK}/comments`;
  const said = await admin('POST', comments, { body: { markdown: 'To be taken back' } });
  await admin('POST', `${comments}/${said.json.id}/replies`, { body: { markdown: 'Indeed' } });
  await admin('DELETE', `${comments}/${said.json.id}`);
  const kept = await admin('POST', comments, { body: { markdown: 'To stay' } });
  await reviewer('POST', `${comments}/${kept.json.id}/replies`, { body: { markdown: 'Fine' } });
  await platform.close();

  const db = openDatabase(data);
  db.run(
    `INSERT INTO git_sync VALUES ('${DEV_GUIDE}', 'https://git.example/docs', NULL, 'u', NULL, 't')`,
  );
  db.run(
    `INSERT INTO git_run (space, id, operation, status, started_at) VALUES ('${DEV_GUIDE}', 'r', 'import', 'failed', 't')`,
  );
  db.run(`INSERT INTO git_source VALUES ('${DEV_GUIDE}', 'p', 'p.md', NULL, NULL)`);
  db.run(`INSERT INTO git_file VALUES ('${DEV_GUIDE}', 'f', 'f.png', 'o', NULL)`);
  db.run(`INSERT INTO git_tree VALUES ('${DEV_GUIDE}', x'61', NULL, '[]', '{}', '{}')`);
  db.run(`INSERT INTO team_content_role VALUES ('${DEV_GUIDE}', 'teamDocumentation001', 'edit')`);
  db.run(
    `INSERT INTO site_redirect SELECT 'r', id, '/old', 0, 0, 1, 'external', NULL, NULL, NULL, 'https://example.com', 't', NULL FROM site`,
  );
  db.run(
    `INSERT INTO site_external_link SELECT 'l', id, NULL, 'b0', 'Status', NULL, NULL, NULL, NULL, 'https://example.com', 0, NULL FROM site`,
  );
  db.script(`
    INSERT INTO review (id, change_request, reviewer, requested_by, status, revision, created_at)
      SELECT 'r', id, created_by, created_by, 'approved', revision, created_at FROM change_request LIMIT 1;
    UPDATE comment SET review = 'r' WHERE sequence = 1;
    INSERT INTO requested_reviewer SELECT id, created_by, created_by, revision, created_at FROM change_request;
    INSERT INTO import_run (id, organization, space, source, status, created_by, created_at, updated_at)
      SELECT 'i', organization, id, '{}', 'failed', (SELECT id FROM user LIMIT 1), '', '' FROM space LIMIT 1;
  `);
  db.close();
}

async function exportOf(db: Database): Promise<string> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await exportPlatform(db, output);
  return Buffer.concat(chunks).toString();
}

/** Imports a text in pieces of this many bytes. */
async function importOf(db: Database, text: string, pieces = 1000): Promise<void> {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / pieces);
  const chunks = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * pieces, (index + 1) * pieces),
  );
  await importPlatform(db, Readable.from(chunks));
}

/** Compares long texts; a failure shows only where they begin to differ. */
function expectSame(text: string, expected: string): void {
  let at = 0;
  while (at < expected.length && text[at] === expected[at]) at += 1;
  const around = (whole: string) => whole.slice(Math.max(0, at - 40), at + 40);
  expect(around(text)).toBe(around(expected));
  expect(text.length).toBe(expected.length);
}

/** A new database in memory, filled from an export. */
async function copy(): Promise<Database> {
  const db = openDatabase(undefined);
  await importOf(db, exported);
  return db;
}

describe('an export', () => {
  it('is one JSON document, one line for each row, with every table except those of the search index and the browser sessions', () => {
    const { format, version, schema, tables } = JSON.parse(exported) as Document;
    expect({ format, version, schema }).toEqual({
      format: 'docs-platform-export',
      version: 1,
      schema: expect.any(Number),
    });
    const db = openDatabase(undefined);
    const all = db
      .all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'section*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('unindexed', 'prepared_index', 'web_session')",
      )
      .map(({ name }) => name);
    db.close();
    expect(Object.keys(tables).sort()).toEqual(all.sort());
    // Only large files are stored in parts, and nobody is writing.
    const empty = Object.keys(tables).filter((name) => tables[name]?.length === 0);
    expect(empty.sort()).toEqual(['blob_part', 'held_branch']);
    const rows = Object.values(tables).flat();
    const lines = new Set(exported.split(/,?\n/));
    expect(rows.filter((row) => !lines.has(JSON.stringify(row)))).toEqual([]);
  });

  it('contains no token in clear text', () => {
    const hash = '91c16f0d6cc1bec3c3603972182a07c66ff4fa71618a975e963d6dbe42b6dd37';
    expect([exported.includes('demo-admin-token'), exported.includes(hash)]).toEqual([false, true]);
  });

  it('is identical after an import', async () => {
    const db = await copy();
    expect(brokenPromises(db)).toEqual([]);
    expectSame(await exportOf(db), exported);
    db.close();
  });

  it('can be read in chunks of any size', async () => {
    for (const pieces of [61, 65_536]) {
      const db = openDatabase(undefined);
      await importOf(db, exported, pieces);
      expectSame(await exportOf(db), exported);
      db.close();
    }
  });

  it('creates a platform that answers all reads like the first one', async () => {
    const data = join(folder, 'copy');
    const db = openDatabase(data);
    await importOf(db, exported);
    db.close();
    const known = knownFrom((JSON.parse(exported) as Document).tables);
    const platforms = await Promise.all(
      [join(folder, 'original'), data].map((path) => startTestPlatform({ data: path })),
    );
    const [before, after] = await Promise.all(
      platforms.map(({ admin, url }) => walk(admin, url, known)),
    );
    await Promise.all(platforms.map((platform) => platform.close()));
    const found = [...(before ?? [])].filter(([, answer]) => answer.startsWith('200 '));
    const missed = reads.filter((pattern) => !found.some(([path]) => pattern.test(path)));
    expect(missed).toEqual([]);
    expect(found.filter(([path]) => path.startsWith('/files/')).length).toBeGreaterThan(1);
    expect(after).toEqual(before);
  }, 60_000);

  it('creates a working platform', async () => {
    const data = join(folder, 'worked-on');
    const db = openDatabase(data);
    await importOf(db, exported);
    db.close();
    const platform = await startTestPlatform({ data });
    const comments = `/spaces/${HANDBOOK}/comments`;
    const { count } = (await platform.admin('GET', comments)).json;
    const { json } = await platform.admin('POST', comments, { body: { markdown: 'New' } });
    await platform.admin('POST', `${comments}/${json.id}/replies`, { body: { markdown: 'Newer' } });
    expect((await platform.admin('GET', comments)).json.count).toBe(count + 1);
    await publish(platform.admin, `/spaces/${HANDBOOK}`, [
      { operation: 'insert_page', title: 'Zanzibar', document: { markdown: 'Cloves.' } },
    ]);
    const search = `/orgs/${ORGANIZATION}/search?query=cloves`;
    expect((await platform.admin('GET', search)).json.items).toHaveLength(1);
    await platform.close();
    const after = openDatabase(data);
    expect(brokenPromises(after)).toEqual([]);
    after.close();
  });
});

describe('a failed import', () => {
  /** Imports a text and returns the error message; the database must remain empty. */
  async function refusal(text: string): Promise<string> {
    const db = openDatabase(undefined);
    const empty = await exportOf(db);
    const error = await importOf(db, text).catch((reason: unknown) => reason);
    expect(error, text.slice(0, 200)).toBeInstanceOf(SetupError);
    expectSame(await exportOf(db), empty);
    const triggers = "SELECT COUNT(*) AS total FROM sqlite_master WHERE type = 'trigger'";
    expect(db.get<{ total: number }>(triggers)?.total).toBeGreaterThan(5);
    db.close();
    return (error as Error).message;
  }

  /** The export with one change. */
  function changed(change: (document: Document) => void): string {
    const document = JSON.parse(exported) as Document;
    change(document);
    return JSON.stringify(document);
  }

  it.each([
    ['nothing', '', 'ends in its middle'],
    ['text', 'hello', 'cannot be imported'],
    ['another JSON document', '{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}', 'not an export'],
    ['a list', '[1, 2, 3]', 'not an export'],
    ['a number', '7 ', 'not an export'],
  ])('is caused by %s', async (_, text, message) => {
    expect(await refusal(text)).toContain(message);
  });

  it('is caused by an export of a newer version', async () => {
    const form = await refusal(changed((document) => (document.version = 2)));
    expect(form).toContain('newer version of the platform (format 2,');
    const schema = await refusal(changed((document) => (document.schema = 99)));
    expect(schema).toContain('schema 99');
  });

  it('is caused by an export with unknown contents', async () => {
    const row = { id: 'x' } as AnswerFields;
    const table = await refusal(changed(({ tables }) => (tables.parrot = [row])));
    expect(table).toBe('There is no table "parrot" here.');
    const internal = await refusal(changed(({ tables }) => (tables.sqlite_master = [row])));
    expect(internal).toBe('There is no table "sqlite_master" here.');
    const column = await refusal(
      changed(({ tables }) => Object.assign(tables.user?.[0] ?? {}, { 'id) --': 'x' })),
    );
    expect(column).toBe('There is no column "id) --" in user here.');
    const cell = await refusal(
      changed(({ tables }) => Object.assign(tables.user?.[0] ?? {}, { handle: true })),
    );
    expect(cell).toBe('A row of user has an unusable handle.');
    const notARow = await refusal(changed(({ tables }) => (tables.user = [7 as never])));
    expect(notARow).toBe('A row of user is not an object.');
  });

  it('is caused by an inconsistent export', async () => {
    expect(await refusal(changed(({ tables }) => (tables.user = [])))).toMatch(
      /^A row of \w+ refers to a row of user that is missing\.$/,
    );
    const twice = await refusal(
      changed(({ tables }) => (tables.user = [...(tables.user ?? []), ...(tables.user ?? [])])),
    );
    expect(twice).toContain('UNIQUE');
    const none = await refusal(changed((document) => (document.tables = {})));
    expect(none).toBe('The export holds no organization.');
  });

  it('is caused by a truncated export, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: exported.length - 3 }), async (length) => {
        expect(await refusal(exported.slice(0, length))).not.toBe('');
      }),
      { numRuns: runs(25) },
    );
  });

  it('is caused by a damaged export, unless it is still consistent', async () => {
    const places = fc.integer({ min: 0, max: exported.length - 1 });
    await fc.assert(
      fc.asyncProperty(places, fc.constantFrom('{', '}', ']', '"', ',', '\\'), async (at, sign) => {
        const db = openDatabase(undefined);
        const damaged = exported.slice(0, at) + sign + exported.slice(at + 1);
        const error = await importOf(db, damaged).catch((reason: unknown) => reason);
        if (error !== undefined) expect(error).toBeInstanceOf(SetupError);
        const { total } = db.get<{ total: number }>('SELECT COUNT(*) AS total FROM user') ?? {
          total: -1,
        };
        expect(total).toBe(error === undefined ? 5 : 0);
        db.close();
      }),
      { numRuns: runs(40) },
    );
  }, 60_000);

  it('happens on a platform that has contents already', async () => {
    const db = await copy();
    await expect(importOf(db, exported)).rejects.toThrow(
      'There is a platform in this folder already',
    );
    expectSame(await exportOf(db), exported);
  });
});

describe('a database', () => {
  it('accepts a single null', () => {
    const db = new Database();
    expect(db.get('SELECT ? AS value', null)).toEqual({ value: null });
    expect(db.all('SELECT ? IS NULL AS value', null)).toEqual([{ value: 1 }]);
    db.script('CREATE TABLE one (value TEXT)');
    expect(db.run('INSERT INTO one VALUES (?)', null)).toBe(1);
    expect([...db.iterate('SELECT value FROM one')]).toEqual([{ value: null }]);
    db.close();
  });
});
