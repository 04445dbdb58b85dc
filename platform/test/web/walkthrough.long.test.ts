import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEV_GUIDE, ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import { CHROMIUM, launchBrowser, openWindow, signIn } from './browser.ts';
import { type Prepared, prepare } from './browser-content.ts';

let platform: TestPlatform;
let browser: Browser;
let prepared: Prepared;
let page: Page;
let problems: string[];

describe.skipIf(CHROMIUM === undefined)('a person who reviews the work', () => {
  beforeAll(async () => {
    platform = await startTestPlatform();
    prepared = await prepare(platform);
    browser = await launchBrowser();
    ({ page, problems } = await openWindow(browser, platform.url));
    await signIn(page, 'reader');
  });

  beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }));

  afterAll(async () => {
    expect(problems).toEqual([]);
    await browser.close();
    await platform.close();
  });

  const heading = () => page.getByRole('heading', { level: 1 }).textContent();

  it('finds a page from the start, and follows links in it', async () => {
    await page.goto('/app');
    for (const name of ['Northwind', 'Developer Guide', 'Retries and backoff']) {
      await page.getByRole('link', { name, exact: true }).click();
      expect(await heading()).toBe(name);
    }
    await page
      .getByRole('main')
      .getByRole('link', { name: 'dead-letter queue', exact: true })
      .click();
    expect([new URL(page.url()).pathname, await heading()]).toEqual([
      `/app/s/${DEV_GUIDE}/guides/dead-letters`,
      'Dead-letter queues',
    ]);
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByText('Developer Guide')
      .click();
    expect(new URL(page.url()).pathname).toBe(`/app/s/${DEV_GUIDE}`);
  });

  it('follows a link to an anchor in a page', async () => {
    await page.goto(`${prepared.space}/limits`);
    await page.getByRole('link', { name: 'filters', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#filters');
    await expect.poll(() => inView('#filters')).toBe(true);
  });

  it('searches', async () => {
    await page.goto(`/app/o/${ORGANIZATION}`);
    await page.getByRole('searchbox', { name: 'Search all spaces' }).fill('dead letters');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Dead-letter queues' }).first().click();
    expect(await heading()).toBe('Dead-letter queues');
  });

  it('reaches the pages of a space on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${prepared.space}/guides/retries`);
    const tree = page.getByRole('navigation', { name: 'Pages' });
    expect(await inView('nav.tree a')).toBe(false);
    await page.getByRole('banner').getByRole('link', { name: 'Pages' }).click();
    await expect.poll(() => inView('nav.tree a')).toBe(true);
    await tree.getByRole('link', { name: 'Quickstart' }).click();
    expect(await heading()).toBe('Quickstart');
  });

  it('opens the change request from an address in an answer of the API', async () => {
    const number = prepared.request.split('/').at(-1);
    const { text } = await platform.editor('GET', `/spaces/${DEV_GUIDE}/change-requests/${number}`);
    await page.goto((JSON.parse(text) as { urls: { app: string } }).urls.app);
    expect(await heading()).toBe(`#${number} Correct the number of attempts draft`);
    const change = page.getByRole('article').filter({ hasText: 'guides/retries' }).first();
    expect(await change.locator('ins').allTextContents()).toContain(
      'How often a message is delivered',
    );
    const [taken, added] = [
      change.locator('.diff del').first(),
      change.locator('.diff ins').first(),
    ];
    expect(await taken.textContent()).toContain('A delivery fails when');
    expect(await added.textContent()).toContain('after 8 delivery attempts.');
    expect(await Promise.all([taken, added].map(look))).toEqual([
      'line-through rgb(253, 232, 231)',
      'underline rgb(226, 245, 233)',
    ]);
  });

  it('continues to the comments, and to the page after the change', async () => {
    await page.goto(prepared.request);
    expect(await inView('.thread')).toBe(false);
    await page.getByRole('link', { name: '1 (1 open)' }).click();
    await expect.poll(() => inView('.thread')).toBe(true);
    const thread = page.locator('.thread');
    expect(await thread.getByRole('heading').textContent()).toBe('Inês Varga open');
    expect(await thread.getByRole('list', { name: 'Replies' }).textContent()).toContain('It is.');
    await thread.getByRole('link', { name: 'Retries and backoff' }).click();
    expect(await page.getByRole('article').first().textContent()).toContain(
      'after 8 delivery attempts.',
    );
    await page.getByRole('link', { name: /^change request \d+$/ }).click();
    expect(new URL(page.url()).pathname).toBe(prepared.request);
  });

  it('signs out', async () => {
    const leaving = await openWindow(browser, platform.url);
    await signIn(leaving.page, 'reader', prepared.request);
    expect(new URL(leaving.page.url()).pathname).toBe(prepared.request);
    await leaving.page.getByRole('button', { name: 'Sign out' }).click();
    await leaving.page.goto(prepared.request);
    expect(new URL(leaving.page.url()).pathname).toBe('/app/sign-in');
  });
});

/** Whether the first matching element is within the window. */
async function inView(selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y + box.height > 0 && box.y < height;
}

/** How a part of a diff is marked. */
async function look(mark: Locator): Promise<string> {
  return await mark.evaluate((element) => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return `${style?.textDecorationLine} ${style?.backgroundColor}`;
  });
}
