// Writes docs/images: the pages of the embedded platform that show what an agent did. The agent's part is the first
// half of the main job, done with the tools themselves. Also writes the page that hosts show in a chat.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startPlatform } from '@docs-platform-mcp/platform';
import { mainJob } from '../examples/main-job.ts';
import { launchBrowser, openWindow, signIn } from '../platform/test/web/browser.ts';
import { createClient } from '../src/client/index.ts';
import { surfaceOf } from '../src/tools/index.ts';
import { shootApp } from './screenshot-app.ts';
import { FILES, PAGES, SPECIFICATION } from './screenshot-pages.ts';

/** The step of the main job after which the change request waits for a person. */
const LAST_STEP = 'post_change_request_comment';

const ORGANIZATION = 'orgNorthwind00000001';
const SPACE = 'spaceDevGuide0000001';

const WIDE = { viewport: { width: 1120, height: 760 }, colorScheme: 'light' } as const;
const DARK = { ...WIDE, colorScheme: 'dark' } as const;
const PHONE = { viewport: { width: 390, height: 760 }, colorScheme: 'light' } as const;
const DARK_PHONE = { ...PHONE, colorScheme: 'dark' } as const;

const platform = await startPlatform();
const client = createClient({ baseUrl: platform.url, userAgent: 'screenshots' });
const surface = surfaceOf({ toolsets: ['all'] });
let request = '';

/** Calls a tool, and records the page of the agent's change request. */
async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const outcome = await surface.call(name, args, { client, token: platform.operatorToken ?? '' });
  if (!outcome || 'question' in outcome || !outcome.structured) {
    throw new Error(`${name} gave no result`);
  }
  const result = outcome.structured;
  if (name === 'create_change_request') {
    request = `/app/s/${args.spaceId}/change-requests/${result.number}`;
  }
  return result;
}

for await (const { tool } of mainJob(call)) if (tool === LAST_STEP) break;

/** A request to the API as the administrator; returns the answer. */
async function send(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Publishes the pages with the blocks to show. */
async function publishBlocks(): Promise<void> {
  const { slug, text } = SPECIFICATION;
  await send('PUT', `/orgs/${ORGANIZATION}/openapi/${slug}`, { source: { text } });
  const { id } = await send('POST', `/spaces/${SPACE}/change-requests`);
  const path = `/spaces/${SPACE}/change-requests/${id}`;
  const files = FILES.map(({ ref, name, text }) => ({
    ref,
    name,
    contentType: name.endsWith('.svg') ? 'image/svg+xml' : 'text/csv',
    base64: Buffer.from(text).toString('base64'),
  }));
  const { insertedFiles } = (await send('POST', `${path}/content?compat=false`, {
    changes: [{ operation: 'insert_files', files }],
  })) as { insertedFiles: { id: string; ref: string }[] };
  const linked = (markdown: string) =>
    insertedFiles.reduce(
      (text, file) => text.replaceAll(`file:${file.ref}`, `/files/${file.id}`),
      markdown,
    );
  await send('POST', `${path}/content`, {
    changes: PAGES.map(({ slug, title, markdown }) => ({
      operation: 'insert_page',
      title,
      slug,
      document: { markdown: linked(markdown) },
    })),
  });
  await send('POST', `${path}/merge`);
}

await publishBlocks();

const published = `/docs/${ORGANIZATION}/northwind`;
const shots = [
  ['space', `/app/s/${SPACE}`, WIDE],
  ['page', `/app/s/${SPACE}/guides/retries`, WIDE],
  ['change-request', request, WIDE],
  ['change-request-dark', request, DARK],
  ['change-request-phone', request, PHONE],
  ['site', `${published}/operations/operations-handbook/incidents/severity-levels`, WIDE],
  ['site-phone-dark', published, DARK_PHONE],
  ...PAGES.map(({ slug }) => [slug, `/app/s/${SPACE}/${slug}`, WIDE] as const),
] as const;

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const [name, path, screen] of shots) {
    const window = await openWindow(browser, platform.url, screen);
    await signIn(window.page, 'admin', path);
    await window.page.screenshot({
      path: `${folder}/${name}.png`,
      fullPage: path === request,
    });
    if (window.problems.length > 0) throw new Error(`${path}: ${window.problems.join(', ')}`);
    await window.page.context().close();
    console.log(`docs/images/${name}.png`);
  }
  for (const name of await shootApp(browser, folder)) console.log(`docs/images/${name}.png`);
} finally {
  await browser.close();
  await client.close();
  await platform.close();
}
