import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, read } from '../sites/support.ts';
import { DEV_GUIDE, HANDBOOK, pageIds, startTestPlatform, type TestPlatform } from '../support.ts';

let platform: TestPlatform;
let page: string;

beforeAll(async () => {
  platform = await startTestPlatform({ profile: 'current' });
  page = (await pageIds(platform.admin, `/spaces/${DEV_GUIDE}`)).get('guides/retries') ?? '';
});

afterAll(() => platform.close());

const send: TestPlatform['admin'] = (...call) => platform.admin(...call);

const EXAMPLE = { kind: 'external', url: 'https://example.com/new' };

interface Redirect {
  id: string;
  source: string;
  draft: boolean;
  destination: object;
  updatedAt?: string;
}

interface Result {
  status: string;
  source: string;
  draft: boolean;
  id?: string;
  error?: string;
}

/** Creates a site of two spaces; returns it with the id of its first site-space. */
async function site(): Promise<{ path: string; siteSpaceId: string }> {
  const path = await newSite(send, { title: 'Docs', spaces: [DEV_GUIDE, HANDBOOK] });
  const [first] = (await read(send, `${path}/site-spaces`)).items;
  return { path, siteSpaceId: first?.id ?? '' };
}

async function bulk(path: string, ...redirects: object[]): Promise<Result[]> {
  const answer = await send('PUT', `${path}/redirects`, { redirects });
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { results: Result[] }).results;
}

async function list(path: string, query = ''): Promise<Redirect[]> {
  const { text } = await send('GET', `${path}/redirects${query}`);
  return (JSON.parse(text) as { items: Redirect[] }).items;
}

const sources = async (path: string, query?: string) =>
  (await list(path, query)).map(({ source }) => source);

describe('a redirect', () => {
  it('is created with the given fields', async () => {
    const { path } = await site();
    const made = await send('POST', `${path}/redirects`, {
      source: '/old',
      destination: EXAMPLE,
      permanent: true,
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(
      `${platform.url}/v1${path}/redirects/${made.json.id}`,
    );
    expect(made.json).toEqual({
      object: 'site-redirect',
      id: expect.stringMatching(/^\w{20}$/),
      source: '/old',
      draft: false,
      captureWildcard: false,
      permanent: true,
      destination: EXAMPLE,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('leads to a page, a space, a section and, by its path, to a page', async () => {
    const { path, siteSpaceId } = await site();
    const create = async (source: string, destination: object) =>
      (await send('POST', `${path}/redirects`, { source, destination }))
        .json as unknown as Redirect;
    const target = async (source: string) => {
      const { text } = await send('GET', `${path}/redirect?source=${source}`);
      return (JSON.parse(text) as { target: string }).target;
    };
    const at = `${platform.url}/docs/orgNorthwind00000001/${path.slice(path.lastIndexOf('/') + 1)}`;
    const toPage = { kind: 'site-page', siteSpaceId, pageId: page };
    expect((await create('/a', toPage)).destination).toEqual(toPage);
    expect(await target('/a')).toBe(`${at}/developer-guide/guides/retries`);
    expect((await create('/b', { kind: 'site-space', siteSpaceId })).destination).toEqual({
      kind: 'site-space',
      siteSpaceId,
    });
    expect(await target('/b')).toBe(`${at}/developer-guide`);
    const byPath = { kind: 'path', spaceId: DEV_GUIDE, path: 'guides/retries' };
    expect((await create('/c', byPath)).destination).toEqual(toPage);
    const other = await newSite(send, { title: 'Elsewhere' });
    const section = await send('POST', `${other}/sections`, { spaceId: DEV_GUIDE, title: 'Guide' });
    const toSection = { kind: 'site-section', siteSectionId: section.json.id };
    const inOther = await send('POST', `${other}/redirects`, {
      source: '/d',
      destination: toSection,
    });
    expect(inOther.json).toMatchObject({ destination: toSection });
    const refused = await send('POST', `${path}/redirects`, {
      source: '/d',
      destination: toSection,
    });
    expect(refused.json.error).toEqual({
      code: 400,
      message: `destination.siteSectionId: the site has no section ${section.json.id}`,
    });
  });

  it.each([
    [
      { kind: 'site-space', siteSpaceId: 'nowhere' },
      'siteSpaceId: the site has no site space nowhere',
    ],
    [{ kind: 'path', spaceId: 'nowhere', path: 'a' }, 'spaceId: the site has no space nowhere'],
    [
      { kind: 'path', spaceId: DEV_GUIDE, path: 'guides/nowhere' },
      'path: the site has no page guides/nowhere in this space',
    ],
  ])('answers 400 to the destination %j', async (destination, message) => {
    const { path } = await site();
    const answer = await send('POST', `${path}/redirects`, { source: '/a', destination });
    expect(answer.json.error).toEqual({ code: 400, message: `destination.${message}` });
  });

  it.each(['old', '/', '/*', '/a b', '/a/*/b', '/a//b', '/a?b', `/${'a'.repeat(512)}`, '/a/'])(
    'answers 400 to the source %s',
    async (source) => {
      const { path } = await site();
      const answer = await send('POST', `${path}/redirects`, { source, destination: EXAMPLE });
      expect(answer.status).toBe(400);
    },
  );

  it.each(['javascript:alert(1)', 'ftp://example.com', 'words'])(
    'never leads to %s',
    async (url) => {
      const { path } = await site();
      const body = { source: '/a', destination: { kind: 'external', url } };
      expect((await send('POST', `${path}/redirects`, body)).status).toBe(400);
    },
  );

  it('is unique by source, beside a draft of another', async () => {
    const { path } = await site();
    const create = (draft: boolean) =>
      send('POST', `${path}/redirects`, { source: '/a', destination: EXAMPLE, draft });
    expect((await create(false)).status).toBe(201);
    expect((await create(true)).status).toBe(201);
    expect((await create(false)).status).toBe(409);
    expect((await create(true)).status).toBe(409);
    expect(await list(path)).toMatchObject([{ source: '/a', draft: false }]);
    expect(await list(path, '?draft=true')).toMatchObject([{ source: '/a', draft: true }]);
  });

  it('changes only in the given fields, is promoted, and deleted once', async () => {
    const { path } = await site();
    const made = await send('POST', `${path}/redirects`, {
      source: '/a',
      destination: EXAMPLE,
      draft: true,
      permanent: true,
    });
    const at = `${path}/redirects/${made.json.id}`;
    const moved = await send('PATCH', at, { source: '/b' });
    expect(moved.json).toEqual({
      ...made.json,
      source: '/b',
      updatedAt: expect.stringMatching(/Z$/),
    });
    const live = await send('PATCH', at, { draft: false });
    expect(live.json).toMatchObject({ source: '/b', draft: false, permanent: true });
    const byPath = { kind: 'path', spaceId: DEV_GUIDE, path: 'guides/retries' };
    expect((await send('PATCH', at, { destination: byPath })).status).toBe(400);
    await send('POST', `${path}/redirects`, { source: '/c', destination: EXAMPLE });
    expect((await send('PATCH', at, { source: '/c' })).status).toBe(409);
    expect((await send('DELETE', at)).status).toBe(205);
    expect((await send('DELETE', at)).status).toBe(204);
    expect((await send('PATCH', at, {})).status).toBe(404);
  });

  it('is removed together with its space', async () => {
    const { path, siteSpaceId } = await site();
    const destination = { kind: 'site-page', siteSpaceId, pageId: page };
    await send('POST', `${path}/redirects`, { source: '/a', destination });
    await send('DELETE', `${path}/site-spaces/${siteSpaceId}`);
    expect(await list(path)).toEqual([]);
  });
});

describe('many redirects at once', () => {
  it('succeed or fail individually: a failing item blocks no others', async () => {
    const { path, siteSpaceId } = await site();
    await bulk(path, { source: '/kept', destination: EXAMPLE });
    const results = await bulk(
      path,
      { source: '/new', destination: { kind: 'site-space', siteSpaceId } },
      { source: '/lost', destination: { kind: 'site-space', siteSpaceId: 'nowhere' } },
      { source: '/kept', destination: null },
      { source: '/nothing', destination: null },
      { source: '/draft', destination: EXAMPLE, intent: 'draft' },
      { source: '/undrafted', intent: 'publish' },
      { source: '/new', destination: EXAMPLE, permanent: true },
    );
    expect(results).toEqual([
      { status: 'created', source: '/new', draft: false, id: expect.any(String) },
      {
        status: 'error',
        source: '/lost',
        draft: false,
        error: 'destination.siteSpaceId: the site has no site space nowhere',
      },
      { status: 'deleted', source: '/kept', draft: false },
      {
        status: 'error',
        source: '/nothing',
        draft: false,
        error: 'A live redirect from /nothing not found',
      },
      { status: 'created', source: '/draft', draft: true, id: expect.any(String) },
      {
        status: 'error',
        source: '/undrafted',
        draft: false,
        error: 'A draft of a redirect from /undrafted not found',
      },
      { status: 'updated', source: '/new', draft: false, id: results[0]?.id },
    ]);
    expect(await list(path)).toMatchObject([
      { id: results[0]?.id, source: '/new', destination: EXAMPLE, permanent: true },
    ]);
    expect(await sources(path, '?draft=true')).toEqual(['/draft']);
  });

  it('publish a draft in place of the live one', async () => {
    const { path } = await site();
    const other = { kind: 'external', url: 'https://example.com/other' };
    const [live] = await bulk(
      path,
      { source: '/a', destination: EXAMPLE },
      { source: '/a', destination: other, intent: 'draft', captureWildcard: true },
    );
    const published = await bulk(path, { source: '/a', intent: 'publish' });
    expect(published).toEqual([{ status: 'published', source: '/a', draft: false, id: live?.id }]);
    expect(await list(path)).toMatchObject([
      { id: live?.id, destination: other, captureWildcard: true, draft: false },
    ]);
    expect(await list(path, '?draft=true')).toEqual([]);
    const [draft] = await bulk(path, { source: '/b', destination: other, intent: 'draft' });
    const [first] = await bulk(path, { source: '/b', intent: 'publish' });
    expect(first).toMatchObject({ status: 'published', id: draft?.id });
  });

  it('are limited to 1 to 500', async () => {
    const { path } = await site();
    const put = (count: number) =>
      send('PUT', `${path}/redirects`, {
        redirects: Array.from({ length: count }, (_, index) => {
          return { source: `/${index}`, destination: EXAMPLE };
        }),
      });
    expect((await put(0)).status).toBe(400);
    expect((await put(501)).status).toBe(400);
    expect((await put(500)).status).toBe(200);
    expect((await send('GET', `${path}/redirects?limit=0`)).json.count).toBe(500);
  });

  it.each([
    { source: '/a' },
    { source: '/a', intent: 'publish', destination: EXAMPLE },
    { source: 'a', destination: EXAMPLE },
    { source: '/a', destination: EXAMPLE, intent: 'later' },
  ])('answer 400 to %j', async (item) => {
    const { path } = await site();
    expect((await send('PUT', `${path}/redirects`, { redirects: [item] })).status).toBe(400);
  });
});

describe('the list of redirects', () => {
  it('is sorted by creation, by change, or alphabetically', async () => {
    const { path } = await site();
    for (const source of ['/b', '/c', '/A']) {
      await send('POST', `${path}/redirects`, { source, destination: EXAMPLE });
      // Those of the same millisecond have no order.
      await setTimeout(5);
    }
    expect(await sources(path)).toEqual(['/A', '/c', '/b']);
    const [, , oldest] = await list(path);
    await send('PATCH', `${path}/redirects/${oldest?.id}`, { permanent: true });
    expect(await sources(path, '?orderBy=updatedAt')).toEqual(['/b', '/A', '/c']);
    expect(await sources(path, '?orderBy=source')).toEqual(['/A', '/b', '/c']);
    expect(await sources(path, '?orderBy=source&search=C')).toEqual(['/c']);
    const page = (await send('GET', `${path}/redirects?orderBy=source&limit=2`)).json;
    expect(page.count).toBe(3);
    expect(await sources(path, `?orderBy=source&limit=2&page=${page.next?.page}`)).toEqual(['/c']);
  });
});

describe('the redirect of a path', () => {
  const find = async (path: string, source: string) => {
    const { status, text } = await send('GET', `${path}/redirect?source=${source}`);
    if (status !== 200) return status;
    const { redirect, target } = JSON.parse(text) as { redirect: Redirect; target: string };
    return [redirect.source, target];
  };

  it('is that of the path itself, or else of its longest prefix', async () => {
    const { path } = await site();
    const to = (name: string) => ({ kind: 'external', url: `https://example.com/${name}?x=1` });
    await bulk(
      path,
      { source: '/old/*', destination: to('all'), captureWildcard: true },
      { source: '/old/api/*', destination: to('api') },
      { source: '/old/api/v1', destination: to('v1') },
      { source: '/blog*', destination: to('posts'), captureWildcard: true },
      { source: '/draft', destination: to('draft'), intent: 'draft' },
    );
    expect(await find(path, '/old/api/v1')).toEqual(['/old/api/v1', 'https://example.com/v1?x=1']);
    expect(await find(path, '/old/api/v2')).toEqual(['/old/api/*', 'https://example.com/api?x=1']);
    expect(await find(path, '/old/a/b')).toEqual(['/old/*', 'https://example.com/all/a/b?x=1']);
    expect(await find(path, '/blog-2')).toEqual(['/blog*', 'https://example.com/posts-2?x=1']);
    expect(await find(path, '/old')).toBe(404);
    expect(await find(path, '/draft')).toBe(404);
    expect(await find(path, 'old')).toBe(400);
  });
});

describe('a published site', () => {
  const address = (path: string) =>
    `${platform.url}/docs/orgNorthwind00000001/${path.slice(path.lastIndexOf('/') + 1)}`;

  const open = async (url: string) => {
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    return [status, headers.get('location')];
  };

  it('redirects missing paths', async () => {
    const { path, siteSpaceId } = await site();
    await send('POST', `${path}/publish`);
    const toPage = { kind: 'site-page', siteSpaceId, pageId: page };
    await bulk(
      path,
      { source: '/old%20name', destination: toPage, permanent: true },
      { source: '/blog/*', destination: EXAMPLE, captureWildcard: true },
      { source: '/developer-guide/limits', destination: EXAMPLE },
      { source: '/draft', destination: EXAMPLE, intent: 'draft' },
    );
    const docs = address(path);
    const there = `${docs}/developer-guide/guides/retries`;
    expect(await open(`${docs}/old%20name`)).toEqual([308, there]);
    expect(await open(there)).toEqual([200, null]);
    expect(await open(`${docs}/blog/a`)).toEqual([307, 'https://example.com/new/a']);
    expect(await open(`${docs}/developer-guide/limits`)).toEqual([200, null]);
    expect(await open(`${docs}/draft`)).toEqual([404, null]);
    await send('PATCH', path, { visibility: 'unlisted' });
    expect(await open(`${docs}/old%20name`)).toEqual([307, there]);
    await send('POST', `${path}/unpublish`);
    expect(await open(`${docs}/old%20name`)).toEqual([404, null]);
  });
});

describe('redirects', () => {
  it('are read with the role read on the site, and written with create', async () => {
    const { path } = await site();
    const body = { source: '/a', destination: EXAMPLE };
    expect((await platform.reader('GET', `${path}/redirects`)).status).toBe(200);
    expect((await platform.editor('POST', `${path}/redirects`, body)).status).toBe(403);
    expect((await platform.editor('PUT', `${path}/redirects`, { redirects: [body] })).status).toBe(
      403,
    );
    expect((await platform.guest('GET', `${path}/redirects`)).status).toBe(403);
    expect(await list(path)).toEqual([]);
  });
});
