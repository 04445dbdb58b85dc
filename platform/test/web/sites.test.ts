import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform.ts';
import { newSpace, read, SITES } from '../sites/support.ts';
import { DEV_GUIDE, HANDBOOK, publish, startTestPlatform, type TestPlatform } from '../support.ts';
import { attributes, textOf, textsOf, WebReader, WebReaders } from './support.ts';

let folder: string;
let platform: TestPlatform;
let readers: WebReaders;
/** Path of the demonstration's site in the API, and in a browser. */
let site: string;
const BASE = '/docs/orgNorthwind00000001/northwind';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  readers = new WebReaders(platform.url);
  site = `${SITES}/${(await read(platform.admin, SITES)).items[0]?.id}`;
});

beforeEach(() => setVisibility('share-link'));

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

async function setVisibility(visibility: string): Promise<void> {
  await platform.admin('PATCH', site, { visibility });
}

function stranger(): WebReader {
  return new WebReader(platform.url);
}

describe('a site for everybody', () => {
  it('has sections, variants, pages and links between them', async () => {
    await setVisibility('public');
    const home = await stranger().open(BASE);
    expect([home.status, textOf(home, 'h1')]).toEqual([200, 'Welcome to Northwind Queue']);
    expect(textOf(home, 'title')).toBe('Welcome to Northwind Queue · Northwind Docs');
    expect(textsOf(home, 'nav.tree > div > ul > li > a').slice(0, 3)).toEqual([
      'Welcome to Northwind Queue',
      'Quickstart',
      'Core concepts',
    ]);
    const [, quickstart = ''] = attributes(home, 'nav.tree > div > ul > li > a', 'href');
    expect(quickstart).toBe(`${BASE}/developers/developer-guide/quickstart`);
    const page = await stranger().open(quickstart);
    expect([page.status, textOf(page, 'h1')]).toEqual([200, 'Quickstart']);
    expect(textsOf(page, '[aria-current=page]')).toEqual(['Quickstart']);
  });

  it.each([
    `${BASE}/developers`,
    `${BASE}/developers/developer-guide`,
    `${BASE}/developers/developer-guide/quickstart`,
    `${BASE}/developers/quickstart`,
    `${BASE}/`,
  ])('is open at %s', async (path) => {
    await setVisibility('public');
    expect((await stranger().open(path)).status).toBe(200);
  });

  it.each([
    `${BASE}/nothing`,
    `${BASE}/developers/developer-guide/nothing`,
    `${BASE}/operations/operations-handbook/nothing`,
    '/docs/orgNorthwind00000001/other',
    '/docs/nobody/northwind',
    '/docs',
    `${BASE}/%E0%A4%A`,
  ])('has nothing at %s', async (path) => {
    await setVisibility('public');
    expect((await stranger().open(path)).status).toBe(404);
  });

  it('is indexed by search engines; an unlisted one is not', async () => {
    await setVisibility('public');
    const listed = await stranger().open(BASE);
    expect(listed.headers.get('x-robots-tag')).toBeNull();
    expect(attributes(listed, 'meta[name=robots]', 'content')).toEqual([]);
    await setVisibility('unlisted');
    const unlisted = await stranger().open(BASE);
    expect([unlisted.status, unlisted.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(attributes(unlisted, 'meta[name=robots]', 'content')).toEqual(['noindex']);
  });

  it('sends no referrer', async () => {
    await setVisibility('public');
    expect((await stranger().open(BASE)).headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('finds pages by their words', async () => {
    await setVisibility('public');
    const found = await stranger().open(`${BASE}?q=backoff`);
    expect(textOf(found, 'main section li a')).toBe('Retries and backoff');
    const [href = ''] = attributes(found, 'main section li a', 'href');
    expect((await stranger().open(href)).status).toBe(200);
  });

  it('shows conditional content to members only', async () => {
    await setVisibility('public');
    const operations = `${BASE}/operations`;
    const sections = async (person: WebReader) =>
      textsOf(await person.open(BASE), '[aria-label=Sections] a');
    expect((await stranger().open(operations)).status).toBe(404);
    expect(await sections(stranger())).toEqual([]);
    expect(textOf(await stranger().open(`${BASE}?q=severity`), 'main section')).not.toContain(
      'Severity levels',
    );
    const member = await readers.as('reader');
    expect((await member.open(operations)).status).toBe(200);
    expect(await sections(member)).toEqual(['Developers', 'Operations']);
    expect(textOf(await member.open(BASE), '[aria-label=Sections]')).toBe(
      'Developers Running the service Operations',
    );
    await platform.admin('PATCH', site, { adaptiveContent: { enabled: false } });
    expect((await stranger().open(operations)).status).toBe(200);
    await platform.admin('PATCH', site, { adaptiveContent: { enabled: true } });
  });

  it('shows hidden pages by their address, and those of some visitors to members', async () => {
    await setVisibility('public');
    await publish(platform.admin, `/spaces/${DEV_GUIDE}`, [
      page('Hidden', { hidden: true }),
      page('Conditional', { condition: 'visitor.claims.operator' }),
      page('No robots', { noRobotsIndex: true }),
    ]);
    const at = (slug: string) => `${BASE}/developers/developer-guide/${slug}`;
    const listed = textsOf(await stranger().open(BASE), 'nav.tree a');
    expect(
      listed.filter((title) => ['Hidden', 'Conditional', 'No robots'].includes(title)),
    ).toEqual(['No robots']);
    expect((await stranger().open(at('hidden'))).status).toBe(200);
    expect((await stranger().open(at('conditional'))).status).toBe(404);
    expect((await (await readers.as('reader')).open(at('conditional'))).status).toBe(200);
    expect((await stranger().open(at('no-robots'))).headers.get('x-robots-tag')).toBe('noindex');
    const found = textOf(await stranger().open(`${BASE}?q=Hidden+Conditional`), 'main section');
    expect(found).not.toMatch(/Hidden|Conditional/);
  });
});

describe('a site without sections', () => {
  it('has variants at its root', async () => {
    const spaces = [DEV_GUIDE, HANDBOOK];
    const made = await platform.admin('POST', SITES, {
      title: 'Two',
      spaces,
      visibility: 'public',
    });
    publishSite(made.json.id);
    const base = `/docs/orgNorthwind00000001/${made.json.id}`;
    const home = await stranger().open(base);
    expect(textsOf(home, '[aria-label=Variants] a')).toEqual([
      'Developer Guide',
      'Operations Handbook',
    ]);
    const [, second = ''] = attributes(home, '[aria-label=Variants] a', 'href');
    expect(second).toBe(`${base}/operations-handbook`);
    expect(textsOf(await stranger().open(second), '[aria-label=Variants] [aria-current]')).toEqual([
      'Operations Handbook',
    ]);
    expect((await stranger().open(`${base}/operations-handbook/capacity`)).status).toBe(200);
    expect((await stranger().open(`${base}/quickstart`)).status).toBe(200);
  });

  it('says so if it is empty', async () => {
    const empty = await newSpace(platform.admin, 'Empty');
    const made = await platform.admin('POST', SITES, {
      title: 'Void',
      spaces: [empty],
      visibility: 'public',
    });
    const base = `/docs/orgNorthwind00000001/${made.json.id}`;
    expect((await stranger().open(base)).status).toBe(404);
    publishSite(made.json.id);
    expect(textOf(await stranger().open(base), 'main')).toContain('Nothing here yet');
  });
});

describe('a site for holders of a share link', () => {
  it('shows its links only to people who may create them', async () => {
    const key = (await sharedUrl()).split('/').at(-1) ?? '';
    const page = site.replace('/orgs/', '/app/o/');
    const seen = async (role: string) => (await (await readers.as(role)).open(page)).html;
    expect(await seen('admin')).toContain(key);
    expect(await seen('reader')).not.toContain(key);
    expect(await seen('reader')).toContain('Design partners');
  });

  it('opens with the key, which does not stay in the address', async () => {
    const visitor = stranger();
    const url = await sharedUrl();
    const first = await visitor.request(`${url}/developers/developer-guide/quickstart?q=a`);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe(`${BASE}/developers/developer-guide/quickstart?q=a`);
    expect(first.headers.get('referrer-policy')).toBe('no-referrer');
    expect(first.headers.get('set-cookie')).toMatch(
      /^docs_visitor=[\w-]{43}; Path=\/docs\/orgNorthwind00000001\/northwind; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.open(BASE)).status).toBe(200);
    expect((await visitor.open(`${BASE}/developers`)).headers.get('x-robots-tag')).toBe('noindex');
  });

  it('is not found without it, nor after the link is revoked', async () => {
    const without = await stranger().open(BASE);
    expect([without.status, textOf(without, 'main')]).toEqual([
      404,
      'Not found There is nothing here, or nothing that you may see. A shared site opens with its whole link, key included: ask for it again. Start page Sign in',
    ]);
    expect((await stranger().open(`${BASE}/guessedkey`)).status).toBe(404);
    const link = await platform.admin('POST', `${site}/share-links`, { name: 'Short' });
    const url = new URL((link.json as unknown as Linked).urls.published).pathname;
    const visitor = stranger();
    expect((await visitor.open(url)).status).toBe(200);
    await platform.admin('PATCH', `${site}/share-links/${link.json.id}`, { active: false });
    expect((await visitor.open(BASE)).status).toBe(404);
    expect((await stranger().open(url)).status).toBe(404);
  });

  it('is open to members of the organization, and to nobody else without the link', async () => {
    expect((await (await readers.as('reader')).open(BASE)).status).toBe(200);
    expect((await (await readers.as('guest')).open(BASE)).status).toBe(404);
  });

  it('keeps the pages of the app closed', async () => {
    const visitor = stranger();
    await visitor.open(await sharedUrl());
    expect((await visitor.open(`/app/s/${DEV_GUIDE}`)).path).toMatch(/^\/app\/sign-in/);
  });
});

describe('a site for visitors with a signed token', () => {
  beforeEach(() => setVisibility('visitor-auth'));

  it('opens with a token, which does not stay in the address', async () => {
    const visitor = stranger();
    const first = await visitor.request(`${BASE}/developers?q=a&jwt_token=${await token()}`);
    expect([first.status, first.headers.get('location')]).toEqual([303, `${BASE}/developers?q=a`]);
    expect(first.headers.get('set-cookie')).toMatch(
      /^docs_visitor=[\w-]{43}; .*HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.open(BASE)).status).toBe(200);
  });

  it('accepts one for an audience of its owners', async () => {
    const audience = 'https://docs.example.com';
    const opened = await stranger().open(`${BASE}?jwt_token=${await token({ audience })}`);
    expect(opened.status).toBe(200);
  });

  it('is refused without one, with an explanation', async () => {
    const refused = await stranger().open(BASE);
    expect([refused.status, textOf(refused, 'main')]).toEqual([
      403,
      'Not signed in This site is for visitors whom its owners know. Open the site from where you sign in to the product that it documents.',
    ]);
    expect(refused.html).not.toContain('Northwind Docs');
  });

  it.each([
    ['of another key', () => token({ key: 'another key of the same length, or near it.' })],
    ['that has expired', () => token({ expires: '-10s' })],
    ['without an expiry', () => token({ expires: undefined })],
    ['that is not valid yet', () => token({ notBefore: '1h' })],
    ['of another algorithm', () => token({ algorithm: 'HS512' })],
    ['that is not signed', async () => `${part({ alg: 'none' })}.${part({ exp: 9_999_999_999 })}.`],
    ['that shows a preview', () => token({ audience: 'preview' })],
    [
      'that shows a preview and more',
      () => token({ audience: ['https://docs.example.com', 'preview'] }),
    ],
    ['that is none', async () => 'nonsense'],
  ])('refuses a token %s', async (_, make) => {
    const visitor = stranger();
    const refused = await visitor.open(`${BASE}?jwt_token=${await make()}`);
    expect([refused.status, textOf(refused, 'main p')]).toEqual([
      403,
      'This link has expired, or is not valid.',
    ]);
    expect(visitor.cookiesFor(BASE)).toBe('');
  });

  it('accepts neither the key of a share link nor a session from one', async () => {
    await setVisibility('share-link');
    const visitor = stranger();
    const url = await sharedUrl();
    expect((await visitor.open(url)).status).toBe(200);
    await setVisibility('visitor-auth');
    expect((await visitor.open(BASE)).status).toBe(403);
    expect((await visitor.open(url)).status).toBe(403);
  });

  it('shows its key only to those who may change the site', async () => {
    const path = `/app${site}`.replace('/orgs/', '/o/');
    expect(await keyOf(path)).toMatch(/^[\w-]{43}$/);
    const editor = await (await readers.as('editor')).open(path);
    expect([editor.status, editor.html.includes(await keyOf(path))]).toEqual([200, false]);
  });
});

interface Linked {
  urls: { published: string };
}

function page(title: string, attributes: object) {
  const markdown = `About ${title}.`;
  return { operation: 'insert_page', title, document: { markdown }, ...attributes };
}

/** The path of the first share link of the demonstration's site. */
async function sharedUrl(): Promise<string> {
  const [link] = (await read(platform.admin, `${site}/share-links`)).items;
  return new URL(link?.urls.published ?? '').pathname;
}

/** Publishes a site in the database, because the legacy API cannot. */
function publishSite(id: string): void {
  const db = openDatabase(folder);
  db.run('UPDATE site SET published = 1 WHERE id = ?', id);
  db.close();
}

async function keyOf(path: string): Promise<string> {
  return textOf(await (await readers.as('admin')).open(path), 'pre code');
}

interface Token {
  key?: string;
  expires?: string;
  notBefore?: string;
  algorithm?: string;
  audience?: string | string[];
}

/** A token of a visitor, by default a valid one. */
async function token(given: Token = {}): Promise<string> {
  const { expires, notBefore, audience, algorithm = 'HS256' } = { expires: '1h', ...given };
  const key = given.key ?? (await keyOf(`/app${site}`.replace('/orgs/', '/o/')));
  const jwt = new SignJWT({ sub: 'visitor' }).setProtectedHeader({ alg: algorithm });
  if (expires !== undefined) jwt.setExpirationTime(expires);
  if (notBefore !== undefined) jwt.setNotBefore(notBefore);
  if (audience !== undefined) jwt.setAudience(audience);
  return await jwt.sign(new TextEncoder().encode(key));
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
