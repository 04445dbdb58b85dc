import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEV_GUIDE,
  HANDBOOK,
  ORGANIZATION,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { idOf, newSite, newSpace, read, SITES, titles } from './support.ts';

const BOTH = { spaces: [DEV_GUIDE, HANDBOOK] };

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform();
});

afterAll(() => platform.close());

const send: TestPlatform['admin'] = (...call) => platform.admin(...call);

describe('creating a site', () => {
  it('starts unpublished, with its spaces at the root and the first as the default', async () => {
    const answer = await send('POST', SITES, { title: 'Manual', ...BOTH });
    expect(answer.status).toBe(201);
    const path = `${SITES}/${answer.json.id}`;
    expect(answer.headers.get('location')).toBe(`${platform.url}/v1${path}`);
    expect(answer.json).toMatchObject({
      object: 'site',
      type: 'basic',
      title: 'Manual',
      visibility: 'public',
      published: false,
      siteSpaces: 2,
      adaptiveContent: { enabled: false },
      features: [],
    });
    expect(answer.json).not.toHaveProperty('urls.published');
    expect((await read(send, `${path}/sections`)).items).toEqual([]);
    const { items } = await read(send, `${path}/site-spaces`);
    expect(items).toMatchObject([
      { title: 'Developer Guide', path: 'developer-guide', default: true, urls: {} },
      { title: 'Operations Handbook', path: 'operations-handbook', default: false },
    ]);
    expect(items[0]).not.toHaveProperty('section');
  });

  it('takes its title from the first space, or reports that it needs one', async () => {
    expect((await send('POST', SITES, { spaces: [HANDBOOK] })).json.title).toBe(
      'Operations Handbook',
    );
    expect((await send('POST', SITES)).json.title).toBe('Untitled site');
  });

  it.each([
    ['sample', ['introduction', 'quickstart']],
    ['empty', []],
  ])('creates a new space from %s', async (spaces, paths) => {
    const title = 'A title that is longer than the fifty characters of a space';
    const site = await newSite(send, { title, spaces });
    const [siteSpace] = (await read(send, `${site}/site-spaces`)).items;
    expect(siteSpace?.title).toBe('A title that is longer than the fifty characters o');
    const { pages } = (await send('GET', `/spaces/${siteSpace?.space.id}/content/pages`)).json;
    expect(pages.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    [400, { type: 'huge' }],
    [400, { title: 'A' }],
    [400, { title: 'A'.repeat(129) }],
    [400, { visibility: 'private' }],
    [400, { spaces: 'full' }],
    [404, { spaces: ['nowhere'] }],
    [409, { spaces: [DEV_GUIDE, DEV_GUIDE] }],
  ])('answers %i to %j and creates nothing', async (status, body) => {
    const before = (await read(send, SITES)).count;
    expect((await send('POST', SITES, body)).status).toBe(status);
    expect((await read(send, SITES)).count).toBe(before);
  });
});

describe('listing sites', () => {
  beforeAll(async () => {
    await newSite(send, { title: 'Filter One', type: 'premium', spaces: [HANDBOOK] });
    await newSite(send, { title: 'FILTER two', type: 'ultimate' });
    await newSite(send, { title: 'Filter three' });
  });

  it.each([
    ['title=filter', ['Filter One', 'FILTER two', 'Filter three']],
    ['title=filter&type=premium', ['Filter One']],
    ['title=filter&type=premium&type=ultimate', ['Filter One', 'FILTER two']],
    [`title=filter&space=${HANDBOOK}`, ['Filter One']],
    ['title=filter&published=false', ['Filter One', 'FILTER two', 'Filter three']],
    ['published=true', ['Northwind Docs']],
    ['title=100%25', []],
  ])('?%s', async (query, expected) => {
    expect((await titles(send, `${SITES}?${query}`)).sort()).toEqual([...expected].sort());
  });

  it('continues after the end of a page', async () => {
    const first = (await send('GET', `${SITES}?title=filter&limit=2`)).json;
    const page = `${SITES}?title=filter&limit=2&page=${first.next?.page}`;
    const second = (await send('GET', page)).json;
    const all = [...first.items, ...second.items].map(({ title }) => title);
    expect(new Set(all)).toEqual(new Set(['Filter One', 'FILTER two', 'Filter three']));
    expect(second).toMatchObject({ count: 3 });
    expect(second).not.toHaveProperty('next');
  });

  it.each(['published=yes', 'type=huge', 'limit=1001'])('answers 400 to ?%s', async (query) => {
    expect((await send('GET', `${SITES}?${query}`)).status).toBe(400);
  });
});

describe('changing a site', () => {
  it('sets the given fields, and removes the proxy with null', async () => {
    const site = await newSite(send);
    const id = site.slice(SITES.length + 1);
    const given = { title: 'Handbook', visibility: 'visitor-auth', basename: 'hand book' };
    const answer = await send('PATCH', site, {
      ...given,
      adaptiveContent: { enabled: true },
      proxy: 'www.example.com/docs',
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      ...given,
      id,
      adaptiveContent: { enabled: true },
      proxy: {
        origin: 'www.example.com/docs',
        target: `${platform.url}/docs/${ORGANIZATION}/hand%20book`,
      },
      features: [
        { id: 'sites-adaptive-content', plan: 'ultimate', frozen: false },
        { id: 'sites-custom-subdirectory', plan: 'ultimate', frozen: false },
        { id: 'sites-visitor-authentication', plan: 'ultimate', frozen: false },
      ],
    });
    const without = (await send('PATCH', site, { proxy: null })).json;
    expect(without).not.toHaveProperty('proxy');
    expect(without).toMatchObject(given);
  });

  it('refuses a basename that another site of the organization has', async () => {
    const site = await newSite(send);
    expect((await send('PATCH', site, { basename: 'northwind' })).status).toBe(409);
  });

  it.each([
    { title: 'A' },
    { basename: '' },
    { basename: 'a'.repeat(101) },
    { visibility: 'secret' },
    { proxy: 'example.com' },
    { proxy: `example.com/${'a'.repeat(512)}` },
    { adaptiveContent: {} },
    undefined,
  ])('answers 400 to %j', async (body) => {
    expect((await send('PATCH', await newSite(send), body)).status).toBe(400);
  });

  it('makes a site-space at the root the default', async () => {
    const site = await newSite(send, BOTH);
    const handbook = await idOf(send, `${site}/site-spaces`, 'Operations Handbook');
    expect((await send('PATCH', site, { defaultSiteSpace: handbook })).status).toBe(200);
    expect(await titles(send, `${site}/site-spaces?default=true`)).toEqual(['Operations Handbook']);
    expect(await titles(send, `${site}/site-spaces?default=false`)).toEqual(['Developer Guide']);
  });

  it('makes a section the default, then a site-space in it', async () => {
    const site = await newSite(send, BOTH);
    await send('POST', `${site}/sections`, { spaceId: await newSpace(send, 'API') });
    const api = await idOf(send, `${site}/sections`, 'API');
    await send('POST', `${site}/site-spaces`, {
      spaceId: await newSpace(send, 'API 2'),
      sectionId: api,
    });
    const apiTwo = await idOf(send, `${site}/site-spaces`, 'API 2');
    expect((await send('PATCH', site, { defaultSiteSpace: apiTwo })).json.error).toEqual({
      code: 400,
      message: `body.defaultSiteSpace: ${apiTwo} is not in the default section; name it with defaultSiteSection`,
    });
    const both = { defaultSiteSection: api, defaultSiteSpace: apiTwo };
    expect((await send('PATCH', site, both)).status).toBe(200);
    const { items } = await read(send, `${site}/sections`);
    expect(items.map((section) => [section.title, section.default])).toEqual([
      ['Developer Guide', false],
      ['API', true],
    ]);
    expect(await titles(send, `${site}/site-spaces?default=true`)).toEqual([
      'Developer Guide',
      'API 2',
    ]);
  });

  it.each(['defaultSiteSpace', 'defaultSiteSection'])('reports a missing %s', async (field) => {
    const site = await newSite(send, BOTH);
    expect((await send('PATCH', site, { [field]: 'nowhere' })).status).toBe(404);
  });
});

describe('deleting a site', () => {
  it('removes the site and keeps its spaces', async () => {
    const site = await newSite(send, BOTH);
    await send('POST', `${site}/sections`, { spaceId: await newSpace(send, 'API') });
    expect(await send('DELETE', site)).toMatchObject({ status: 204, text: '' });
    expect((await send('GET', site)).status).toBe(404);
    expect((await send('DELETE', site)).status).toBe(404);
    expect((await send('GET', `/spaces/${DEV_GUIDE}/content`)).status).toBe(200);
  });
});

describe('the site that an organization shows first', () => {
  it('is unset after it is deleted', async () => {
    const site = await newSite(send);
    const organization = `/orgs/${ORGANIZATION}`;
    const defaultContent = { type: 'site', site: site.slice(SITES.length + 1) };
    expect((await send('PATCH', organization, { defaultContent })).json).toMatchObject({
      defaultContent,
    });
    await send('DELETE', site);
    expect((await send('GET', organization)).json).not.toHaveProperty('defaultContent');
  });
});

describe('the schema of visitor attributes', () => {
  const flag = { type: 'boolean', description: 'Whether the visitor is in the beta' };
  const schema = (properties: object) => ({
    type: 'object',
    properties,
    additionalProperties: false,
  });

  it('does not exist until it is set, and is replaced whole', async () => {
    const path = `${await newSite(send)}/adaptive-schema`;
    expect((await send('GET', path)).status).toBe(404);
    const claims = {
      beta: flag,
      plan: { type: 'string', enum: ['free', 'paid'], description: 'Plan' },
      seats: { type: 'number', description: 'Seats' },
      teams: {
        type: 'array',
        description: 'Teams',
        items: { type: 'string', description: 'Name' },
      },
      company: { ...schema({ beta: flag }), description: 'Company' },
      unsigned: { ...schema({ beta: flag }), description: 'Unsigned claims of the site visitor.' },
    };
    expect((await send('PUT', path, { jsonSchema: schema(claims) })).status).toBe(200);
    const jsonSchema = { $schema: 'http://json-schema.org/draft-07/schema#', ...schema({}) };
    const answer = await send('PUT', path, { jsonSchema });
    expect(answer.json).toEqual({
      object: 'site-adaptive-schema',
      jsonSchema,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect((await send('GET', path)).json).toEqual(answer.json);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['another type', { ...schema({}), type: 'array' }],
    ['additional properties', { ...schema({}), additionalProperties: true }],
    ['a keyword of its own', { ...schema({}), required: ['beta'] }],
    ['another draft', { ...schema({}), $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['a claim without description', schema({ beta: { type: 'boolean' } })],
    ['a claim of an unknown type', schema({ beta: { ...flag, type: 'null' } })],
    [
      'a list of lists',
      schema({ a: { type: 'array', description: 'A', items: { type: 'array' } } }),
    ],
    ['a nested claim that is wrong', schema({ a: { ...schema({ b: {} }), description: 'A' } })],
    [
      'unsigned claims under other words',
      schema({ unsigned: { ...schema({}), description: 'A' } }),
    ],
    ['an unsigned claim', schema({ unsigned: flag })],
  ])('refuses %s', async (_, jsonSchema) => {
    const path = `${await newSite(send)}/adaptive-schema`;
    expect((await send('PUT', path, { jsonSchema })).status).toBe(400);
    expect((await send('GET', path)).status).toBe(404);
  });
});
