import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnce, isLongRun } from '../../../test/support/long-run.ts';
import { openDatabase } from '../../src/platform.ts';
import { demoSite, read } from '../sites/support.ts';
import {
  type AnswerFields,
  DEV_GUIDE,
  ORGANIZATION,
  propose,
  publish,
  ROADMAP,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { knownFrom, reads, walk } from '../walk.ts';
import { attributes, type Opened, WebReader, WebReaders } from './support.ts';

const TABLES = [
  ...['organization', 'collection', 'invite', 'custom_field', 'space', 'saml_provider', 'team'],
  ...['translation_settings', 'page', 'file', 'change_request', 'comment', 'reply', 'site'],
  ...['openapi_spec', 'openapi_version'],
];

/** The expected pairs of object and kind of address in answers; pages and search results have no `object`. */
const KINDS: readonly string[] = [
  ...[' app', 'change-request app', 'change-request location', 'collection app'],
  ...['collection location', 'comment location', 'comment-reply location', 'openapi-spec app'],
  ...['openapi-spec location', 'openapi-spec-version location', 'organization app'],
  ...['organization location', 'revision app', 'saml-provider location', 'share-link published'],
  ...['site app', 'site location', 'space app', 'space location'],
  ...['translation-settings location', 'user location'],
];

/** The pages that `urls.location` redirects a browser to, by object. */
const PLACES: readonly (readonly [object: string, path: RegExp])[] = [
  ['space', /^\/app\/s\/\w+$/],
  ['change-request', /^\/app\/s\/\w+\/change-requests\/\w+$/],
  ['comment', /^\/app\/s\/\w+\/comments\/\w+$/],
  ['comment-reply', /^\/app\/s\/\w+\/comments\/\w+#comment:\w+$/],
  ['organization', /^\/app\/o\/\w+$/],
  ['openapi-spec', /^\/app\/o\/\w+\/openapi\/northwind-queue$/],
  ['openapi-spec-version', /^\/app\/o\/\w+\/openapi\/northwind-queue$/],
  ['site', /^\/app\/o\/\w+\/sites\/\w+$/],
  ['collection', /^\/app\/c\/\w+$/],
  ['user', /^\/app\/users\/\w+$/],
  ['saml-provider', /^\/app\/o\/\w+$/],
];

let folder: string;
let platform: TestPlatform;
let readers: WebReaders;
let admin: WebReader;
/** The addresses in all answers that an administrator gets. */
let found: Found[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  readers = new WebReaders(platform.url);
  admin = await readers.as('admin');
  await publish(platform.admin, `/spaces/${DEV_GUIDE}`, [
    page('Change requests', 'change-requests'),
    page('Fünf %20 #1?', 'fünf %20'),
  ]);
  await propose(platform.admin, `/spaces/${DEV_GUIDE}`, [page('Pages', 'pages')]);
  // Distinct words, which a search finds in every space.
  const sites = `/orgs/${ORGANIZATION}/sites`;
  await platform.admin('POST', sites, { spaces: [DEV_GUIDE], visibility: 'public' });
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

describeOnce('addresses in answers of the API', () => {
  beforeAll(async () => {
    found = addressesIn((await walk(platform.admin, platform.url, known())).values());
  });

  it('lead to pages, for the recipient of the answer', async () => {
    expect(found.length).toBeGreaterThan(80);
    const dead: string[] = [];
    for (const { address } of found) {
      const opened = await admin.open(address);
      if (opened.status !== 200 || !/^\/(app|docs)\b/.test(opened.path)) {
        dead.push(`${opened.status} ${address}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('exist for everything that has a page', () => {
    const named = found.map(({ object, kind }) => `${object} ${kind}`);
    expect([...new Set(named)]).toEqual(expect.arrayContaining([...KINDS]));
  });

  it.each(PLACES)('of a %s lead to its page', async (object, place) => {
    const locations = found.filter((one) => one.object === object && one.kind === 'location');
    expect(locations.length).toBeGreaterThan(0);
    for (const { address } of locations) {
      expect((await admin.request(address)).headers.get('location')).toMatch(place);
    }
  });

  it('redirect strangers to the sign-in form', async () => {
    const stranger = new WebReader(platform.url);
    const open: string[] = [];
    for (const { kind, address } of found) {
      if (kind === 'published') continue;
      const opened = await stranger.open(address);
      if (!opened.path.startsWith('/app/sign-in?next=')) open.push(address);
    }
    expect(open).toEqual([]);
  });

  it.each(['reader', 'guest'] as const)('show a %s the same as the API', async (role) => {
    const person = await readers.as(role);
    const different: string[] = [];
    const readable = found.filter(
      ({ kind, address }) =>
        kind === 'location' && reads.some((route) => route.test(address.slice('/v1'.length))),
    );
    expect(readable.length).toBeGreaterThan(20);
    for (const { address } of readable) {
      const api = await platform[role]('GET', address.slice('/v1'.length));
      const opened = await person.open(address);
      // The page of an organization lists everything except content, for those who may see it.
      if (opened.path === `/app/o/${ORGANIZATION}`) continue;
      if ((api.status === 200) !== (opened.status === 200)) {
        different.push(`${address}: ${api.status} by the API, ${opened.status} in a browser`);
      }
    }
    expect(different).toEqual([]);
  });

  it('show nobody pages of a space without access', async () => {
    const apps = found.filter(({ kind }) => kind === 'app').map(({ address }) => address);
    const within = (space: string) =>
      apps.filter((address) => address.startsWith(`/app/s/${space}`));
    expect(within(ROADMAP).length).toBeGreaterThan(3);
    expect(within(DEV_GUIDE).length).toBeGreaterThan(20);
    expect(await statusesOf('reader', within(ROADMAP))).toEqual([404]);
    expect(await statusesOf('reader', within(DEV_GUIDE))).toEqual([200]);
    expect(await statusesOf('guest', within(DEV_GUIDE))).toEqual([404]);
  });

  it.each([
    ['public', 200, 200],
    ['unlisted', 200, 200],
    ['share-link', 200, 404],
    ['visitor-auth', 403, 403],
  ])('of a %s site admit its audience', async (visibility, stranger, withoutKey) => {
    const site = await demoSite(platform.admin);
    await platform.admin('PATCH', site, { visibility, adaptiveContent: { enabled: false } });
    const key = visibility === 'share-link' ? await sharedKey(site) : undefined;
    const query = key === undefined ? '' : `?shareKey=${key}`;
    const paths = [
      '',
      '/published',
      '/sections',
      '/site-spaces',
      '/share-links',
      '/section-groups',
    ];
    const answers = paths.map((path) => platform.admin('GET', `${site}${path}${query}`));
    const said = (await Promise.all(answers)).map(
      ({ text }) => `200 ${text.replaceAll(platform.url, '')}`,
    );
    const published = addressesIn(said).filter(({ kind }) => kind === 'published');
    expect([...new Set(published.map(({ object }) => object))].sort()).toEqual([
      'share-link',
      'site',
      'site-section',
      'site-space',
    ]);
    for (const { address } of published) {
      const keyless = key === undefined ? address : address.replace(`/${key}`, '');
      expect([address, (await admin.open(address)).status]).toEqual([address, 200]);
      expect([address, (await new WebReader(platform.url).open(address)).status]).toEqual([
        address,
        stranger,
      ]);
      expect([keyless, (await new WebReader(platform.url).open(keyless)).status]).toEqual([
        keyless,
        withoutKey,
      ]);
    }
  });

  it('lead to the page even if its path looks like another address', async () => {
    const { pages } = (await platform.admin('GET', `/spaces/${DEV_GUIDE}/content/pages`)).json;
    for (const title of ['Change requests', 'Fünf %20 #1?']) {
      const urls = pages.find((item) => item.title === title) as unknown as Addressed;
      const opened = await admin.open(urls.urls.app);
      expect([
        title,
        opened.html.includes(`This is ${title === 'Change requests' ? 1 : 2}.`),
      ]).toEqual([title, true]);
    }
  });
});

describe('links in pages', () => {
  it.runIf(isLongRun)('lead to existing pages and files, and to anchors in them', async () => {
    const opened = new Map<string, Opened>();
    const dead: string[] = [];
    const queue: { from: string; href: string }[] = [{ from: '', href: '/app' }];
    for (const { from, href } of queue) {
      const url = new URL(href, platform.url);
      if (url.origin !== platform.url) continue;
      const path = url.pathname + url.search;
      const known = opened.get(path);
      const target = known ?? (await admin.open(path));
      opened.set(path, target);
      if (target.status !== 200) dead.push(`${from} -> ${href}: ${target.status}`);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor && !attributes(target, '[id]', 'id').includes(anchor)) {
        dead.push(`${from} -> ${href}: no such place`);
      }
      if (known || !target.headers.get('content-type')?.startsWith('text/html')) continue;
      const links = [...attributes(target, 'a', 'href'), ...attributes(target, 'img', 'src')];
      for (const link of links) {
        queue.push({ from: path, href: new URL(link, new URL(path, platform.url)).href });
      }
    }
    expect(dead).toEqual([]);
    expect(opened.size).toBeGreaterThan(100);
  });
});

interface Addressed {
  urls: { app: string };
}

let pages = 0;

function page(title: string, slug: string) {
  pages += 1;
  return { operation: 'insert_page', title, slug, document: { markdown: `This is ${pages}.` } };
}

/** Values for the parameters of routes, from the database itself. */
function known() {
  const db = openDatabase(folder);
  const rows = TABLES.map(
    (table) => [table, db.all<AnswerFields>(`SELECT * FROM ${table}`)] as const,
  );
  db.close();
  return knownFrom(Object.fromEntries(rows));
}

interface Found {
  object: string;
  kind: string;
  address: string;
}

/** The addresses for people in answers, without duplicates and without the platform's own address. */
function addressesIn(answers: Iterable<string>): Found[] {
  const found = new Map<string, Found>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { object = '' } = value as { object?: string };
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'urls') collect(inner);
      else
        for (const [kind, address] of Object.entries(inner as Record<string, string>)) {
          if (['app', 'published', 'location'].includes(kind))
            found.set(`${object} ${kind} ${address}`, { object, kind, address });
        }
    }
  };
  for (const answer of answers) {
    if (answer.startsWith('200 {')) collect(JSON.parse(answer.slice('200 '.length)));
  }
  return [...found.values()];
}

/** The distinct statuses of the answers at these addresses. */
async function statusesOf(role: string, addresses: readonly string[]): Promise<number[]> {
  const person = await readers.as(role);
  const statuses = new Set<number>();
  for (const address of addresses) statuses.add((await person.open(address)).status);
  return [...statuses];
}

async function sharedKey(site: string): Promise<string> {
  const [link] = (await read(platform.admin, `${site}/share-links`)).items;
  return link?.urls.published?.split('/').at(-1) ?? '';
}
