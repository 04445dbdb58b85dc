import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnswerFields,
  DEV_GUIDE,
  HANDBOOK,
  INES,
  JORIS,
  MARA,
  ORGANIZATION,
  pageIds,
  propose,
  ROADMAP,
  type Send,
  startTestPlatform,
  type TestPlatform,
  TOMAS,
  WREN,
} from '../support.ts';

const MEMBERS = `/orgs/${ORGANIZATION}/members`;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

const ids = async (path: string, send: Send = platform.admin) => {
  const answer = await send('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.items.map(({ id }) => id);
};

const status = async (send: Send, path: string) => (await send('GET', path)).status;

describe('users', () => {
  it('include the owner of the token, and others by id', async () => {
    const me = await platform.editor('GET', '/user');
    expect(me.json).toEqual({
      object: 'user',
      id: TOMAS,
      displayName: 'Tomás Okafor',
      email: 'tomas.okafor@example.com',
      urls: { location: `${platform.url}/v1/users/${TOMAS}` },
    });
    expect((await platform.reader('GET', `/users/${TOMAS}`)).json).toEqual(me.json);
    expect(await status(platform.admin, '/users/nobody')).toBe(404);
  });

  it('show strangers only their name', async () => {
    const own = await startTestPlatform({ profile: 'current' });
    const email = 'wren.halloran@example.com';
    const wren = async () => (await own.reader('GET', `/users/${WREN}`)).json;
    expect(await wren()).toMatchObject({ displayName: 'Wren Halloran', email });
    await own.admin('DELETE', `${MEMBERS}/${WREN}`);
    expect(await wren()).not.toHaveProperty('email');
    expect((await own.guest('GET', '/user')).json).toMatchObject({ email });
    await own.close();
  });
});

describe('the members of an organization', () => {
  it('are found by name, e-mail address and role', async () => {
    const all = await ids(MEMBERS);
    expect(all.sort()).toEqual([INES, JORIS, MARA, TOMAS, WREN].sort());
    expect(await ids(`${MEMBERS}?search=TOMÁS`)).toEqual([TOMAS]);
    expect(await ids(`${MEMBERS}?search=varga@`)).toEqual([INES]);
    expect(await ids(`${MEMBERS}?search=nobody`)).toEqual([]);
    expect(await ids(`${MEMBERS}?role=review`)).toEqual([INES]);
    expect(await ids(`${MEMBERS}?role=guest`)).toEqual([WREN]);
    expect(await status(platform.admin, `${MEMBERS}?role=owner`)).toBe(400);
  });

  it('are ordered, and listed page by page', async () => {
    const byName = [INES, JORIS, MARA, TOMAS, WREN];
    expect(await ids(`${MEMBERS}?sort=name`)).toEqual(byName);
    expect(await ids(`${MEMBERS}?sort=name&order=desc`)).toEqual([...byName].reverse());
    const first = await platform.admin('GET', `${MEMBERS}?sort=name&order=desc&limit=2`);
    expect([first.json.count, first.json.items.length]).toEqual([5, 2]);
    const next = `${MEMBERS}?sort=name&order=desc&limit=2&page=${first.json.next?.page}`;
    expect(await ids(next)).toEqual([MARA, JORIS]);
  });

  it('are returned with role, teams, spaces and sites', async () => {
    const { json } = await platform.reader('GET', `${MEMBERS}/${INES}`);
    expect(json).toMatchObject({
      object: 'member',
      id: INES,
      role: 'review',
      disabled: false,
      sso: false,
      spaces: 2,
      teams: 1,
      sites: 1,
    });
    expect(await status(platform.admin, `${MEMBERS}/nobody`)).toBe(404);
    expect(await status(platform.guest, MEMBERS)).toBe(403);
    expect(await status(platform.admin, '/orgs/nowhere/members')).toBe(404);
  });

  it('have teams with a role in each', async () => {
    type Item = { team: { title: string }; member: { role: string } };
    const teams = async (query: string) => {
      const { json } = await platform.reader('GET', `${MEMBERS}/${MARA}/teams${query}`);
      return (json.items as unknown as Item[]).map(({ team, member }) => [team.title, member.role]);
    };
    expect(await teams('')).toEqual([['Documentation', 'owner']]);
    expect(await teams('?title=DOCU')).toEqual([['Documentation', 'owner']]);
    expect(await teams('?title=other')).toEqual([]);
  });

  it('have spaces, which are hidden from callers who may not see them', async () => {
    type Item = { permission: string; space: { id: string } };
    const spaces = async (send: Send, user: string, query = '') => {
      const { json } = await send('GET', `${MEMBERS}/${user}/spaces${query}`);
      return (json.items as unknown as Item[]).map(({ permission, space }) => [
        space.id,
        permission,
      ]);
    };
    expect(await spaces(platform.admin, INES)).toEqual([
      [DEV_GUIDE, 'review'],
      [HANDBOOK, 'review'],
    ]);
    expect((await spaces(platform.admin, INES, '?order=desc'))[0]?.[0]).toBe(HANDBOOK);
    expect((await spaces(platform.admin, MARA)).map(([id]) => id)).toContain(ROADMAP);
    expect((await spaces(platform.reader, MARA)).map(([id]) => id)).not.toContain(ROADMAP);
  });
});

describe('an address of the app', () => {
  interface Found {
    collection?: AnswerFields;
    space?: AnswerFields;
    changeRequest?: AnswerFields;
    page?: AnswerFields;
  }

  const find = async (address: string, send: Send = platform.admin) => {
    const answer = await send('GET', `/urls/content?url=${encodeURIComponent(address)}`);
    if (answer.status !== 200) return answer.status;
    const { collection, space, changeRequest, page } = answer.plain as unknown as Found;
    return [collection?.id, space?.id, changeRequest?.number, page?.path];
  };

  it('is resolved', async () => {
    const app = `${platform.url}/app`;
    const space = `${app}/s/${DEV_GUIDE}`;
    const pages = await pageIds(platform.admin, `/spaces/${DEV_GUIDE}`);
    const page = pages.get('guides/push') ?? '';
    expect(await find(`${app}/c/collProductDocs00001`)).toEqual([
      'collProductDocs00001',
      undefined,
      undefined,
      undefined,
    ]);
    const here = [undefined, DEV_GUIDE, undefined, undefined];
    expect(await find(space)).toEqual(here);
    expect(await find(`${space}/comments/any`)).toEqual(here);
    const push = [undefined, DEV_GUIDE, undefined, 'guides/push'];
    expect(await find(`${space}/guides/push`)).toEqual(push);
    expect(await find(`${space}/guides/push/?q=1#top`)).toEqual(push);
    expect(await find(`${space}/pages/${page}`)).toEqual(push);
    expect(await find(`${platform.url}/v1/spaces/${DEV_GUIDE}/content/page/${page}`)).toEqual(push);
    for (const name of ['localhost', '127.1', '[::1]']) {
      expect(await find(`${space.replace('127.0.0.1', name)}/guides/push`)).toEqual(push);
    }
    for (const name of ['127.evil.example', 'localhost.evil.example']) {
      expect(await find(`${space.replace('127.0.0.1', name)}/guides/push`)).toBe(404);
    }
  });

  it('is resolved for the contents of a change request', async () => {
    const { path } = await propose(platform.editor, `/spaces/${DEV_GUIDE}`, [
      { operation: 'insert_page', title: 'Proposed', document: { markdown: '' } },
    ]);
    const { number, urls } = (await platform.admin('GET', path)).json as AnswerFields & {
      urls: { app: string };
    };
    expect(await find(urls.app)).toEqual([undefined, DEV_GUIDE, number, undefined]);
    const page = [undefined, DEV_GUIDE, number, 'proposed'];
    expect(await find(`${urls.app}/proposed`)).toEqual(page);
    const id = path.split('/').at(-1);
    const { json } = await platform.admin('GET', `${path}/content/path/proposed`);
    const shown = (json as AnswerFields & { urls: { app: string } }).urls.app;
    expect(shown).toContain(id ?? '');
    expect(await find(shown)).toEqual(page);
    expect(await find(`${platform.url}/app/s/${DEV_GUIDE}/proposed`)).toBe(404);
  });

  it.each([
    [`https://elsewhere.example/app/s/${DEV_GUIDE}`, 404],
    ['not an address', 400],
    ['', 400],
  ])('%s is answered with %i', async (address, expected) => {
    expect(await find(address)).toBe(expected);
  });

  it('is not resolved if it is missing or hidden from the caller', async () => {
    const app = `${platform.url}/app`;
    expect(await find(`${app}/s/nowhere`)).toBe(404);
    expect(await find(`${app}/s/${DEV_GUIDE}/nowhere`)).toBe(404);
    expect(await find(`${app}/s/${DEV_GUIDE}/change-requests/999`)).toBe(404);
    expect(await find(app)).toBe(404);
    expect(await find(`${app}/s/%FF`)).toBe(404);
    expect(await find(`${app}/s/${ROADMAP}`, platform.reader)).toBe(404);
    expect(await find(`${app}/c/collLeadership000001`, platform.guest)).toBe(404);
  });
});
