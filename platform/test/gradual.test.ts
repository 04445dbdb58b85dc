import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import type { ChangeRequest } from '../src/content/change-requests.ts';
import { writeGradually } from '../src/content/gradual.ts';
import { mergeChangeRequest, updateChangeRequest } from '../src/content/merge.ts';
import type { Layer, Page } from '../src/content/model.ts';
import { insertRevision, primaryHead, stateAt } from '../src/content/revisions.ts';
import { pages } from '../src/content/tables.ts';
import { exportPlatform, importPlatform, openDatabase } from '../src/platform.ts';
import type { Database } from '../src/store/database.ts';
import { newId } from '../src/store/ids.ts';
import { settleFindings } from '../src/workers/computed.ts';
import { change, insert, openContentDatabase, remove, rewrite, Space } from './content-space.ts';
import { DEV_GUIDE, propose, startTestPlatform, type TestPlatform } from './support.ts';

const actor = { user: 'writer', at: '2026-03-02T08:00:00.000Z', newId };

/** More pages than one step of a merge writes. */
const MANY = 150;

/** The most changes in one edit. */
const AN_EDIT = 50;

/** A change request that inserts many pages. */
function proposeMany(space: Space): ChangeRequest {
  const request = space.propose();
  for (let from = 0; from < MANY; from += AN_EDIT) {
    const inserted = Array.from({ length: AN_EDIT }, (_, at) => insert(`Page ${from + at}`, ''));
    space.edit(request, ...inserted);
  }
  return request;
}

/** Resolves when the first pages of the next revision are written. */
async function written(db: Database, space: Space): Promise<void> {
  const next = primaryHead(db, space.id).seq + 1;
  const sql = 'SELECT count(*) AS count FROM page WHERE branch = ? AND from_seq = ?';
  while (db.get<{ count: number }>(sql, space.id, next)?.count === 0) await setImmediate();
}

/** Every row that content consists of. */
function rowsOf(db: Database) {
  return ['page', 'file', 'revision', 'change_request', 'space', 'held_branch'].map((table) =>
    db.all(`SELECT * FROM ${table} ORDER BY 1, 2`),
  );
}

/** Writes pages of a revision of the developer guide. */
function writeHalf(db: Database, layer: Layer): void {
  const found = pages.select(db, stateAt(primaryHead(db, DEV_GUIDE)));
  const half = found.map((page) => ({ ...page, title: 'Half' }));
  db.write(() => pages.putMany(db, layer, half));
}

function collecting(chunks: Uint8Array[]): Writable {
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
}

it('a large merge appears all at once, while others read and write elsewhere', async () => {
  const db = openContentDatabase();
  const [space, other] = [new Space(db), new Space(db)];
  await space.page('First', 'Before.');
  const merging = space.merge(proposeMany(space));
  await written(db, space);
  expect(space.content()).toEqual({ first: 'Before.' });
  const page = await other.page('Elsewhere', 'Meanwhile.');
  expect(other.text(page)).toBe('Meanwhile.');
  expect(Object.keys(space.content())).toHaveLength(1);
  await merging;
  expect(Object.keys(space.content())).toHaveLength(MANY + 1);
  db.close();
});

it('who writes to the same branches waits, and sees the outcome', async () => {
  const db = openContentDatabase();
  const space = new Space(db);
  const page = await space.page('First', 'Before.');
  const [many, one] = [proposeMany(space), space.propose()];
  space.edit(one, rewrite(page, 'After.'));
  const merging = space.merge(many);
  await written(db, space);
  const [second, edit] = [
    space.merge(one),
    settleFindings(() => space.edit(many, insert('Late', ''))),
  ];
  await expect(edit).rejects.toThrow(`Change request ${many.number} is merged`);
  const [{ revision }] = await Promise.all([second, merging]);
  expect(primaryHead(db, space.id).id).toBe(revision);
  expect(space.text(page)).toBe('After.');
  expect(Object.keys(space.content())).toHaveLength(MANY + 1);
  db.close();
});

it('a merge or an update that fails at the end leaves nothing, whatever it writes', async () => {
  const step = fc.tuple(
    fc.boolean(),
    fc.constantFrom('rewrite', 'move', 'remove', 'insert', 'hide'),
    fc.nat({ max: 4 }),
    fc.nat({ max: 4 }),
  );
  const db = openContentDatabase();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const space = new Space(db);
      const ids: string[] = [];
      for (const at of [0, 1, 2, 3, 4]) ids.push(await space.page(`P${at}`, `P${at}`));
      const [mine, yours] = [space.propose(), space.propose()];
      for (const [serial, [isMine, what, at, into]] of steps.entries()) {
        const [page = '', target = ''] = [ids[at], ids[into]];
        const changes: Record<typeof what, object> = {
          rewrite: rewrite(page, `Text ${serial % 3}`),
          move: change(page, { into: page === target ? null : target }),
          remove: remove(page),
          insert: insert(`New ${serial}`, 'New.'),
          hide: change(page, { hidden: serial % 2 === 0 }),
        };
        space.tryEdit(isMine ? mine : yours, changes[what]);
      }
      await space.merge(mine);
      const before = rowsOf(db);
      for (const write of [mergeChangeRequest, updateChangeRequest]) {
        let calls = 0;
        const open = () => {
          calls += 1;
          if (calls > 1) throw new Error('The right was lost');
          return space.now(yours);
        };
        await expect(write(db, open, actor)).rejects.toThrow('The right was lost');
        expect(rowsOf(db)).toEqual(before);
      }
      await space.update(yours);
      await space.merge(yours);
    }),
    { numRuns: runs(20) },
  );
  db.close();
});

it('what could not be removed after a failure is removed by the next who writes', async () => {
  const db = openContentDatabase();
  const space = new Space(db);
  const page = await space.page('First', 'Before.');
  const layer = { branch: space.id, seq: primaryHead(db, space.id).seq + 1 };
  const half = { ...pages.find(db, space.primary, page), title: 'Half' } as Page;
  db.write(() => {
    db.run('INSERT INTO held_branch VALUES (?, ?, ?)', layer.branch, layer.seq, db.owner);
    pages.put(db, layer, half);
  });
  await space.page('Second', 'Next.');
  expect(space.content()).toEqual({ first: 'Before.', second: 'Next.' });
  expect(pages.find(db, space.primary, page)?.title).toBe('First');
  db.close();
});

it('a merge that the end of the process interrupted leaves nothing at the next start, nor in an export', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  await startTestPlatform({ data: folder }).then(({ close }) => close());
  const db = openDatabase(folder);
  const before = rowsOf(db);
  const { seq } = primaryHead(db, DEV_GUIDE);
  const exported: Uint8Array[] = [];
  const writing = writeGradually(db, {
    begin: () => ({ layer: { branch: DEV_GUIDE, seq: seq + 1 } }),
    write: async ({ layer }) => {
      writeHalf(db, layer);
      await exportPlatform(db, collecting(exported));
      db.close();
    },
    commit: () => undefined,
  });
  await expect(writing).rejects.toThrow('not open');

  await startTestPlatform({ data: folder }).then(({ close }) => close());
  const later = openDatabase(folder);
  expect(rowsOf(later)).toEqual(before);
  later.close();
  const imported = openDatabase(undefined);
  await importPlatform(imported, Readable.from(exported));
  expect(rowsOf(imported)).toEqual(before);
  imported.close();
  await rm(folder, { recursive: true });
});

it('another process that starts meanwhile leaves what is being written alone, and waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  await startTestPlatform({ data: folder }).then(({ close }) => close());
  const db = openDatabase(folder);
  const { seq } = primaryHead(db, DEV_GUIDE);
  const other = await new Promise<TestPlatform>((resolve, reject) => {
    void writeGradually(db, {
      begin: () => ({ layer: { branch: DEV_GUIDE, seq: seq + 1 } }),
      write: async ({ layer }) => {
        writeHalf(db, layer);
        await startTestPlatform({ data: folder }).then(resolve, reject);
        await setTimeout(200);
      },
      commit: ({ layer }) =>
        insertRevision(db, { ...primaryHead(db, DEV_GUIDE), id: 'half', ...layer }),
    });
  });
  const titles = async () => {
    const { json } = await other.reader('GET', `/spaces/${DEV_GUIDE}/content`);
    return new Set(json.pages.map(({ title }) => title));
  };
  expect(await titles()).not.toContain('Half');
  const { path } = await propose(other.editor, `/spaces/${DEV_GUIDE}`, [insert('New', 'New.')]);
  expect((await other.editor('POST', `${path}/merge`)).json.result).toBe('merge');
  expect(await titles()).toEqual(new Set(['Half', 'New']));
  await other.close();
  db.close();
  await rm(folder, { recursive: true });
});
