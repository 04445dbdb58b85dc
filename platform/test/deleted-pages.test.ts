import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import { draftOf } from '../src/content/change-requests.ts';
import type { Draft } from '../src/content/draft.ts';
import { draftOfPrimary } from '../src/content/primary.ts';
import { pages } from '../src/content/tables.ts';
import type { Database } from '../src/store/database.ts';
import { newId } from '../src/store/ids.ts';
import { change, insert, openContentDatabase, remove, Space } from './content-space.ts';

const actor = { user: 'writer', at: '2026-03-02T08:00:00.000Z', newId };

let db: Database;

beforeAll(() => {
  db = openContentDatabase();
});

afterAll(() => db.close());

class Undone extends Error {}

/** All versions of pages after some work, which is then undone. */
function versionsAfter(work: () => void): unknown[] {
  let rows: unknown[] = [];
  const attempt = () =>
    db.write(() => {
      work();
      rows = db.all('SELECT * FROM page ORDER BY branch, id, from_seq');
      throw new Undone();
    });
  expect(attempt).toThrow(Undone);
  return rows;
}

const step = fc.tuple(
  fc.constantFrom('rename', 'move', 'remove', 'insert'),
  fc.nat({ max: 9 }),
  fc.nat({ max: 9 }),
);

it('pages that are deleted together leave the same versions as those deleted one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      async (steps, inRequest, chosen) => {
        const space = new Space(db);
        const ids: string[] = [];
        for (const title of ['A', 'B', 'C']) ids.push(await space.page(title, ''));
        const request = space.propose();
        for (const title of ['D', 'E']) space.edit(request, insert(title, ''));
        for (const [serial, [what, at, into]] of steps.entries()) {
          const [page = '', target = ''] = [ids[at % ids.length], ids[into % ids.length]];
          const changes = {
            rename: change(page, { title: `Title ${serial}` }),
            move: change(page, { into: page === target ? null : target }),
            remove: remove(page),
            insert: insert(`New ${serial}`, ''),
          };
          space.tryEdit(request, changes[what]);
          const all = pages.select(db, draftOf(db, space.now(request), actor).state);
          ids.push(...all.map(({ id }) => id).filter((id) => !ids.includes(id)));
        }
        const draft = (): Draft => {
          if (!inRequest) return draftOfPrimary(db, space.id, actor);
          return draftOf(db, space.now(request), actor);
        };
        const live = pages.select(db, draft().state).filter((_, at) => chosen[at % 4]);
        const oneByOne = versionsAfter(() => {
          const deleting = draft();
          for (const page of live) deleting.change({ ...page, deleted: true });
        });
        const together = versionsAfter(() => draft().deleteAll(live.map(({ id }) => id)));
        expect(together).toEqual(oneByOne);
      },
    ),
    { numRuns: runs(100) },
  );
});
