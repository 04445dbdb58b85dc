import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANDBOOK, ROADMAP, type Send, startTestPlatform, type TestPlatform } from '../support.ts';
import { demoSite, newSite, read, SITES } from './support.ts';

let platform: TestPlatform;
let site: string;

beforeAll(async () => {
  platform = await startTestPlatform();
  site = await demoSite(platform.admin);
});

afterAll(() => platform.close());

const PUBLIC_PATHS = ['/published', '/sections', '/site-spaces'];

/** The address of the first share link, and the key in it. */
async function sharedUrl(): Promise<{ url: string; key: string }> {
  const [link] = (await read(platform.admin, `${site}/share-links`)).items;
  const url = link?.urls.published ?? '';
  return { url, key: url.slice(url.lastIndexOf('/') + 1) };
}

async function statuses(send: Send, query: string): Promise<number[]> {
  const all = PUBLIC_PATHS.map((path) => send('GET', `${site}${path}${query}`));
  return (await Promise.all(all)).map(({ status }) => status);
}

describe('members', () => {
  it('read sites with any role', async () => {
    for (const path of ['', '/adaptive-schema', '/section-groups', ...PUBLIC_PATHS]) {
      expect((await platform.reader('GET', site + path)).status).toBe(200);
    }
  });

  it.each([
    ['PATCH', () => site, { title: 'Mine' }],
    ['DELETE', () => site, undefined],
    [
      'PUT',
      () => `${site}/adaptive-schema`,
      { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
    ],
    ['POST', () => `${site}/sections`, { spaceId: HANDBOOK }],
    ['POST', () => `${site}/section-groups`, { title: 'Mine' }],
    ['POST', () => `${site}/site-spaces`, { spaceId: HANDBOOK }],
    ['POST', () => `${site}/share-links`, { name: 'Mine' }],
    // With its key they could let anybody in.
    ['GET', () => `${site}/share-links`, undefined],
  ])('%s nothing without the role create (%#)', async (method, path, body) => {
    const answer = await platform.editor(method, path(), body);
    expect(answer.json.error).toEqual({
      code: 403,
      message: 'This needs the role create on the site; yours is edit',
    });
  });

  it('create no site without the role create', async () => {
    expect((await platform.editor('POST', SITES, {})).json.error).toEqual({
      code: 403,
      message: 'This needs the role create on the organization; yours is edit',
    });
  });

  it('cannot reach a site through another organization', async () => {
    const id = site.slice(SITES.length + 1);
    const answer = await platform.admin('GET', `/orgs/orgNorthwindLabs0001/sites/${id}`);
    expect(answer.status).toBe(404);
  });

  it('cannot reach parts of a site through another site', async () => {
    const other = await newSite(platform.admin, { spaces: [ROADMAP] });
    const [section] = (await read(platform.admin, `${site}/sections`)).items;
    const answer = await platform.admin('DELETE', `${other}/sections/${section?.id}`);
    expect(answer.status).toBe(404);
  });
});

describe('everyone else', () => {
  it('can manage nothing', async () => {
    for (const path of [SITES, site, `${site}/share-links`, `${site}/section-groups`]) {
      expect((await platform.guest('GET', path)).status).toBe(403);
    }
  });

  it('can see a shared site only with the key of an active link', async () => {
    const { key } = await sharedUrl();
    expect(await statuses(platform.guest, '')).toEqual([404, 404, 404]);
    expect(await statuses(platform.guest, '?shareKey=guessed')).toEqual([404, 404, 404]);
    expect(await statuses(platform.guest, `?shareKey=${key}`)).toEqual([200, 200, 200]);
  });

  it.each([
    ['public', 200],
    ['unlisted', 200],
    ['share-link', 404],
    ['visitor-auth', 404],
  ])('requests a site that is %s and gets %i', async (visibility, status) => {
    await platform.admin('PATCH', site, { visibility });
    expect(await statuses(platform.guest, '')).toEqual([status, status, status]);
    await platform.admin('PATCH', site, { visibility: 'share-link' });
  });

  it('cannot see anything unpublished', async () => {
    const draft = await newSite(platform.admin, { visibility: 'public' });
    for (const path of PUBLIC_PATHS) {
      expect((await platform.guest('GET', draft + path)).status).toBe(404);
    }
    expect((await platform.admin('GET', `${draft}/published`)).json.error.message).toBe(
      'Published site not found',
    );
  });

  it('can learn of published spaces without rights on them', async () => {
    const { key } = await sharedUrl();
    const { items } = await read(platform.guest, `${site}/site-spaces?shareKey=${key}`);
    expect(items[0]?.space).toMatchObject({ permissions: { view: false, edit: false } });
  });
});

describe('addresses of a published site', () => {
  it('contain the share key for those who have it', async () => {
    const { url, key } = await sharedUrl();
    expect(url).toBe(`${platform.url}/docs/orgNorthwind00000001/northwind/${key}`);
    const sections = await read(platform.reader, `${site}/sections?shareKey=${key}`);
    expect(sections.items.map(({ urls }) => urls.published)).toEqual([
      `${url}/developers`,
      `${url}/operations`,
    ]);
    expect(sections.items[1]?.siteSpaces[0]?.urls.published).toBe(
      `${url}/operations/operations-handbook`,
    );
    const without = await read(platform.reader, `${site}/sections?shareKey=guessed`);
    expect(without.items.map(({ urls }) => urls.published)).toEqual([undefined, undefined]);
  });

  it('are those of the proxy if there is one', async () => {
    await platform.admin('PATCH', site, { visibility: 'public', proxy: 'example.com/docs' });
    const { urls } = await read(platform.reader, site);
    expect(urls.published).toBe('https://example.com/docs');
    await platform.admin('PATCH', site, { visibility: 'share-link', proxy: null });
  });
});

describe('share links', () => {
  it('are activated, suspended, renamed and deleted', async () => {
    const links = `${site}/share-links`;
    const made = await platform.admin('POST', links, { name: 'Press' });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ object: 'share-link', name: 'Press', active: true });
    expect(made.headers.get('location')).toBe(`${platform.url}/v1${links}/${made.json.id}`);
    const { urls } = JSON.parse(made.text);
    const query = `?shareKey=${urls.published.slice(urls.published.lastIndexOf('/') + 1)}`;
    const link = `${links}/${made.json.id}`;
    const visit = async () => (await platform.guest('GET', `${site}/published${query}`)).status;
    expect(await visit()).toBe(200);
    const suspended = await platform.admin('PATCH', link, { active: false });
    expect(suspended.json).toMatchObject({ name: 'Press', active: false });
    expect(await visit()).toBe(404);
    const revived = await platform.admin('PATCH', link, { active: true, name: '' });
    expect(revived.json).toMatchObject({ name: '', active: true });
    expect(await visit()).toBe(200);
    expect((await platform.admin('DELETE', link)).status).toBe(204);
    expect(await visit()).toBe(404);
    expect((await platform.admin('DELETE', link)).status).toBe(404);
  });

  it.each([{}, { name: 'a'.repeat(51) }, { name: null }])('answers 400 to %j', async (body) => {
    expect((await platform.admin('POST', `${site}/share-links`, body)).status).toBe(400);
  });
});

describe('the demonstration site', () => {
  it('is shown completely', async () => {
    const { text } = await platform.reader('GET', `${site}/published`);
    expect(JSON.parse(text)).toMatchObject({
      object: 'published-content-site',
      site: { title: 'Northwind Docs', published: true, siteSpaces: 2 },
      structure: {
        type: 'sections',
        structure: [
          { title: 'Developers', default: true, icon: 'code' },
          { title: 'Operations', default: false, sectionGroup: expect.any(String) },
        ],
      },
      customizations: { site: { title: 'Northwind Docs' }, siteSpaces: {} },
      scripts: [],
    });
    const groups = await read(platform.reader, `${site}/section-groups`);
    expect(groups.items).toMatchObject([
      { title: 'Running the service', sections: [{ title: 'Operations' }] },
    ]);
  });
});
