import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AnswerFields,
  type ApiAnswer,
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  pageIds,
  ROADMAP,
  type Send,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';

const SPACES = `/orgs/${ORGANIZATION}/spaces`;
const PRODUCT = 'collProductDocs00001';
const INTERNAL = 'collInternal00000001';
const DAY_MS = 24 * 60 * 60 * 1000;

interface Space extends AnswerFields {
  emoji: string;
  parent?: string;
  language?: string;
  editMode?: string;
  defaultLevel: string | null;
  mergeRules: object;
  urls: { location: string; app: string; published?: string; icon?: string };
}

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
});

afterAll(() => platform.close());

afterEach(() => {
  vi.useRealTimers();
});

const spaceOf = ({ json }: ApiAnswer) => json as unknown as Space;

async function create(body?: object): Promise<Space> {
  const answer = await platform.admin('POST', SPACES, body);
  expect(answer.status, answer.text).toBe(201);
  return spaceOf(answer);
}

async function get(id: string, send: Send = platform.admin): Promise<Space> {
  const answer = await send('GET', `/spaces/${id}`);
  expect(answer.status, answer.text).toBe(200);
  return spaceOf(answer);
}

const idsIn = async (path: string, send: Send = platform.admin) =>
  (await send('GET', path)).json.items.map(({ id }) => id);

const statusOf = async (answer: Promise<ApiAnswer>) => (await answer).status;

describe('the spaces of an organization', () => {
  it('are listed page by page, only readable ones', async () => {
    expect(await idsIn(SPACES)).toEqual([DEV_GUIDE, HANDBOOK, ROADMAP]);
    expect(await idsIn(SPACES, platform.reader)).toEqual([DEV_GUIDE, HANDBOOK]);
    expect(await idsIn(SPACES, platform.guest)).toEqual([]);
    const first = await platform.admin('GET', `${SPACES}?limit=2`);
    expect([first.json.items.length, first.json.count]).toEqual([2, 3]);
    expect(await idsIn(`${SPACES}?limit=2&page=${first.json.next?.page}`)).toEqual([ROADMAP]);
    expect(await statusOf(platform.admin('GET', `${SPACES}?limit=1001`))).toBe(400);
    expect(await statusOf(platform.admin('GET', '/orgs/nowhere/spaces'))).toBe(404);
  });

  it('are read one by one, with the site that shows them', async () => {
    expect(await get(DEV_GUIDE)).toMatchObject({
      object: 'space',
      title: 'Developer Guide',
      parent: PRODUCT,
      mergeRules: { type: 'inherit' },
    });
    expect((await get(DEV_GUIDE)).urls.published).toBeUndefined();
    const site = (await platform.admin('GET', `/orgs/${ORGANIZATION}/sites`)).json.items[0]?.id;
    const links = await platform.admin('GET', `/orgs/${ORGANIZATION}/sites/${site}/share-links`);
    const { urls } = links.json.items[0] as AnswerFields & { urls: { published: string } };
    const key = urls.published.split('/').at(-1);
    const shared = spaceOf(await platform.admin('GET', `/spaces/${DEV_GUIDE}?shareKey=${key}`));
    expect(shared.urls.published).toContain(`/${key}/`);
    expect(await statusOf(platform.reader('GET', `/spaces/${ROADMAP}`))).toBe(404);
  });
});

describe('a new space', () => {
  it('has one page, or none with empty, and the given fields', async () => {
    const plain = await create();
    expect(plain).toMatchObject({ title: 'Untitled', editMode: 'locked', defaultLevel: 'inherit' });
    expect(
      (await platform.admin('GET', `/spaces/${plain.id}/content/pages`)).json.pages,
    ).toHaveLength(1);
    const answer = await platform.admin('POST', SPACES, {
      title: 'Handouts',
      emoji: '1f4da',
      parent: INTERNAL,
      language: 'pt-br',
      editMode: 'live',
      empty: true,
    });
    const space = spaceOf(answer);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(space.urls.location);
    expect(space).toMatchObject({
      title: 'Handouts',
      emoji: '1f4da',
      parent: INTERNAL,
      language: 'pt-br',
      editMode: 'live',
    });
    expect((await platform.admin('GET', `/spaces/${space.id}/content/pages`)).json.pages).toEqual(
      [],
    );
    expect(await get(space.id)).toEqual(space);
    expect((await idsIn(`/collections/${INTERNAL}/spaces`)).includes(space.id)).toBe(true);
  });

  it.each([
    [{ title: 'x'.repeat(51) }, 400],
    [{ emoji: 'x'.repeat(51) }, 400],
    [{ language: 'xx' }, 400],
    [{ editMode: 'open' }, 400],
    [{ parent: 'nowhere' }, 400],
    [{ empty: true, template: { id: 'any' } }, 400],
    [{ template: { id: 'any' } }, 404],
    [{ computedSource: { type: 'builtin:openapi' } }, 422],
  ])('is refused for %j with %i', async (body, status) => {
    expect(await statusOf(platform.admin('POST', SPACES, body))).toBe(status);
  });

  it('needs the role create at its location', async () => {
    expect(await statusOf(platform.editor('POST', SPACES))).toBe(403);
    expect(await statusOf(platform.editor('POST', SPACES, { parent: PRODUCT }))).toBe(403);
  });
});

describe('the settings of a space', () => {
  it('change one by one', async () => {
    const { id } = await create({ title: 'Settings' });
    const patch = async (body: object) =>
      spaceOf(await platform.admin('PATCH', `/spaces/${id}`, body));
    expect(await patch({ title: 'Set', language: 'de' })).toMatchObject({
      title: 'Set',
      language: 'de',
      editMode: 'locked',
    });
    expect(await patch({ editMode: 'live', defaultLevel: null })).toMatchObject({
      title: 'Set',
      editMode: 'live',
      defaultLevel: null,
    });
    expect(await patch({ defaultLevel: 'comment' })).toMatchObject({ defaultLevel: 'comment' });
    expect((await patch({})).title).toBe('Set');
  });

  it('show an emoji or a picture', async () => {
    const { id, emoji } = await create();
    const patch = async (body: object) => {
      const space = spaceOf(await platform.admin('PATCH', `/spaces/${id}`, body));
      return [space.emoji, space.urls.icon];
    };
    const icon = 'https://example.com/icon.png';
    expect(await patch({ emoji: '1f4da' })).toEqual(['1f4da', undefined]);
    expect(await patch({ icon })).toEqual([emoji, icon]);
    expect(await patch({ title: 'Same' })).toEqual([emoji, icon]);
    expect(await patch({ emoji: '1f680' })).toEqual(['1f680', undefined]);
    expect(await patch({ emoji: null, icon: null })).toEqual([emoji, undefined]);
    const both = await platform.admin('PATCH', `/spaces/${id}`, { emoji: '1f680', icon });
    expect(both.status).toBe(400);
    expect(both.json.error.message).toContain('emoji or icon');
  });

  it.each([
    ['editor', { title: 'Mine' }, 403],
    ['guest', { title: 'Mine' }, 404],
    ['admin', { title: 'x'.repeat(51) }, 400],
    ['admin', { icon: 'javascript:alert(1)' }, 400],
    ['admin', { mergeRules: { type: 'sometimes' } }, 400],
    ['admin', { mergeRules: { type: 'rules', rules: [{ rule: 'require_luck' }] } }, 400],
    [
      'admin',
      { mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: ['nobody'] }] } },
      400,
    ],
  ] as const)('are refused for the %s with %j: %i', async (who, body, status) => {
    expect(await statusOf(platform[who]('PATCH', `/spaces/${DEV_GUIDE}`, body))).toBe(status);
  });
});

describe('moving a space', () => {
  it('puts it into a collection, at a position, and back to the top', async () => {
    const { id } = await create();
    const other = await create();
    const move = async (body: object) =>
      spaceOf(await platform.admin('POST', `/spaces/${id}/move`, body));
    expect((await move({ parent: PRODUCT })).parent).toBe(PRODUCT);
    const before = { before: { type: 'space', space: DEV_GUIDE } };
    expect((await move({ position: before })).parent).toBe(PRODUCT);
    const listed = await idsIn(`/collections/${PRODUCT}/spaces`);
    expect(listed.indexOf(id)).toBeLessThan(listed.indexOf(DEV_GUIDE));
    const again = await platform.admin('POST', `/spaces/${id}/move`, { position: before });
    expect(again.status).toBe(409);
    expect((await move({ parent: null })).parent).toBeUndefined();
    const after = { after: { type: 'collection', collection: PRODUCT } };
    await move({ parent: null, position: after });
    const all = await idsIn(SPACES);
    expect(all.indexOf(id)).toBeLessThan(all.indexOf(other.id));
  });

  it.each([
    ['admin', {}, 400],
    ['admin', { parent: 'nowhere' }, 400],
    ['admin', { position: { before: { type: 'space', space: 'nowhere' } } }, 400],
    ['editor', { parent: null }, 403],
    ['guest', { parent: null }, 404],
  ] as const)('is refused for the %s with %j: %i', async (who, body, status) => {
    expect(await statusOf(platform[who]('POST', `/spaces/${DEV_GUIDE}/move`, body))).toBe(status);
  });
});

it('does not give a higher role on it', async () => {
  const [here, there] = await Promise.all(
    ['create', 'admin'].map(async (role) => {
      const { id } = (await platform.admin('POST', `/orgs/${ORGANIZATION}/collections`)).json;
      const users = ['userTomas00000000001'];
      await platform.admin('POST', `/collections/${id}/permissions`, { users, role });
      return id;
    }),
  );
  const { id } = await create({ parent: here });
  const moved = await platform.editor('POST', `/spaces/${id}/move`, { parent: there });
  expect(moved.status).toBe(403);
  expect(moved.json.error.message).toContain('would give you the role admin');
  expect((await get(id)).parent).toBe(here);
});

describe('duplicating a space', () => {
  it('copies pages, files and access, with links that lead to the copies', async () => {
    const answer = await platform.admin('POST', `/spaces/${DEV_GUIDE}/duplicate`);
    expect(answer.status).toBe(201);
    const copy = spaceOf(answer);
    expect(answer.headers.get('location')).toBe(copy.urls.location);
    expect(copy).toMatchObject({ title: 'Copy of Developer Guide', parent: PRODUCT });
    const [own, theirs] = [
      await pageIds(platform.admin, `/spaces/${DEV_GUIDE}`),
      await pageIds(platform.admin, `/spaces/${copy.id}`),
    ];
    expect([...theirs.keys()]).toEqual([...own.keys()]);
    expect([...theirs.values()].filter((id) => [...own.values()].includes(id))).toEqual([]);
    const text = async (space: string, ids: Map<string, string>, refs: string) => {
      const page = `/spaces/${space}/content/page/${ids.get('guides/push')}`;
      return (await platform.admin('GET', `${page}?format=markdown${refs}`)).json.markdown;
    };
    expect(await text(copy.id, theirs, '')).toBe(await text(DEV_GUIDE, own, ''));
    const stable = await text(copy.id, theirs, '&format.markdown.refs=stable');
    const linked = [...stable.matchAll(/\/pages\/(\w+)/g)].map(([, id = '']) => id);
    expect(linked.length).toBeGreaterThan(0);
    expect(linked.filter((id) => ![...theirs.values()].includes(id))).toEqual([]);
    const names = async (space: string) =>
      (await platform.admin('GET', `/spaces/${space}/content/files`)).json.items.length;
    expect(await names(copy.id)).toBe(await names(DEV_GUIDE));
    const { json } = await platform.admin('GET', `/spaces/${copy.id}/search?query=retries`);
    expect(json.items.length).toBeGreaterThan(0);
  });

  it('opens nothing that was closed', async () => {
    const copy = spaceOf(await platform.admin('POST', `/spaces/${ROADMAP}/duplicate`));
    expect(await statusOf(platform.reader('GET', `/spaces/${copy.id}`))).toBe(404);
    expect(await statusOf(platform.editor('POST', `/spaces/${DEV_GUIDE}/duplicate`))).toBe(403);
    expect(await statusOf(platform.reader('POST', `/spaces/${ROADMAP}/duplicate`))).toBe(404);
  });
});

describe('deleting a space', () => {
  it('removes it until it is restored, within seven days', async () => {
    const { id } = await create();
    const path = `/spaces/${id}`;
    expect(await statusOf(platform.admin('DELETE', path))).toBe(205);
    expect(await statusOf(platform.admin('GET', path))).toBe(404);
    expect(await statusOf(platform.admin('DELETE', path))).toBe(204);
    expect(await statusOf(platform.editor('POST', `${path}/restore`))).toBe(403);
    vi.useFakeTimers({ now: Date.now() + 6.9 * DAY_MS, toFake: ['Date'] });
    const restored = await platform.admin('POST', `${path}/restore`);
    expect([restored.status, restored.json.id]).toEqual([200, id]);
    expect((await get(id)).id).toBe(id);
    expect(await statusOf(platform.admin('POST', `${path}/restore`))).toBe(200);
    await platform.admin('DELETE', path);
    vi.setSystemTime(Date.now() + 7 * DAY_MS);
    expect(await statusOf(platform.admin('POST', `${path}/restore`))).toBe(404);
  });

  it('together with its collection restores it for administrators only', async () => {
    const collection = await platform.admin('POST', `/orgs/${ORGANIZATION}/collections`);
    await platform.admin('PATCH', `/collections/${collection.json.id}`, { defaultLevel: null });
    const { id } = await create({ parent: collection.json.id });
    expect(await statusOf(platform.reader('GET', `/spaces/${id}`))).toBe(404);
    await platform.admin('DELETE', `/collections/${collection.json.id}`);
    expect(await statusOf(platform.admin('POST', `/spaces/${id}/restore`))).toBe(200);
    expect((await get(id)).parent).toBeUndefined();
    expect(await statusOf(platform.reader('GET', `/spaces/${id}`))).toBe(404);
  });

  it('requires an administrator, and no site that shows it', async () => {
    expect(await statusOf(platform.editor('DELETE', `/spaces/${HANDBOOK}`))).toBe(403);
    expect(await statusOf(platform.reader('DELETE', `/spaces/${ROADMAP}`))).toBe(204);
    expect((await get(ROADMAP)).id).toBe(ROADMAP);
    expect(await statusOf(platform.admin('DELETE', '/spaces/nowhere'))).toBe(204);
    const refused = await platform.admin('DELETE', `/spaces/${DEV_GUIDE}`);
    expect(refused.status).toBe(409);
    expect(refused.json.error.message).toContain('is on a site');
  });
});
