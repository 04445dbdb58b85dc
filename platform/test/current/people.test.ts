import { describe, expect, it } from 'vitest';
import { useFreshPlatforms } from '../organization/copies.ts';
import {
  DEV_GUIDE,
  HANDBOOK,
  INES,
  JORIS,
  MARA,
  ORGANIZATION,
  type Send,
  type TestPlatform,
  TOMAS,
  WREN,
} from '../support.ts';

const AT = `/orgs/${ORGANIZATION}`;
const TEAMS = `${AT}/teams`;
const TEAM = `${TEAMS}/teamDocumentation001`;
const LABS = '/orgs/orgNorthwindLabs0001';

let platform: TestPlatform;

useFreshPlatforms(
  (fresh) => {
    platform = fresh;
  },
  { profile: 'current' },
);

const send: Send = (...call) => platform.admin(...call);

const parsed = <T>({ text }: { text: string }): T => JSON.parse(text) as T;

describe('teams', () => {
  const titles = async (query = '') =>
    (await send('GET', `${TEAMS}${query}`)).json.items.map(({ title }) => title);

  it('are created with members, renamed and deleted once', async () => {
    const members = [INES, 'joris.achterberg@example.com'];
    const made = await send('PUT', TEAMS, { title: 'Support', members });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${TEAMS}/${made.json.id}`);
    expect(made.json).toEqual({
      object: 'team',
      id: expect.stringMatching(/^\w{20}$/),
      title: 'Support',
      members: 2,
      spaces: 0,
      createdAt: expect.stringMatching(/Z$/),
      permissions: { admin: true, view: true },
    });
    const at = `${TEAMS}/${made.json.id}`;
    expect((await send('GET', at)).json).toEqual(made.json);
    const renamed = await send('PATCH', at, { title: 'Help' });
    expect(renamed.json).toEqual({ ...made.json, title: 'Help' });
    expect((await send('DELETE', at)).status).toBe(205);
    expect((await send('DELETE', at)).status).toBe(204);
    expect((await send('GET', at)).status).toBe(404);
    expect(await titles()).toEqual(['Documentation']);
  });

  it('are found by title, and by their managers', async () => {
    const { id } = (await send('PUT', TEAMS, { title: 'Ünderstudy docs' })).json;
    const owners = { memberships: { [TOMAS]: { role: 'owner' } } };
    await send('PUT', `${TEAMS}/${id}/members`, owners);
    expect(await titles()).toEqual(['Documentation', 'Ünderstudy docs']);
    expect(await titles('?title=%C3%BCnderSTUDY')).toEqual(['Ünderstudy docs']);
    expect(await titles(`?owner=${TOMAS}`)).toEqual(['Ünderstudy docs']);
    expect(await titles(`?owner=${MARA}`)).toEqual(['Documentation', 'Ünderstudy docs']);
    expect(await titles(`?owner=${INES}`)).toEqual([]);
    const first = (await send('GET', `${TEAMS}?limit=1`)).json;
    expect(first.count).toBe(2);
    expect(await titles(`?limit=1&page=${first.next?.page}`)).toEqual(['Ünderstudy docs']);
  });

  it('are managed by administrators and their owners', async () => {
    expect((await platform.reader('GET', TEAMS)).status).toBe(200);
    expect((await platform.reader('GET', TEAM)).json).toMatchObject({
      permissions: { admin: false, view: true },
    });
    expect((await platform.guest('GET', TEAMS)).status).toBe(403);
    expect((await platform.editor('PUT', TEAMS, { title: 'Mine' })).status).toBe(403);
    expect((await platform.editor('PATCH', TEAM, { title: 'Mine' })).status).toBe(403);
    expect((await platform.editor('DELETE', TEAM)).status).toBe(403);
    expect((await platform.editor('DELETE', `${TEAMS}/nowhere`)).status).toBe(404);
    await send('PUT', `${TEAM}/members/${TOMAS}`, { role: 'owner' });
    expect((await platform.editor('PATCH', TEAM, { title: 'Mine' })).status).toBe(200);
    expect((await platform.editor('DELETE', TEAM)).status).toBe(205);
  });

  it('are dropped as default teams of a login when deleted', async () => {
    await send('DELETE', TEAM);
    const provider = await send('GET', `${AT}/saml/samlCompanyLogin0001`);
    expect(provider.status).toBe(200);
    expect(provider.json).not.toHaveProperty('defaultTeam');
  });

  it.each([{}, { title: '' }, { title: 'a'.repeat(65) }, { title: 'A', members: ['nobody'] }])(
    'are refused for %j',
    async (body) => {
      expect((await send('PUT', TEAMS, body)).status).toBe(400);
      expect(await titles()).toEqual(['Documentation']);
    },
  );
});

describe('members', () => {
  const member = (id: string) => `${AT}/members/${id}`;

  it('get another role', async () => {
    const changed = await send('PATCH', member(JORIS), { role: 'create' });
    expect(changed.json).toMatchObject({ object: 'member', id: JORIS, role: 'create' });
    expect((await platform.reader('POST', `${AT}/sites`, {})).status).toBe(201);
    expect((await send('PATCH', member(JORIS), { role: null })).json).toMatchObject({ role: null });
    expect((await send('PATCH', member(JORIS), {})).json).toMatchObject({ role: null });
    expect((await send('PATCH', member('nobody'), { role: 'read' })).status).toBe(404);
    expect((await send('PATCH', member(JORIS), { role: 'owner' })).status).toBe(400);
  });

  it('leave together with their roles and teams', async () => {
    await send('POST', `/spaces/${DEV_GUIDE}/permissions`, { users: [INES], role: 'admin' });
    expect((await send('DELETE', member(INES))).status).toBe(205);
    expect((await send('DELETE', member(INES))).status).toBe(204);
    expect((await platform.reviewer('GET', AT)).status).toBe(404);
    expect((await send('GET', TEAM)).json).toMatchObject({ members: 2 });
    const users = await send('GET', `/spaces/${DEV_GUIDE}/permissions/users`);
    expect(users.text).not.toContain(INES);
  });

  it('always include an administrator', async () => {
    const refusal = {
      code: 409,
      message: 'This is the last administrator of the organization; make another one first',
    };
    expect((await send('PATCH', member(MARA), { role: 'edit' })).json.error).toEqual(refusal);
    expect((await send('DELETE', member(MARA))).json.error).toEqual(refusal);
    await send('PATCH', member(TOMAS), { role: 'admin' });
    expect((await send('PATCH', member(MARA), { role: 'edit' })).status).toBe(200);
    expect((await platform.editor('DELETE', member(MARA))).status).toBe(205);
  });

  it('are changed by administrators, and may leave', async () => {
    expect((await platform.editor('PATCH', member(TOMAS), { role: 'admin' })).status).toBe(403);
    expect((await platform.editor('DELETE', member(JORIS))).status).toBe(403);
    expect((await platform.reader('DELETE', member(JORIS))).status).toBe(205);
    expect((await platform.reader('GET', AT)).status).toBe(404);
  });
});

describe('invites by e-mail', () => {
  interface Invited {
    users: string[];
    invited: number;
    failedSSOEmails?: string[];
  }

  const invite = async (body: object, organization = AT) =>
    parsed<Invited>(await send('POST', `${organization}/invites`, body));

  const roleOf = async (id: string) =>
    parsed<{ role: string | null }>(await send('PATCH', `${AT}/members/${id}`, {})).role;

  it('create members, each with a role', async () => {
    const { users, invited } = await invite({
      emails: [
        'new.one@example.com',
        { email: 'NEW.TWO@example.com', role: 'edit' },
        'new.two@example.com',
        'mara.lindqvist@example.com',
      ],
      role: 'comment',
    });
    expect(invited).toBe(2);
    expect(users).toHaveLength(2);
    expect(await Promise.all(users.map(roleOf))).toEqual(['comment', 'edit']);
    expect(await roleOf(MARA)).toBe('admin');
    expect((await send('GET', `${TEAMS}?owner=${users[0]}`)).json.count).toBe(0);
    expect(await invite({ emails: ['new.one@example.com'] })).toEqual({ users: [], invited: 0 });
  });

  it('use the default role of the organization', async () => {
    await send('PATCH', AT, { defaultRole: 'review' });
    const { users } = await invite({ emails: ['new@example.com'] });
    expect(await roleOf(users[0] ?? '')).toBe('review');
  });

  it('report who cannot sign in with single sign-on', async () => {
    const emails = ['ines.varga@example.com', 'new@example.com'];
    const answer = await invite({ emails, sso: true }, LABS);
    expect(answer).toEqual({
      users: [INES, expect.any(String)],
      invited: 2,
      failedSSOEmails: ['ines.varga@example.com'],
    });
    expect((await platform.reviewer('GET', LABS)).status).toBe(200);
  });

  it.each([{}, { emails: ['words'] }, { emails: [{ email: 'a@example.com' }] }])(
    'answer 400 to %j',
    async (body) => {
      expect((await send('POST', `${AT}/invites`, body)).status).toBe(400);
    },
  );

  it('are for administrators', async () => {
    const body = { emails: ['new@example.com'] };
    expect((await platform.editor('POST', `${AT}/invites`, body)).status).toBe(403);
  });
});

describe('invite links', () => {
  const LINKS = `${AT}/link-invites`;

  const make = async (body: object) => {
    const made = await send('POST', LINKS, body);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${LINKS}/${made.json.id}`);
    return made.json;
  };

  const follow = (by: Send, { id }: { id: string }) => by('POST', `${AT}/invites/${id}`);

  it('are to the organization, a space or a collection', async () => {
    expect(await make({ role: 'edit' })).toMatchObject({ object: 'invite', role: 'edit' });
    expect(await make({ level: 'read', space: DEV_GUIDE })).toMatchObject({
      level: 'read',
      space: { id: DEV_GUIDE },
    });
    const collection = 'collInternal00000001';
    expect(await make({ level: null, collection })).toMatchObject({
      level: null,
      collection: { id: collection },
    });
    const { json } = await send('GET', LINKS);
    expect(json.items.map((item) => (item as unknown as { role: string }).role)).toEqual([
      'read',
      'edit',
    ]);
    expect(json.count).toBe(2);
  });

  it('turn people who follow them into members, without lowering a role', async () => {
    const link = await make({ role: 'edit' });
    expect((await follow(platform.guest, link)).json).toEqual({});
    const guide = `/spaces/${DEV_GUIDE}`;
    expect((await platform.guest('POST', `${guide}/change-requests`, {})).status).toBe(201);
    await follow(platform.admin, link);
    expect((await send('GET', LINKS)).status).toBe(200);
  });

  it('give strangers access to content only', async () => {
    await send('DELETE', `${AT}/members/${WREN}`);
    expect((await platform.guest('GET', AT)).status).toBe(404);
    await follow(platform.guest, await make({ level: 'comment', space: HANDBOOK }));
    const pages = (space: string) => platform.guest('GET', `/spaces/${space}/content/pages`);
    expect((await pages(HANDBOOK)).status).toBe(200);
    expect((await pages(DEV_GUIDE)).status).toBe(404);
    await follow(platform.admin, await make({ level: 'read', space: HANDBOOK }));
    const users = await send('GET', `/spaces/${HANDBOOK}/permissions/users`);
    expect(users.text).not.toContain(MARA);
  });

  it('stop working after they are deleted or disabled', async () => {
    const link = await make({ role: 'read' });
    await send('DELETE', `${LINKS}/${link.id}`);
    expect((await follow(platform.guest, link)).status).toBe(404);
    expect((await follow(platform.guest, { id: 'nowhere' })).status).toBe(404);
    const other = await make({ role: 'read' });
    expect((await platform.guest('POST', `${LABS}/invites/${other.id}`)).status).toBe(404);
    await send('PATCH', AT, { inviteLinks: false });
    expect((await follow(platform.guest, other)).status).toBe(409);
    expect((await send('POST', LINKS, { role: 'read' })).status).toBe(409);
  });

  it.each([
    {},
    { role: 'owner' },
    { level: 'read' },
    { role: 'read', space: DEV_GUIDE },
    { level: 'read', space: DEV_GUIDE, collection: 'collInternal00000001' },
  ])('are refused for %j', async (body) => {
    expect((await send('POST', LINKS, body)).status).toBe(400);
  });

  it('are created by administrators of their target', async () => {
    expect((await platform.editor('GET', LINKS)).status).toBe(403);
    expect((await platform.editor('POST', LINKS, { role: 'read' })).status).toBe(403);
    const to = { level: 'read', space: DEV_GUIDE };
    expect((await platform.editor('POST', LINKS, to)).status).toBe(403);
    await send('POST', `/spaces/${DEV_GUIDE}/permissions`, { users: [TOMAS], role: 'admin' });
    expect((await platform.editor('POST', LINKS, to)).status).toBe(201);
    const elsewhere = await send('POST', `${LABS}/link-invites`, to);
    expect(elsewhere.status).toBe(404);
  });
});
