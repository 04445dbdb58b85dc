import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { findProgram } from '../../../test/support/system-programs.ts';

/** Chromium; undefined where it is not installed. */
export const CHROMIUM = findProgram('chromium');

/** A page in a browser, and its problems: console messages, requests, and scripts that ran. */
export interface BrowserWindow {
  page: Page;
  problems: string[];
}

export async function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('Chromium is not installed');
  return await chromium.launch({ executablePath: CHROMIUM });
}

/** A window with separate cookies, which sends requests only to the platform. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.route('**', async (route) => {
    if (isExpected(route.request(), url)) return await route.continue();
    problems.push(`${route.request().resourceType()} ${route.request().url()}`);
    await route.abort();
  });
  return { page, problems };
}

function isExpected(request: Request, url: string): boolean {
  const type = request.resourceType();
  return (
    new URL(request.url()).origin === url &&
    (request.isNavigationRequest() || ['stylesheet', 'image', 'other'].includes(type))
  );
}

/** Signs a demonstration user in through the form, as a person does, and continues to `next`. */
export async function signIn(page: Page, role: string, next = '/app'): Promise<void> {
  await page.goto(`/app/sign-in?${new URLSearchParams({ next })}`);
  await page.getByLabel('Access token').fill(`demo-${role}-token`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/app/sign-in');
}

/** Accessibility problems that axe finds on a page: the ids of rules, and the elements that violate them. */
export async function barriersIn(page: Page): Promise<{ checked: string[]; found: string[] }> {
  await page.evaluate(axe.source);
  const { passes, violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return {
    checked: passes.map(({ id }) => id),
    found: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    ),
  };
}

/** Width in pixels of the part of a page beyond the right edge of the window. */
export async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
