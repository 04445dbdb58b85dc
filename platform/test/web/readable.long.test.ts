import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION, startTestPlatform, type TestPlatform } from '../support.ts';
import {
  type BrowserWindow,
  barriersIn,
  CHROMIUM,
  launchBrowser,
  openWindow,
  overflowOf,
  signIn,
} from './browser.ts';
import { type Prepared, prepare } from './browser-content.ts';

/** The narrowest supported screen, in dark mode, and a wide one. */
const SCREENS = [
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
] as const;

/** Rules that axe must have applied, on every page with matching elements. */
const LOOKED_AT = ['color-contrast', 'heading-order', 'landmark-one-main', 'page-has-heading-one'];

let platform: TestPlatform;
let browser: Browser;
let prepared: Prepared;
/** Windows of a signed-in person, by screen. */
let windows: BrowserWindow[];

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  beforeAll(async () => {
    platform = await startTestPlatform();
    prepared = await prepare(platform);
    browser = await launchBrowser();
    windows = await Promise.all(SCREENS.map((screen) => openWindow(browser, platform.url, screen)));
    for (const { page } of windows) await signIn(page, 'admin');
  });

  afterAll(async () => {
    await browser.close();
    await platform.close();
  });

  it.each<[string, (paths: Prepared) => string]>([
    ['start', () => '/app'],
    ['organization', () => `/app/o/${ORGANIZATION}`],
    ['search', () => `/app/o/${ORGANIZATION}?q=retries`],
    ['space', ({ space }) => space],
    ['page', ({ page }) => page],
    ['change requests', ({ space }) => `${space}/change-requests`],
    ['change request', ({ request }) => request],
    ['proposed page', ({ request }) => `${request}/everything`],
    ['comments', ({ space }) => `${space}/comments`],
    ['comment', ({ comment }) => comment],
    ['revision', ({ revision }) => revision],
    ['site', ({ site }) => site],
    ['specification', () => `/app/o/${ORGANIZATION}/openapi/northwind-queue`],
    ['published page', ({ published }) => published],
    ['published page with everything', ({ published }) => `${published}/developers/everything`],
  ])('the %s is accessible on every screen, in light and dark', async (_, pathIn) => {
    for (const { page, problems } of windows) {
      expect((await page.goto(pathIn(prepared)))?.status()).toBe(200);
      expect(await overflowOf(page)).toBe(0);
      const { checked, found } = await barriersIn(page);
      expect(found).toEqual([]);
      expect(checked).toEqual(expect.arrayContaining(LOOKED_AT));
      expect(await page.locator('script').count()).toBe(0);
      expect(problems).toEqual([]);
    }
  });

  it.each(['/app/sign-in', '/docs/nothing/here'])('%s is accessible to strangers', async (path) => {
    for (const screen of SCREENS) {
      const { page } = await openWindow(browser, platform.url, screen);
      await page.goto(path);
      expect(await overflowOf(page)).toBe(0);
      expect((await barriersIn(page)).found).toEqual([]);
      await page.context().close();
    }
  });

  it('a page is dark if the system prefers it, and light otherwise', async () => {
    const grounds = windows.map(async ({ page }) => {
      await page.goto(prepared.page);
      return await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    });
    expect(await Promise.all(grounds)).toEqual(['rgb(20, 24, 31)', 'rgb(255, 255, 255)']);
  });

  it('wide tables and code scroll separately, with the keyboard too', async () => {
    const [narrow] = windows;
    if (!narrow) throw new Error('There is no narrow window');
    const { page } = narrow;
    await page.goto(prepared.page);
    for (const region of [page.getByRole('group', { name: 'Table' }), page.locator('pre')]) {
      const first = region.first();
      await first.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => first.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }
  });

  it('the focus is always visible', async () => {
    for (const { page } of windows) {
      await page.goto(prepared.page);
      const unseen: string[] = [];
      let stops = 0;
      for (; stops < 500; stops += 1) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate<{ name: string; outline: string; inView: boolean }>(
          FOCUSED,
        );
        if (stop.name === 'BODY') break;
        if (stop.outline !== 'solid 3px' || !stop.inView) unseen.push(JSON.stringify(stop));
      }
      expect(unseen).toEqual([]);
      expect(stops).toBeGreaterThan(30);
      expect(stops).toBeLessThan(500);
    }
  });

  it('the first tab stop skips the navigation', async () => {
    const [, wide] = windows;
    if (!wide) throw new Error('There is no wide window');
    const { page } = wide;
    await page.goto(prepared.page);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isInside = await page.locator('main :focus').count();
    expect(isInside).toBe(1);
  });
});

/** The focused element, its focus style, and whether it is visible. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const inView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  const name = element === document.body ? 'BODY' : element.outerHTML.slice(0, 100);
  return { name, outline: outlineStyle + ' ' + outlineWidth, inView };
})()`;
