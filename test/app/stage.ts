import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import type { McpConnection } from '../support/clients.ts';

/** A host page in a browser that shows the result of one call, and records what happens. */
export interface HostPage {
  page: Page;
  /** The frame of the app. */
  app: FrameLocator;
  /** The app's requests to its host. */
  asked: { method: string; params: Record<string, unknown> }[];
  /** Errors, and requests to any address. */
  problems: string[];
  setContext(context: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions extends BrowserContextOptions {
  /** The host's context. */
  host?: Record<string, unknown>;
  capabilities?: Record<string, object>;
  /** Replaces the server's answer. */
  result?: unknown;
  /** The host reads resources for the page only after this. */
  readsAfter?: Promise<void>;
}

export const REVIEW_TOOL = 'review_change_request';
export const APP = 'ui://docs-platform/change-request';

const HOST = 'http://host.test/';
const EVERYTHING = {
  serverTools: {},
  serverResources: {},
  openLinks: {},
  updateModelContext: { text: {} },
};

const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">
<iframe id="app" title="Change request" sandbox="allow-scripts" style="border:0;width:100%;height:300px"></iframe></body></html>`;

let bundled: Promise<string> | undefined;

function hostScript(): Promise<string> {
  bundled ??= build({
    entryPoints: [new URL('./host-page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'warning',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundled;
}

/** The page as the server returns it. */
export async function readApp(server: McpConnection): Promise<string> {
  const { contents } = await server.client.readResource({ uri: APP });
  return String((contents[0] as { text?: string }).text);
}

/** Reviews a change request and displays it, like a host that supports app pages. */
export async function openStage(
  browser: Browser,
  server: McpConnection,
  args: Record<string, unknown>,
  { host = {}, capabilities = EVERYTHING, result, readsAfter, ...options }: StageOptions = {},
): Promise<HostPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const asked: HostPage['asked'] = [];
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('dialog', async (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await context.route('**', async (route) => {
    if (route.request().url() === HOST) {
      return await route.fulfill({ contentType: 'text/html', body: HOST_PAGE });
    }
    problems.push(`${route.request().resourceType()} ${route.request().url()}`);
    await route.abort();
  });
  await page.exposeFunction('ask', async (method: string, params: Record<string, unknown>) => {
    asked.push({ method, params });
    if (method === 'resources/read') await readsAfter;
    return await answer(server, method, params);
  });
  await page.goto(HOST);
  await page.evaluate(await hostScript());
  const shown = {
    html: await readApp(server),
    args,
    result: result ?? (await server.call(REVIEW_TOOL, args)),
    context: host,
    capabilities,
  };
  await page.evaluate((shown) => (globalThis as never as Window).host.show(shown), shown);
  return {
    page,
    app: page.frameLocator('#app'),
    asked,
    problems,
    setContext: (changed) =>
      page.evaluate((changed) => (globalThis as never as Window).host.setContext(changed), changed),
    close: () => context.close(),
  };
}

interface Window {
  host: { show(shown: object): Promise<void>; setContext(context: object): void };
}

async function answer(
  server: McpConnection,
  method: string,
  params: Record<string, unknown>,
): Promise<unknown> {
  if (method === 'tools/call') {
    return await server.call(String(params.name), params.arguments as Record<string, unknown>);
  }
  if (method === 'resources/read') {
    return await server.client.readResource({ uri: String(params.uri) });
  }
  if (method === 'ui/request-display-mode') return { mode: params.mode };
  return {};
}
