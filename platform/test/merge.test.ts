import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../test/support/long-run.ts';
import {
  type ChangeRequest,
  changeRequestState,
  isOutdated,
} from '../src/content/change-requests.ts';
import { primaryHead, revisionOf, stateAt } from '../src/content/revisions.ts';
import { pages } from '../src/content/tables.ts';
import { pagePathOf } from '../src/content/tree.ts';
import type { Database } from '../src/store/database.ts';
import { change, insert, openContentDatabase, remove, rewrite, Space } from './content-space.ts';

const RUNS = { numRuns: runs(25), seed: 20_260_301 };
const MARKER = /^(<<<<<<<|=======|>>>>>>>)/m;
let db: Database;

beforeAll(() => {
  db = openContentDatabase();
});

/** A text of paragraphs that all differ, so that a diff cannot take one for another. */
const textOf = (paragraphs: readonly string[]) => paragraphs.join('\n\n');
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Paragraph ${at}.`);

describe('merging texts', () => {
  it('keeps both sides of edits in different paragraphs, without a conflict', async () => {
    const sides = fc
      .uniqueArray(fc.nat({ max: 19 }), { minLength: 2, maxLength: 12 })
      .chain((places) =>
        fc.tuple(fc.constant(places), fc.integer({ min: 1, max: places.length - 1 })),
      );
    await fc.assert(
      fc.asyncProperty(sides, fc.boolean(), async ([places, cut], updateFirst) => {
        const space = new Space(db);
        const base = numbered(20);
        const page = await space.page('Page', textOf(base));
        const write = (who: string, edited: readonly number[]) =>
          textOf(base.map((line, at) => (edited.includes(at) ? `${line} By ${who}.` : line)));
        const [mine, yours] = [space.propose(), space.propose()];
        space.edit(mine, rewrite(page, write('me', places.slice(0, cut))));
        space.edit(yours, rewrite(page, write('you', places.slice(cut))));

        expect((await space.merge(mine)).result).toBe('merge');
        if (updateFirst) expect((await space.update(yours)).result).toBe('update');
        expect((await space.merge(yours)).result).toBe('merge');
        const whose = (at: number) => (places.indexOf(at) < cut ? 'me' : 'you');
        expect(space.text(page)).toBe(
          textOf(base.map((line, at) => (places.includes(at) ? `${line} By ${whose(at)}.` : line))),
        );
      }),
      RUNS,
    );
  });

  it('keeps both versions of one paragraph and reports a conflict', async () => {
    const words = fc.stringMatching(/^[A-Z][a-z]{2,12}\.$/);
    const versions = fc.uniqueArray(words, { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 5 }),
        versions,
        fc.boolean(),
        async (at, [me, you], updateFirst) => {
          const space = new Space(db);
          const base = numbered(6);
          const page = await space.page('Page', textOf(base));
          const [mine, yours] = [space.propose(), space.propose()];
          space.edit(mine, rewrite(page, textOf(base.with(at, `Mine: ${me}`))));
          space.edit(yours, rewrite(page, textOf(base.with(at, `Yours: ${you}`))));
          await space.merge(mine);
          const { result } = await (updateFirst ? space.update(yours) : space.merge(yours));
          expect(result).toBe('conflicts');
          if (updateFirst) expect((await space.merge(yours)).result).toBe('merge');

          const text = space.text(page) ?? '';
          expect(text).toMatch(MARKER);
          const lines = text.split('\n');
          const expected = base.with(at, `Mine: ${me}`).toSpliced(at + 1, 0, `Yours: ${you}`);
          expect(lines.filter((line) => line !== '' && !MARKER.test(line))).toEqual(expected);
        },
      ),
      RUNS,
    );
  });

  it('takes the same edit on both sides once', async () => {
    const space = new Space(db);
    const page = await space.page('Page', 'One.\n\nTwo.');
    const [mine, yours] = [space.propose(), space.propose()];
    for (const request of [mine, yours]) space.edit(request, rewrite(page, 'One.\n\nThree.'));
    expect((await space.merge(mine)).result).toBe('merge');
    expect((await space.merge(yours)).result).toBe('merge');
    expect(space.text(page)).toBe('One.\n\nThree.');
  });
});

describe('merging trees', () => {
  const TITLES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];

  it('combines changes to different pages, without a conflict', async () => {
    const kind = fc.constantFrom('text', 'title', 'remove', 'insert', 'hide');
    const plan = fc.array(fc.tuple(kind, fc.boolean()), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(plan, async (kinds) => {
        const space = new Space(db);
        const ids: string[] = [];
        for (const title of TITLES) ids.push(await space.page(title, `On ${title}.`));
        const [mine, yours] = [space.propose(), space.propose()];
        const expected: Record<string, string> = {};
        for (const [index, [what, isMine]] of kinds.entries()) {
          const [title = '', id = ''] = [TITLES[index], ids[index]];
          const path = title.toLowerCase();
          if (what !== 'remove') expected[path] = what === 'text' ? 'New.' : `On ${title}.`;
          if (what === 'insert') expected[`more-${path}`] = 'More.';
          const changes: Record<typeof what, object> = {
            text: rewrite(id, 'New.'),
            title: change(id, { title: `${title} two` }),
            remove: remove(id),
            insert: insert(`More ${title}`, 'More.'),
            hide: change(id, { hidden: true }),
          };
          space.edit(isMine ? mine : yours, changes[what] ?? {});
        }
        expect((await space.merge(mine)).result).toBe('merge');
        expect((await space.merge(yours)).result).toBe('merge');
        expect(space.content()).toEqual(expected);
      }),
      RUNS,
    );
  });

  it.each([
    ['the edit first', true],
    ['the other first', false],
  ])(
    'keeps an edited page that the other side deleted, renamed or moved: %s',
    async (_case, editFirst) => {
      const fates = {
        deleted: { fate: (page: string) => remove(page), result: 'conflicts', path: 'folder/page' },
        renamed: {
          fate: (page: string) => change(page, { title: 'Renamed', slug: 'renamed' }),
          result: 'merge',
          path: 'folder/renamed',
        },
        moved: {
          fate: (page: string) => change(page, { into: null }),
          result: 'merge',
          path: 'page',
        },
      };
      for (const { fate, result, path } of Object.values(fates)) {
        const space = new Space(db);
        const folder = await space.page('Folder', '');
        const page = await space.page('Page', 'Before.', folder);
        const [editing, other] = [space.propose(), space.propose()];
        space.edit(editing, rewrite(page, 'Edited.'));
        space.edit(other, fate(page));
        await space.merge(editFirst ? editing : other);
        expect((await space.merge(editFirst ? other : editing)).result).toBe(result);
        expect(space.content()).toEqual({ folder: '', [path]: 'Edited.' });
      }
    },
  );

  it.each([
    ['edited', (page: string, _folder: string) => rewrite(page, 'Edited.'), 'page', 'Edited.'],
    ['inserted', (_: string, into: string) => ({ ...insert('New', 'New.'), into }), 'new', 'New.'],
  ])(
    'keeps a page that was %s below a folder that the other side deleted',
    async (_case, act, path, text) => {
      for (const deleteFirst of [true, false]) {
        const space = new Space(db);
        const folder = await space.page('Folder', '');
        const page = await space.page('Page', 'Before.', folder);
        const [writing, deleting] = [space.propose(), space.propose()];
        space.edit(writing, act(page, folder));
        space.edit(deleting, remove(folder));
        await space.merge(deleteFirst ? deleting : writing);
        expect((await space.merge(deleteFirst ? writing : deleting)).result).toBe('conflicts');
        expect(space.content()).toEqual({ [path]: text });
      }
    },
  );

  it('leaves no page unreachable, whatever both sides move and delete', async () => {
    const place = fc.nat({ max: 5 });
    const step = fc.tuple(fc.boolean(), fc.constantFrom('move', 'remove', 'rename'), place, place);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 10 }),
        fc.boolean(),
        async (steps, updateFirst) => {
          const space = new Space(db);
          const root = await space.page('P0', 'P0');
          const ids = [root];
          for (const at of [1, 2, 3, 4, 5]) {
            ids.push(await space.page(`P${at}`, `P${at}`, ids[(at - 1) >> 1] ?? root));
          }
          const [mine, yours] = [space.propose(), space.propose()];
          for (const [isMine, what, at, into] of steps) {
            const [page = '', target = ''] = [ids[at], ids[into]];
            const changes: Record<typeof what, object> = {
              move: change(page, { into: target }),
              remove: remove(page),
              rename: change(page, { slug: 'same' }),
            };
            space.tryEdit(isMine ? mine : yours, changes[what] ?? {});
          }
          await space.merge(mine);
          if (updateFirst) await space.update(yours);
          const own = changeRequestState(space.now(yours));
          const kept = updateFirst ? space.content(own) : undefined;
          await space.merge(yours);
          if (kept) expect(space.content()).toEqual(kept);

          const state = space.primary;
          const all = pages.select(db, state);
          const paths = all.map((page) => pagePathOf(db, state, page));
          expect(new Set(paths).size).toBe(all.length);
          const places = all.map(({ parent, position }) => `${parent} ${position}`);
          expect(new Set(places).size).toBe(all.length);
          const live = new Set(all.map(({ id }) => id));
          for (const { id, parent } of all) {
            let above: string | null = parent;
            for (let depth = 0; above !== null; depth += 1) {
              expect(live).toContain(above);
              expect(depth).toBeLessThan(6);
              expect(above).not.toBe(id);
              above = pages.find(db, state, above)?.parent ?? null;
            }
          }
        },
      ),
      { ...RUNS, numRuns: runs(60) },
    );
  });
});

describe('a change request', () => {
  it('states at each step how it relates to primary content', async () => {
    const space = new Space(db);
    const page = await space.page('Page', 'One.\n\nTwo.');
    const initial = primaryHead(db, space.id).id;
    const mine = space.propose();
    const facts = () => {
      const request = space.now(mine);
      return {
        status: request.status,
        outdated: isOutdated(db, request),
        initial: request.revision_initial,
        ancestor: request.revision_ancestor,
        merged: request.revision_merged,
      };
    };
    const fresh = { status: 'open', outdated: false, initial, ancestor: null, merged: null };
    expect(facts()).toEqual(fresh);
    expect(space.now(mine).revision).toBe(initial);

    space.edit(mine, rewrite(page, 'One.\n\nTwo, mine.'));
    expect(facts()).toEqual(fresh);
    expect(await space.update(mine)).toEqual({
      revision: space.now(mine).revision,
      result: 'update',
    });
    expect(facts()).toEqual(fresh);

    const yours = space.propose();
    space.edit(yours, rewrite(page, 'One, yours.\n\nTwo.'));
    const { revision: yourMerge } = await space.merge(yours);
    expect(facts()).toEqual({ ...fresh, outdated: true });
    expect(space.text(page, changeRequestState(space.now(mine)))).toBe('One.\n\nTwo, mine.');

    expect((await space.update(mine)).result).toBe('update');
    expect(facts()).toEqual({ ...fresh, ancestor: yourMerge });
    const revision = revisionOf(db, space.id, space.now(mine).revision);
    expect(JSON.parse(revision.parents)).toContain(yourMerge);
    expect(space.text(page, changeRequestState(space.now(mine)))).toBe('One, yours.\n\nTwo, mine.');

    const merged = await space.merge(mine);
    expect(merged.result).toBe('merge');
    const end = { status: 'merged', outdated: false, initial, ancestor: yourMerge };
    expect(facts()).toEqual({ ...end, merged: merged.revision });
    const head = primaryHead(db, space.id);
    expect(head).toMatchObject({ id: merged.revision, type: 'merge', merged_from: mine.id });
    expect(JSON.parse(head.parents)).toEqual([yourMerge, space.now(mine).revision]);

    await space.page('Later', '');
    expect(facts()).toEqual({ ...end, merged: merged.revision });
  });

  it('is merged once, and is closed afterwards', async () => {
    const space = new Space(db);
    const request = space.propose();
    space.edit(request, insert('Page', 'Words.'));
    const { revision: before } = await space.merge(request);
    const refused = (what: string) =>
      `Change request ${request.number} is merged and cannot be ${what}`;
    await expect(space.merge(request)).rejects.toThrow(refused('merged'));
    await expect(space.update(request)).rejects.toThrow(refused('updated'));
    expect(() => space.edit(request, insert('More', ''))).toThrow(refused('edited'));
    expect(primaryHead(db, space.id).id).toBe(before);
  });

  it('keeps showing its contents at the time of the merge', async () => {
    const space = new Space(db);
    const page = await space.page('Page', 'Before.');
    const request = space.propose();
    space.edit(request, rewrite(page, 'Mine.'));
    await space.merge(request);
    const later = space.propose();
    space.edit(later, rewrite(page, 'Later.'));
    await space.merge(later);
    expect(space.text(page, changeRequestState(space.now(request)))).toBe('Mine.');
  });
});

describe('a revision', () => {
  it('stays the same whatever is written after it', async () => {
    const step = fc.tuple(
      fc.constantFrom('insert', 'rewrite', 'move', 'remove', 'merge', 'update'),
      fc.nat(),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const space = new Space(db);
        const taken = new Map<string, Record<string, string>>();
        let requests = [space.propose(), space.propose()];
        for (const [serial, [what, left, right]] of steps.entries()) {
          const at = left % requests.length;
          const request = space.now(requests[at] as ChangeRequest);
          const state = changeRequestState(request);
          const known = pages
            .select(db, state)
            .map(({ id }) => id)
            .sort();
          const [page, other] = [known[left % known.length], known[right % known.length]];
          const changes: Record<string, object> = {
            insert: insert(`Page ${serial}`, `Text ${serial}`),
            rewrite: rewrite(page ?? '', `Text ${serial}`),
            move: change(page ?? '', { into: page === other ? null : other }),
            remove: remove(page ?? ''),
          };
          if (what === 'merge') {
            await space.merge(request);
            requests = requests.with(at, space.propose());
          } else if (what === 'update') {
            await space.update(request);
          } else {
            space.tryEdit(request, changes[what] ?? {});
          }
          for (const id of [
            primaryHead(db, space.id).id,
            ...requests.map((one) => space.now(one).revision),
          ]) {
            if (!taken.has(id)) taken.set(id, space.content(stateAt(revisionOf(db, space.id, id))));
          }
        }
        for (const [id, content] of taken) {
          expect(space.content(stateAt(revisionOf(db, space.id, id)))).toEqual(content);
        }
      }),
      RUNS,
    );
  });
});
