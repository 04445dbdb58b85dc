import { describe, expect, it } from 'vitest';
import { useFreshPlatforms } from '../organization/copies.ts';
import { demoSite } from '../sites/support.ts';
import {
  DEV_GUIDE,
  INES,
  JORIS,
  MARA,
  ORGANIZATION,
  ROADMAP,
  type Send,
  type TestPlatform,
  TOMAS,
  WREN,
} from '../support.ts';
import { WebReader } from '../web/support.ts';

const TEAMS = `/orgs/${ORGANIZATION}/teams`;
const TEAM = 'teamDocumentation001';

let platform: TestPlatform;

useFreshPlatforms(
  (fresh) => {
    platform = fresh;
  },
  { profile: 'current' },
);

const send: Send = (...call) => platform.admin(...call);

interface Permission {
  permission: string | null;
  user?: { id: string; displayName: string };
  team?: { id: string };
  origin?: object;
}

async function list(path: string): Promise<Permission[]> {
  const answer = await send('GET', path);
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { items: Permission[] }).items;
}

const roles = (all: Permission[]) =>
  all.map(({ permission, user, team }) => [user?.id ?? team?.id, permission]);

const opens = async (by: Send, path: string) => (await by('GET', path)).status === 200;

const roadmap = `/spaces/${ROADMAP}`;
const roadmapPages = `${roadmap}/content/pages`;

describe('the roles on a space', () => {
  it('are granted, changed and revoked, with immediate effect', async () => {
    expect(await opens(platform.guest, roadmapPages)).toBe(false);
    const invite = { users: [WREN], role: 'read' };
    const given = await send('POST', `${roadmap}/permissions`, invite);
    expect([given.status, given.text]).toEqual([204, '']);
    expect(await opens(platform.guest, roadmapPages)).toBe(true);
    expect(roles(await list(`${roadmap}/permissions/users`))).toContainEqual([WREN, 'read']);
    const at = `${roadmap}/permissions/users/${WREN}`;
    expect((await send('PATCH', at, { role: 'edit' })).status).toBe(204);
    expect((await send('PATCH', at, {})).status).toBe(204);
    expect(roles(await list(`${roadmap}/permissions/users`))).toContainEqual([WREN, 'edit']);
    expect((await platform.guest('POST', `${roadmap}/change-requests`, {})).status).toBe(201);
    expect((await send('DELETE', at)).status).toBe(205);
    expect((await send('DELETE', at)).status).toBe(204);
    expect(await opens(platform.guest, roadmapPages)).toBe(false);
    expect((await send('PATCH', at, { role: 'read' })).status).toBe(404);
  });

  it('are denied to one person with null', async () => {
    const pages = `/spaces/${DEV_GUIDE}/content/pages`;
    expect(await opens(platform.reader, pages)).toBe(true);
    const permissions = `/spaces/${DEV_GUIDE}/permissions`;
    await send('POST', permissions, { users: [JORIS], role: null });
    expect(await opens(platform.reader, pages)).toBe(false);
    expect(roles(await list(`${permissions}/users`)).map(([id]) => id)).not.toContain(JORIS);
    expect(roles(await list(`${permissions}/aggregate`)).map(([id]) => id)).not.toContain(JORIS);
    await send('DELETE', `${permissions}/users/${JORIS}`);
    expect(await opens(platform.reader, pages)).toBe(true);
  });

  it('include those of the teams of a person, who may have another role in one', async () => {
    await send('DELETE', `${roadmap}/permissions/users/${WREN}`);
    await send('PUT', `${TEAMS}/${TEAM}/members`, { add: [WREN] });
    await send('POST', `${roadmap}/permissions`, { teams: [TEAM], role: 'read' });
    expect(roles(await list(`${roadmap}/permissions/teams`))).toEqual([[TEAM, 'read']]);
    expect(await opens(platform.guest, roadmapPages)).toBe(true);
    const second = (await send('PUT', TEAMS, { title: 'Writers', members: [WREN] })).json.id;
    await send('POST', `${roadmap}/permissions`, { teams: [second], role: 'edit' });
    expect(roles(await list(`${roadmap}/permissions/aggregate`))).toContainEqual([WREN, 'edit']);
    await send('POST', `${roadmap}/permissions`, { users: [WREN], role: 'comment' });
    expect(roles(await list(`${roadmap}/permissions/aggregate`))).toContainEqual([WREN, 'comment']);
    await send('DELETE', `${roadmap}/permissions/users/${WREN}`);
    await send('PATCH', `${roadmap}/permissions/teams/${second}`, { role: null });
    expect(roles(await list(`${roadmap}/permissions/teams`))).toEqual([[TEAM, 'read']]);
    expect(roles(await list(`${roadmap}/permissions/aggregate`))).toContainEqual([WREN, 'read']);
    await send('DELETE', `${TEAMS}/${TEAM}`);
    expect(await opens(platform.guest, roadmapPages)).toBe(false);
    expect((await send('DELETE', `${roadmap}/permissions/teams/${TEAM}`)).status).toBe(204);
  });

  it('are combined for everybody', async () => {
    const aggregate = `/spaces/${DEV_GUIDE}/permissions/aggregate`;
    expect(roles(await list(aggregate))).toEqual([
      [INES, 'review'],
      [JORIS, 'read'],
      [MARA, 'admin'],
      [TOMAS, 'edit'],
    ]);
    expect(roles(await list(`${aggregate}?role=edit`))).toEqual([[TOMAS, 'edit']]);
    const first = (await send('GET', `${aggregate}?limit=2`)).json;
    expect(first.count).toBe(4);
    expect(roles(await list(`${aggregate}?limit=2&page=${first.next?.page}`))).toEqual([
      [MARA, 'admin'],
      [TOMAS, 'edit'],
    ]);
  });

  it.each([
    [{ users: [], role: 'read' }, 400],
    [{ users: [JORIS] }, 400],
    [{ role: 'read' }, 400],
    [{ users: [JORIS], role: 'owner' }, 400],
    [{ users: [JORIS, 'nobody'], role: 'edit' }, 404],
    [{ users: [JORIS], teams: ['nowhere'], role: 'edit' }, 404],
  ])('are refused for %j', async (body, status) => {
    const before = await list(`${roadmap}/permissions/users`);
    expect((await send('POST', `${roadmap}/permissions`, body)).status).toBe(status);
    expect(await list(`${roadmap}/permissions/users`)).toEqual(before);
  });

  it('are granted by its administrators, and listed for members of the organization', async () => {
    const permissions = `/spaces/${DEV_GUIDE}/permissions`;
    const invite = { users: [JORIS], role: 'admin' };
    expect((await platform.editor('POST', permissions, invite)).json.error).toEqual({
      code: 403,
      message: 'This needs the role admin on the space; yours is edit',
    });
    const own = `${permissions}/users/${TOMAS}`;
    expect((await platform.editor('PATCH', own, { role: 'admin' })).status).toBe(403);
    expect((await platform.editor('DELETE', own)).status).toBe(403);
    await send('POST', permissions, { users: [TOMAS], role: 'admin' });
    expect((await platform.editor('POST', permissions, invite)).status).toBe(204);
    await send('POST', permissions, { users: [WREN], role: 'edit' });
    for (const what of ['users', 'teams', 'aggregate']) {
      expect((await platform.reader('GET', `${permissions}/${what}`)).status).toBe(200);
      expect((await platform.guest('GET', `${permissions}/${what}`)).status).toBe(403);
    }
    expect((await platform.editor('GET', `${roadmap}/permissions/users`)).status).toBe(404);
  });
});

describe('the roles on a collection', () => {
  const collection = '/collections/collProductDocs00001';

  it('apply to its contents', async () => {
    await send('POST', `${collection}/permissions`, {
      users: [WREN],
      teams: [TEAM],
      role: 'admin',
    });
    expect(roles(await list(`${collection}/permissions/users`))).toContainEqual([WREN, 'admin']);
    expect(roles(await list(`${collection}/permissions/teams`))).toEqual([[TEAM, 'admin']]);
    const onSpace = await list(`/spaces/${DEV_GUIDE}/permissions/aggregate?role=admin`);
    expect(roles(onSpace)).toEqual([
      [INES, 'admin'],
      [MARA, 'admin'],
      [TOMAS, 'admin'],
      [WREN, 'admin'],
    ]);
    const { text } = await send('GET', `${TEAMS}/${TEAM}`);
    expect(JSON.parse(text)).toMatchObject({ spaces: 1 });
    const other = { organization: 'orgNorthwindLabs0001' };
    const spare = (await send('POST', `/orgs/${ORGANIZATION}/collections`)).json.id;
    await send('POST', `/collections/${spare}/permissions`, { teams: [TEAM], role: 'admin' });
    await send('POST', `/collections/${spare}/transfer`, other);
    expect(await list(`/collections/${spare}/permissions/teams`)).toEqual([]);
  });
});

describe('the roles on a site', () => {
  it('default to those in the organization', async () => {
    const site = await demoSite(send);
    const permissions = `${site}/permissions`;
    const change = (by: Send, title: string) => by('PATCH', site, { title });
    expect((await change(platform.editor, 'Mine')).status).toBe(403);
    await send('POST', permissions, { users: [TOMAS], role: 'create' });
    expect((await change(platform.editor, 'Mine')).json.title).toBe('Mine');
    expect((await platform.guest('GET', site)).status).toBe(403);
    expect((await platform.guest('GET', `/orgs/${ORGANIZATION}/sites`)).status).toBe(403);
    await send('POST', permissions, { users: [WREN], role: 'read' });
    expect((await platform.guest('GET', site)).status).toBe(200);
    expect((await platform.guest('GET', `/orgs/${ORGANIZATION}/sites`)).json.count).toBe(1);
    await send('POST', permissions, { users: [JORIS], role: null });
    expect((await platform.reader('GET', site)).status).toBe(403);
    const page = site.replace('/orgs/', '/app/o/');
    const [reader, editor] = [new WebReader(platform.url), new WebReader(platform.url)];
    expect((await reader.signIn('demo-reader-token', page)).status).toBe(403);
    expect((await editor.signIn('demo-editor-token', page)).status).toBe(200);
    expect(roles(await list(`${permissions}/users`))).toEqual([
      [JORIS, null],
      [TOMAS, 'create'],
      [WREN, 'read'],
    ]);
    const at = `${permissions}/users/${JORIS}`;
    expect((await send('PATCH', at, { role: null })).status).toBe(400);
    expect((await send('DELETE', at)).status).toBe(205);
    expect((await platform.reader('GET', site)).status).toBe(200);
  });

  it('state their origin', async () => {
    const site = await demoSite(send);
    await send('POST', `${site}/permissions`, { teams: [TEAM], role: 'edit' });
    await send('POST', `${site}/permissions`, { users: [INES], role: 'create' });
    const id = site.slice(site.lastIndexOf('/') + 1);
    const organization = { type: 'organization', organization: ORGANIZATION };
    const all = await list(`${site}/permissions/aggregate?sort=name&order=asc`);
    expect(all.map(({ user, permission, origin }) => [user?.id, permission, origin])).toEqual([
      [INES, 'create', { type: 'site', site: id, reason: 'member' }],
      [JORIS, 'read', organization],
      [MARA, 'admin', organization],
      [TOMAS, 'edit', { type: 'site', site: id, reason: 'team', team: TEAM }],
    ]);
  });

  it('are found by name, role and team, in the requested order', async () => {
    const aggregate = `${await demoSite(send)}/permissions/aggregate`;
    const ids = async (query: string) =>
      roles(await list(`${aggregate}?${query}`)).map(([id]) => id);
    expect(await ids('search=VARGA')).toEqual([INES]);
    expect(await ids('search=joris.achterberg@')).toEqual([JORIS]);
    expect(await ids('role=edit')).toEqual([TOMAS]);
    expect(await ids('role=guest')).toEqual([WREN]);
    expect(await ids(`team=${TEAM}&sort=name`)).toEqual([TOMAS, MARA, INES]);
    expect(await ids('sort=name&order=asc')).toEqual([INES, JORIS, MARA, TOMAS]);
    const first = (await send('GET', `${aggregate}?sort=name&limit=3`)).json;
    expect(await ids(`sort=name&limit=3&page=${first.next?.page}`)).toEqual([INES]);
  });
});
