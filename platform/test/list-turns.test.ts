import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '../src/auth/context.ts';
import type { User } from '../src/auth/schema.ts';
import { changeRequestState } from '../src/content/change-requests.ts';
import { revisionChanges } from '../src/content/comparison.ts';
import { pages } from '../src/content/tables.ts';
import { keysetPage } from '../src/http/pagination.ts';
import { HttpReply, sendReply } from '../src/http/reply.ts';
import { announceBodies } from '../src/serializers/comment.ts';
import { documentOf, pageTree } from '../src/serializers/page.ts';
import { changesObject } from '../src/serializers/semantic-change.ts';
import { addSectionGroup } from '../src/sites/sections.ts';
import { findSite } from '../src/sites/tables.ts';
import { chunksOf } from '../src/store/chunks.ts';
import { Database } from '../src/store/database.ts';
import { newId } from '../src/store/ids.ts';
import { organizationPage } from '../src/web/app/organization.ts';
import type { Visit } from '../src/web/parts/visit.ts';
import { placesOf } from '../src/web/site/places.ts';
import { settleFindings } from '../src/workers/computed.ts';
import {
  change,
  insert,
  openContentDatabase,
  remove,
  Space,
  withOrganization,
} from './content-space.ts';

const actor = { newId, at: '', user: 'writer' };

/** Numbers from 1 to 40. */
const NUMBERS =
  'WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 40)';

let db: Database;

beforeEach(() => {
  db = withOrganization(new Database());
  db.script(`
    INSERT INTO site (id, organization, type, title, visibility, published, adaptive_content, created_at)
      VALUES ('site', 'org', 'basic', 'Site', 'public', 0, 0, '');
    ${NUMBERS} INSERT INTO site_section (id, site, position, is_default, title, path)
      SELECT 's' || n, 'site', PRINTF('b%02d', n), n = 1, 'Section', 's' || n FROM number;
  `);
});

afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

/** Each step takes long. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 20;
    return now;
  });
}

/** How often work runs until it has everything, if each of its steps takes long. */
async function runsOf(work: () => unknown): Promise<number> {
  slowClock();
  let runs = 0;
  await settleFindings(() => {
    runs += 1;
    return work();
  });
  return runs;
}

it('others get turns between the items of a list', async () => {
  const call = { db, path: '/sections', query: { limit: 30 } };
  const keyset = {
    select: 'SELECT * FROM site_section WHERE 1',
    values: [],
    keys: ['id'],
    count: 0,
  };
  const runs = await runsOf(() => keysetPage(call, keyset, (row: object) => ({ ...row })));
  expect(runs).toBeGreaterThan(30);
});

it('long rows are read in parts, each once', async () => {
  const all = vi.spyOn(db, 'all');
  const call = { db, path: '/sections', query: { limit: 30 } };
  const select = 'SELECT * FROM site_section WHERE 1';
  const keyset = {
    select,
    values: [],
    keys: ['position'],
    descending: true,
    together: 7,
    count: 0,
  };
  const { items, next } = keysetPage(call, keyset, ({ id }: { id: string }) => id);
  expect(items).toEqual(Array.from({ length: 30 }, (_, at) => `s${40 - at}`));
  expect(next).toBeDefined();
  expect(all.mock.calls.map(([, ...values]) => values.at(-1))).toEqual([7, 7, 7, 7, 3]);
});

it('others get turns between the sections of a published site', async () => {
  const site = findSite(db, 'org', 'site');
  expect(await runsOf(() => placesOf(db, site, 'member'))).toBeGreaterThan(39);
});

it('others get turns while a page tree is made', async () => {
  const content = openContentDatabase();
  const space = new Space(content);
  const request = space.propose();
  for (let edit = 0; edit < 11; edit += 1) {
    space.edit(request, ...Array.from({ length: 50 }, (_, at) => insert(`Page ${at}`, '')));
  }
  const context = { db: content, origin: '' } as Context;
  const state = changeRequestState(space.now(request));
  let tree: object[] = [];
  const runs = await runsOf(() => {
    tree = pageTree(context, state);
  });
  expect(runs).toBeGreaterThan(8);
  expect(tree).toHaveLength(550);
  content.close();
});

it('others get turns while a large answer is written', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({ at, text: 'a'.repeat(32_000) }));
  let [turns, isDone] = [0, false];
  const counting = (async () => {
    for (; !isDone; turns += 1) await setImmediate();
  })();
  const sent: Uint8Array[] = [];
  const take = (bytes: Uint8Array) => sent.push(bytes);
  const response = { writeHead: () => {}, write: take, end: take };
  slowClock();
  await sendReply(response as unknown as ServerResponse, HttpReply.ok({ items }));
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(20);
  expect(JSON.parse(Buffer.concat(sent).toString())).toEqual({ items });
});

it('the texts of listed comments are parsed together', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    markdown: `${at} **word**\n`.repeat(900),
  }));
  let runs = 0;
  const documents = await settleFindings(() => {
    runs += 1;
    announceBodies('document')(rows);
    return rows.map(({ markdown }) => documentOf(markdown));
  });
  expect(documents).toHaveLength(20);
  expect(runs).toBe(2);
});

it('a group of many sections takes few queries', () => {
  const all = vi.spyOn(db, 'all');
  const run = vi.spyOn(db, 'run');
  const sections = Array.from({ length: 40 }, (_, at) => `s${40 - at}`);
  const group = addSectionGroup(db, actor, 'site', { title: 'Group', icon: null, sections });
  expect(all.mock.calls.length + run.mock.calls.length).toBeLessThan(8);
  const sql = 'SELECT id FROM site_section WHERE section_group = ? ORDER BY position';
  expect(db.all<{ id: string }>(sql, group.id).map(({ id }) => id)).toEqual(sections);
});

it('an edit looks up the pages above another only once', async () => {
  const content = openContentDatabase();
  const space = new Space(content);
  let page: string | undefined;
  for (const level of ['One', 'Two', 'Three']) page = await space.page(level, '', page);
  const get = vi.spyOn(content, 'get');
  const looks = () => get.mock.calls.filter(([sql]) => sql.includes('RECURSIVE above')).length;
  const request = space.propose();
  space.edit(
    request,
    ...Array.from({ length: 20 }, (_, at) => ({ ...insert(`Page ${at}`, ''), into: page })),
  );
  expect(looks()).toBeLessThan(4);
  content.close();
});

it('the deletion of a branch takes as many statements for many pages as for few, and reads none', async () => {
  const content = openContentDatabase();
  const statements = async (pages: number) => {
    const space = new Space(content);
    const trunk = await space.page('Trunk', '');
    const request = space.propose();
    const inserted = Array.from({ length: pages }, (_, at) => insert(`Leaf ${at}`, ''));
    space.edit(request, ...inserted.map((leaf) => ({ ...leaf, into: trunk })));
    await space.merge(request);
    const deleting = space.propose();
    const spies = [vi.spyOn(content, 'all'), vi.spyOn(content, 'get'), vi.spyOn(content, 'run')];
    const { outcomes } = space.edit(deleting, remove(trunk));
    const count = spies.reduce((all, { mock }) => all + mock.calls.length, 0);
    vi.restoreAllMocks();
    expect(outcomes.filter(({ kind }) => kind === 'deleted')).toHaveLength(pages + 1);
    expect(space.content(changeRequestState(space.now(deleting)))).toEqual({});
    return count;
  };
  expect(await statements(50)).toBe(await statements(2));
  content.close();
});

it('others get turns while changes are listed', async () => {
  const content = openContentDatabase();
  const space = new Space(content);
  const request = space.propose();
  for (let edit = 0; edit < 3; edit += 1) {
    space.edit(request, ...Array.from({ length: 50 }, (_, at) => insert(`Page ${edit}-${at}`, '')));
  }
  await space.merge(request);
  const moving = space.propose();
  const all = pages.select(content, space.primary).map(({ id }) => change(id, { at: 0 }));
  for (const some of chunksOf(all, 50)) space.edit(moving, ...some);
  const context = { db: content, origin: '' } as Context;
  const state = changeRequestState(space.now(moving));
  const compared = revisionChanges(content, {
    space: space.id,
    branch: state.overlay?.branch ?? '',
    seq: state.overlay?.seq ?? 0,
    base_seq: state.base.seq,
  });
  const runs = await runsOf(() => {
    expect(changesObject(context, compared, 100)).toMatchObject({ more: expect.any(Number) });
  });
  expect(runs).toBeGreaterThan(5);
  content.close();
});

it('many new pages of one title take few queries, and get the lowest free numbers', async () => {
  const content = openContentDatabase();
  const space = new Space(content);
  const request = space.propose();
  const alike = (count: number) => Array.from({ length: count }, () => insert('Same', ''));
  space.edit(request, ...alike(50));
  space.edit(request, ...alike(50));
  space.edit(request, insert('Same 5', ''));
  const all = vi.spyOn(content, 'all');
  space.edit(request, ...alike(20));
  expect(all.mock.calls.filter(([sql]) => sql.includes('slug')).length).toBeLessThan(40);
  const paths = Object.keys(space.content(changeRequestState(space.now(request))));
  const numbers = Array.from({ length: 119 }, (_, at) => `same-${at + 1}`);
  expect(paths.sort()).toEqual(['same', ...numbers, 'same-5-1'].sort());
  content.close();
});

it('the page of an organization reads all collections at once', () => {
  db.script(`
    INSERT INTO member (organization, user, role, joined_at) VALUES ('org', 'writer', 'admin', '');
    ${NUMBERS} INSERT INTO collection (id, organization, parent, title, position)
      SELECT 'c' || n, 'org', IIF(n = 1, NULL, 'c1'), 'Collection ' || n, PRINTF('b%02d', n) FROM number;
    ${NUMBERS} INSERT INTO space (id, organization, collection, title, emoji, visibility, position, created_at, updated_at)
      SELECT 'p' || n, 'org', 'c' || n, 'Space ' || n, '', 'private', 'a0', '', '' FROM number;
  `);
  const user = db.get<User>("SELECT * FROM user WHERE id = 'writer'");
  const visit = { db, user, profile: 'current', origin: '', url: new URL('http://localhost') };
  const all = vi.spyOn(db, 'all');
  const { body } = organizationPage(visit as unknown as Visit, { organization: 'org' });
  expect(all.mock.calls.filter(([sql]) => sql.includes('FROM collection')).length).toBeLessThan(8);
  const text = JSON.stringify(body);
  expect(text).toContain('Collection 40');
  expect(text).toContain('Space 40');
});
