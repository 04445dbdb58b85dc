import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/index.ts';
import {
  DEV_GUIDE,
  type Fields,
  ORGANIZATION,
  propose,
  publish,
  startTestPlatform,
  type TestPlatform,
} from '../support.ts';
import { knownFrom, walk } from '../walk.ts';
import { attributes, type Opened, type Reader, Readers } from './support.ts';

const TABLES = [
  ...['organization', 'collection', 'invite', 'custom_field', 'space', 'saml_provider', 'team'],
  ...['translation_settings', 'page', 'file', 'change_request', 'comment', 'reply', 'site'],
  ...['openapi_spec', 'openapi_version'],
];

let folder: string;
let platform: TestPlatform;
let admin: Reader;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'));
  platform = await startTestPlatform({ data: folder });
  admin = await new Readers(platform.url).as('admin');
  await publish(platform.admin, `/spaces/${DEV_GUIDE}`, [
    page('Change requests', 'change-requests'),
    page('Fünf %20 #1?', 'fünf %20'),
  ]);
  await propose(platform.admin, `/spaces/${DEV_GUIDE}`, [page('Pages', 'pages')]);
  // Search is to find something in every space.
  const sites = `/orgs/${ORGANIZATION}/sites`;
  await platform.admin('POST', sites, { spaces: [DEV_GUIDE], visibility: 'public' });
});

afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

describe('addresses in answers of the API', () => {
  it('lead to pages, for who gets the answer', async () => {
    const answers = await walk(platform.admin, platform.url, known());
    const found = addressesIn(answers.values());
    expect(kindsOf(found)).toEqual(['app', 'location', 'published']);
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

  it('lead to the page itself when its path is like that of something else', async () => {
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
  it('lead to pages and files that are there, and to places in them', async () => {
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

/** What routes are to be asked with, out of the database itself. */
function known() {
  const db = openDatabase(folder);
  const rows = TABLES.map((table) => [table, db.all<Fields>(`SELECT * FROM ${table}`)] as const);
  db.close();
  return knownFrom(Object.fromEntries(rows));
}

interface Found {
  kind: string;
  address: string;
}

/** The addresses for people that answers name, each once. Answers do not name the platform. */
function addressesIn(answers: Iterable<string>): Found[] {
  const found = new Map<string, Found>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'urls') collect(inner);
      else
        for (const [kind, address] of Object.entries(inner as Record<string, string>)) {
          if (['app', 'published', 'location'].includes(kind))
            found.set(address, { kind, address });
        }
    }
  };
  for (const answer of answers) {
    if (answer.startsWith('200 {')) collect(JSON.parse(answer.slice('200 '.length)));
  }
  return [...found.values()];
}

function kindsOf(found: readonly Found[]): string[] {
  return [...new Set(found.map(({ kind }) => kind))].sort();
}
