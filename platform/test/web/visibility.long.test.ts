import { SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, read } from '../sites/support.ts';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { type BrowserWindow, CHROMIUM, launchBrowser, openWindow, signIn } from './browser.ts';

const BASE = `/docs/${ORGANIZATION}/northwind`;
const FIRST_PAGE = 'Welcome to Northwind Queue';

let platform: TestPlatform;
let browser: Browser;
/** Path of the demonstration's site in the API. */
let site: string;

describe.skipIf(CHROMIUM === undefined)('a published site in a browser', () => {
  beforeAll(async () => {
    platform = await startTestPlatform();
    site = await demoSite(platform.admin);
    // Otherwise, sections would depend on the visitor.
    await platform.admin('PATCH', site, { adaptiveContent: { enabled: false } });
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  it('for everybody has sections, their pages, and links between them', async () => {
    await setVisibility('public');
    const { page, problems } = await visitor();
    await page.goto(await publishedUrl());
    expect(await heading(page)).toBe(FIRST_PAGE);
    const sections = page.getByRole('list', { name: 'Sections' });
    expect(await sections.getByRole('link').allTextContents()).toEqual([
      'Developers',
      'Operations',
    ]);
    expect(await sections.getByText('Running the service').isVisible()).toBe(true);
    expect(await sections.locator('[aria-current]').textContent()).toBe('Developers');
    await sections.getByRole('link', { name: 'Operations' }).click();
    expect(path(page)).toBe(`${BASE}/operations`);
    expect(await sections.locator('[aria-current]').textContent()).toBe('Operations');
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Severity levels').click();
    expect(await heading(page)).toBe('Severity levels');
    await page.getByRole('searchbox').fill('quickstart');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Quickstart', exact: true }).first().click();
    expect(path(page)).toBe(`${BASE}/developers/developer-guide/quickstart`);
    expect(problems).toEqual([]);
  });

  it('that is unlisted is read by its address, and not indexed', async () => {
    await setVisibility('unlisted');
    const { page } = await visitor();
    const answer = await page.goto(await publishedUrl());
    expect([answer?.status(), await heading(page)]).toEqual([200, FIRST_PAGE]);
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  });

  it('for holders of a share link opens with the link, and not without', async () => {
    await setVisibility('share-link');
    const { page } = await visitor();
    expect((await page.goto(BASE))?.status()).toBe(404);
    const [link] = (await read(platform.admin, `${site}/share-links`)).items;
    await page.goto(link?.urls.published ?? '');
    expect([path(page), await heading(page)]).toEqual([BASE, FIRST_PAGE]);
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Quickstart').click();
    expect(await heading(page)).toBe('Quickstart');
    const other = await visitor();
    expect((await other.page.goto(page.url()))?.status()).toBe(404);
  });

  it('for visitors opens with a token signed by the key that its owners see', async () => {
    await setVisibility('visitor-auth');
    const maker = await visitor();
    await signIn(maker.page, 'admin', `/app${site.replace('/orgs/', '/o/')}`);
    expect(await maker.page.getByText('visitors with a signed token').isVisible()).toBe(true);
    const key = await maker.page.getByRole('group', { name: 'Key' }).textContent();
    const token = await new SignJWT({ sub: 'visitor' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key ?? ''));
    const { page } = await visitor();
    expect((await page.goto(await publishedUrl()))?.status()).toBe(403);
    expect(await heading(page)).toBe('Not signed in');
    await page.goto(`${await publishedUrl()}/operations?jwt_token=${token}`);
    expect([page.url(), await heading(page)]).toEqual([
      `${platform.url}${BASE}/operations`,
      'About this handbook',
    ]);
  });
});

async function setVisibility(visibility: string): Promise<void> {
  await platform.admin('PATCH', site, { visibility });
}

async function publishedUrl(): Promise<string> {
  return (await read(platform.admin, site)).urls.published ?? '';
}

/** A stranger to the platform. */
async function visitor(): Promise<BrowserWindow> {
  return await openWindow(browser, platform.url);
}

function path(page: Page): string {
  return new URL(page.url()).pathname;
}

async function heading(page: Page): Promise<string | null> {
  return await page.getByRole('heading', { level: 1 }).textContent();
}
