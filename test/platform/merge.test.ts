import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV_GUIDE, type Fields, startTestPlatform, type TestPlatform } from './support.ts';

const SPACE = `/spaces/${DEV_GUIDE}`;
const RUNS = 25;

let platform: TestPlatform;
let serial = 0;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

/** A text that occurs nowhere else. */
const unique = (text: string) => {
  serial += 1;
  return `${text} ${serial}.`;
};

async function ok(method: string, path: string, body?: unknown): Promise<Fields> {
  const answer = await platform.editor(method, path, body);
  expect(answer.text, `${method} ${path}`).not.toContain('"error"');
  return answer.json;
}

const newRequest = async () =>
  `${SPACE}/change-requests/${(await ok('POST', `${SPACE}/change-requests`, {})).id}`;

const edit = (request: string, ...changes: object[]) =>
  ok('POST', `${request}/content?compat=false`, { changes });

const merge = async (request: string) => (await ok('POST', `${request}/merge`)).result;

const update = async (request: string) => (await ok('POST', `${request}/update`)).result;

const markdownOf = async (id: string, content = SPACE) =>
  (await ok('GET', `${content}/content/page/${id}?format=markdown`)).markdown;

/** New pages in the primary content; gives their ids. */
async function publish(...pages: { title: string; markdown?: string; into?: string }[]) {
  const request = await newRequest();
  const { changes } = await edit(
    request,
    ...pages.map(({ markdown = '', ...page }) => ({
      operation: 'insert_page',
      document: { markdown },
      ...page,
    })),
  );
  expect(await merge(request)).toBe('merge');
  return changes.map(({ page }) => page.id);
}

async function publishOne(markdown = '', into?: string): Promise<string> {
  const [id = ''] = await publish({ title: unique('Page'), markdown, ...(into && { into }) });
  return id;
}

const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});

const move = (page: string, into: string | null, at?: number) => ({
  operation: 'update_page',
  page,
  into,
  ...(at !== undefined && { at }),
});

const remove = (page: string) => ({ operation: 'delete_page', page });

const join = (paragraphs: readonly string[]) => paragraphs.join('\n\n');

/** Two change requests of one base, each with its changes. */
async function fork(theirs: object[], ours: object[]): Promise<[string, string]> {
  const requests: [string, string] = [await newRequest(), await newRequest()];
  await edit(requests[0], ...theirs);
  await edit(requests[1], ...ours);
  return requests;
}

/** Titles under a page, by its own listing in the tree. */
const childrenOf = async (id: string) =>
  (await ok('GET', `${SPACE}/content/page/${id}`)).pages.map((page) => page.id);

describe('texts', () => {
  const sides = fc.array(fc.constantFrom('base', 'theirs', 'ours'), { minLength: 1, maxLength: 8 });

  it('takes both sides when they change different paragraphs', async () => {
    await fc.assert(
      fc.asyncProperty(sides, fc.boolean(), async (owners, updateFirst) => {
        const base = owners.map(() => unique('Base'));
        const changed = base.map((paragraph) => `Changed ${paragraph}`);
        const of = (side: string) =>
          join(
            base.map(
              (paragraph, index) => (owners[index] === side ? changed[index] : paragraph) ?? '',
            ),
          );
        const page = await publishOne(join(base));
        const [theirs, ours] = await fork(
          [rewrite(page, of('theirs'))],
          [rewrite(page, of('ours'))],
        );
        expect(await merge(theirs)).toBe('merge');
        if (updateFirst) expect(await update(ours)).toBe('update');
        expect(await merge(ours)).toBe('merge');
        const expected = base.map((paragraph, index) =>
          owners[index] === 'base' ? paragraph : changed[index],
        );
        const [, ...body] = (await markdownOf(page)).split('\n\n');
        expect(body).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  const revision = fc.array(fc.constantFrom('keep', 'drop', 'change', 'add'), {
    minLength: 1,
    maxLength: 6,
  });

  it('loses nothing that either side wrote, whatever they changed', async () => {
    await fc.assert(
      fc.asyncProperty(revision, revision, async (theirEdits, ourEdits) => {
        const base = Array.from({ length: 6 }, () => unique('Base'));
        const revise = (edits: readonly string[]) => {
          const added: string[] = [];
          const add = () => {
            const text = unique('New');
            added.push(text);
            return text;
          };
          const paragraphs = base.flatMap((paragraph, index) => {
            const kind = edits[index] ?? 'keep';
            if (kind === 'drop') return [];
            if (kind === 'change') return [add()];
            return kind === 'add' ? [paragraph, add()] : [paragraph];
          });
          return { added, text: join(paragraphs) };
        };
        const their = revise(theirEdits);
        const our = revise(ourEdits);
        const page = await publishOne(join(base));
        const [theirs, ours] = await fork([rewrite(page, their.text)], [rewrite(page, our.text)]);
        await merge(theirs);
        await merge(ours);
        const merged = await markdownOf(page);
        const missing = [...their.added, ...our.added].filter((text) => !merged.includes(text));
        expect(missing).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps both versions of one paragraph between markers', async () => {
    const page = await publishOne('One.\n\nTwo.\n\nThree.');
    const [theirs, ours] = await fork(
      [rewrite(page, 'One.\n\nTwo of theirs.\n\nThree.')],
      [rewrite(page, 'One.\n\nTwo of ours.\n\nThree.')],
    );
    const { number } = await ok('GET', ours);
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('conflicts');
    const [, ...blocks] = (await markdownOf(page)).split(/\n{2,}/);
    expect(blocks).toEqual([
      'One.',
      '<<<<<<< primary content',
      'Two of theirs.',
      '=======',
      'Two of ours.',
      `>>>>>>> change request ${number}`,
      'Three.',
    ]);
  });

  it('sees no conflict in one change made twice', async () => {
    const page = await publishOne('One.\n\nTwo.');
    const [theirs, ours] = await fork(
      [rewrite(page, 'One.\n\nTwo, changed.')],
      [rewrite(page, 'One.\n\nTwo, changed.')],
    );
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('merge');
    expect((await markdownOf(page)).split('\n\n').slice(1)).toEqual(['One.', 'Two, changed.']);
  });

  it('merges a conflict that an update already met without a second one', async () => {
    const page = await publishOne('One.');
    const [theirs, ours] = await fork([rewrite(page, 'Theirs.')], [rewrite(page, 'Ours.')]);
    expect(await merge(theirs)).toBe('merge');
    expect(await update(ours)).toBe('conflicts');
    await edit(ours, rewrite(page, 'Theirs and ours.'));
    expect(await merge(ours)).toBe('merge');
    expect((await markdownOf(page)).split('\n\n').slice(1)).toEqual(['Theirs and ours.']);
  });
});

describe('pages', () => {
  it('keeps a page that one side edited and the other deleted', async () => {
    for (const editedFirst of [true, false]) {
      const page = await publishOne('Before.');
      const changes = [rewrite(page, 'After.'), remove(page)];
      const [first, second] = editedFirst ? changes : changes.reverse();
      const [theirs, ours] = await fork([first ?? {}], [second ?? {}]);
      expect(await merge(theirs)).toBe('merge');
      expect(await merge(ours)).toBe('conflicts');
      expect(await markdownOf(page)).toContain('After.');
    }
  });

  it('deletes a page that both sides deleted, or that only one side touched', async () => {
    const [both = '', one = ''] = await publish({ title: 'Both' }, { title: 'One' });
    const [theirs, ours] = await fork([remove(both)], [remove(both), remove(one)]);
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('merge');
    for (const page of [both, one]) {
      expect((await platform.editor('GET', `${SPACE}/content/page/${page}`)).status).toBe(404);
    }
  });

  it('gives a page a home whose parent the other side deleted', async () => {
    const parent = await publishOne();
    const [theirs, ours] = await fork(
      [remove(parent)],
      [{ operation: 'insert_page', title: 'Child', document: { markdown: 'Kept.' }, into: parent }],
    );
    const [child] = (await ok('GET', `${ours}/content/page/${parent}`)).pages;
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('conflicts');
    expect((await ok('GET', `${SPACE}/content/page/${child?.id}`)).path).toBe(
      child?.path.split('/')[1],
    );
  });

  it('breaks a circle that two moves would make', async () => {
    const [left = '', right = ''] = await publish({ title: 'Left' }, { title: 'Right' });
    const [theirs, ours] = await fork([move(left, right)], [move(right, left)]);
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('conflicts');
    expect(await childrenOf(right)).toEqual([left]);
    expect(await childrenOf(left)).toEqual([]);
  });

  it('merges metadata and text of one page field by field', async () => {
    const page = await publishOne('Text.');
    const [theirs, ours] = await fork(
      [{ operation: 'update_page', page, title: 'Renamed', emoji: '1f4d8' }],
      [{ ...rewrite(page, 'Changed.'), description: 'Described' }],
    );
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('merge');
    expect(await ok('GET', `${SPACE}/content/page/${page}?format=markdown`)).toMatchObject({
      title: 'Renamed',
      emoji: '1f4d8',
      description: 'Described',
      markdown: '# Renamed\n\nChanged.',
    });
  });

  it('makes slugs unique among siblings', async () => {
    const parent = await publishOne();
    const insert = { operation: 'insert_page', title: 'Same', document: {}, into: parent };
    const [theirs, ours] = await fork([insert], [insert]);
    expect(await merge(theirs)).toBe('merge');
    expect(await merge(ours)).toBe('merge');
    const { pages, path } = await ok('GET', `${SPACE}/content/page/${parent}`);
    expect(pages.map((page) => page.path)).toEqual([`${path}/same`, `${path}/same-1`]);
  });
});

describe('order', () => {
  it('puts a page at the place it was moved to', async () => {
    const place = fc.nat({ max: 3 });
    await fc.assert(
      fc.asyncProperty(place, place, async (from, to) => {
        const parent = await publishOne();
        const siblings = await publish(
          ...['A', 'B', 'C', 'D'].map((title) => ({ title, into: parent })),
        );
        const moved = siblings[from] ?? '';
        const request = await newRequest();
        await edit(request, move(moved, parent, to));
        expect(await merge(request)).toBe('merge');
        const expected = siblings.filter((id) => id !== moved);
        expected.splice(to, 0, moved);
        expect(await childrenOf(parent)).toEqual(expected);
      }),
      { numRuns: 16 },
    );
  });

  it('keeps every page, once, whatever two sides move, insert and delete', async () => {
    const change = fc.record({
      kind: fc.constantFrom('move', 'insert', 'delete', 'rename', 'revert'),
      page: fc.nat({ max: 4 }),
      into: fc.nat({ max: 5 }),
      at: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
    });
    const changes = fc.array(change, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(changes, changes, fc.boolean(), async (theirChanges, ourChanges, first) => {
        const root = await publishOne();
        const ids = await publish(
          ...['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, into: root })),
        );
        const requests = [await newRequest(), await newRequest()];
        const deleted = new Set<string>();
        const inserted: string[] = [];
        for (const [side, list] of [theirChanges, ourChanges].entries()) {
          const request = requests[side] ?? '';
          for (const { kind, page, into, at } of list) {
            const id = ids[page] ?? '';
            const target = ids[into] ?? root;
            const body = {
              move: move(id, target, at),
              insert: { operation: 'insert_page', title: 'F', document: {}, into: target, at },
              delete: remove(id),
              rename: { operation: 'update_page', page: id, title: unique('Renamed') },
              revert: { operation: 'revert_page', page: id },
            }[kind];
            const answer = await platform.editor('POST', `${request}/content?compat=false`, {
              changes: [body],
            });
            // A change may be impossible by then: the page is gone, or would lie inside itself.
            expect([200, 404, 422]).toContain(answer.status);
            if (answer.status !== 200) continue;
            for (const { object, page: touched } of answer.json.changes) {
              if (object === 'deleted_page') deleted.add(String(touched));
              if (object === 'created_page' && kind === 'insert') inserted.push(touched.id);
            }
          }
        }
        await merge(requests[0] ?? '');
        if (first) await update(requests[1] ?? '');
        await merge(requests[1] ?? '');
        const listed = await tree();
        const found = listed.map(({ id }) => id);
        expect(new Set(found).size).toBe(found.length);
        expect(new Set(listed.map(({ path }) => path)).size).toBe(found.length);
        const kept = [...ids, ...inserted].filter((id) => !deleted.has(id));
        expect(kept.filter((id) => !found.includes(id))).toEqual([]);
        await publishOne();
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});

/** Every page of the primary content, as its tree lists it. */
async function tree(): Promise<Fields[]> {
  const flatten = (pages: Fields[]): Fields[] =>
    pages.flatMap((page) => [page, ...flatten(page.pages)]);
  return flatten((await ok('GET', `${SPACE}/content/pages`)).pages);
}

describe('bookkeeping', () => {
  it('follows a change request from its base over an update to its merge', async () => {
    const page = await publishOne('One.\n\nTwo.');
    const base = (await ok('GET', `${SPACE}/content`)).id;
    const request = await newRequest();
    expect(await ok('GET', request)).toMatchObject({
      status: 'draft',
      revision: base,
      revisionInitial: base,
      outdated: false,
    });

    await edit(request, rewrite(page, 'One.\n\nTwo, changed.'));
    const edited = await ok('GET', request);
    expect(edited.revision).not.toBe(base);
    expect((await ok('GET', `${request}/content`)).parents).toEqual([base]);

    const other = await newRequest();
    await edit(other, rewrite(page, 'One, changed.\n\nTwo.'));
    const { revision: head } = await ok('POST', `${other}/merge`);
    expect((await ok('GET', request)).outdated).toBe(true);
    expect((await ok('GET', `${SPACE}/content`)).id).toBe(head);

    const updated = await ok('POST', `${request}/update`);
    expect(updated.result).toBe('update');
    expect(await ok('GET', request)).toMatchObject({
      revision: updated.revision,
      revisionInitial: base,
      revisionMergedAncestor: head,
      outdated: false,
    });
    expect((await ok('GET', `${request}/content`)).parents).toEqual([edited.revision, head]);
    expect(await ok('POST', `${request}/update`)).toEqual({
      revision: updated.revision,
      result: 'update',
    });

    const merged = await ok('POST', `${request}/merge`);
    expect(await ok('GET', request)).toMatchObject({
      status: 'merged',
      revisionMerged: merged.revision,
      outdated: false,
    });
    expect(await ok('GET', `${SPACE}/content`)).toMatchObject({
      id: merged.revision,
      type: 'merge',
      parents: [head, updated.revision],
      mergedFrom: { id: edited.id },
    });
    expect((await markdownOf(page)).split('\n\n').slice(1)).toEqual([
      'One, changed.',
      'Two, changed.',
    ]);
  });

  it('refuses to change what is merged or archived', async () => {
    const page = await publishOne();
    const closed = await newRequest();
    await merge(closed);
    const archived = await newRequest();
    await ok('PATCH', archived, { status: 'archived' });
    for (const request of [closed, archived]) {
      for (const path of ['/merge', '/update', '/content']) {
        const body = { changes: [remove(page)] };
        const { status, json } = await platform.editor('POST', `${request}${path}`, body);
        expect([status, json.error.code]).toEqual([409, 409]);
      }
    }
    expect((await platform.editor('PATCH', closed, { status: 'open' })).status).toBe(409);
    expect((await platform.editor('PATCH', archived, { status: 'open' })).status).toBe(200);
  });

  it('leaves the primary content alone until it merges', async () => {
    const page = await publishOne('Before.');
    const request = await newRequest();
    await edit(request, rewrite(page, 'After.'));
    expect(await markdownOf(page)).toContain('Before.');
    expect(await markdownOf(page, request)).toContain('After.');
    const found = await ok('GET', `${SPACE}/search?query=${encodeURIComponent('After')}`);
    expect(found.items.map(({ id }) => id)).not.toContain(page);
  });
});
