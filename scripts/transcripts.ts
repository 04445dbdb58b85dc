// Writes docs/workflows.md: what each workflow tool does on the demonstration content.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Profile, startPlatform } from '@docs-platform-mcp/platform';
import { createClient } from '../src/client/index.ts';
import { surfaceOf } from '../src/tools/index.ts';

const spaceId = 'spaceDevGuide0000001';
const LONGEST = 2_400;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const surface = surfaceOf({ toolsets: ['all'] });
const sections: string[] = [];

/** Calls a tool, records the call and its result unless told otherwise, and returns the result. */
type RecordCall = (name: string, args: object, show?: boolean) => Promise<Record<string, unknown>>;

/** Does some work on a separate platform. */
async function onPlatform(
  profile: Profile,
  work: (call: RecordCall) => Promise<void>,
): Promise<void> {
  const platform = await startPlatform({ profile });
  const client = createClient({ baseUrl: platform.url, userAgent: 'transcripts' });
  await work(async (name, args, show = true) => {
    const progress: string[] = [];
    const outcome = await surface.call(name, args, {
      client,
      token: platform.operatorToken ?? '',
      onProgress: async (_, message) => void progress.push(message),
    });
    if (!outcome || 'question' in outcome) throw new Error(`${name} gave no result`);
    const result = outcome.structured ?? outcome.text;
    const text = JSON.stringify(result, null, 2).replaceAll(platform.url, 'http://127.0.0.1');
    if (show) sections.push(section(name, args, progress, text));
    return outcome.structured ?? {};
  });
  await client.close();
  await platform.close();
}

function section(name: string, args: object, progress: string[], text: string): string {
  const shown =
    text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… (${text.length} characters)` : text;
  return [
    `## ${name}`,
    '```json',
    JSON.stringify(args, null, 2),
    '```',
    ...(progress.length > 0 ? [`Progress: ${progress.slice(0, 6).join('; ')}.`] : []),
    'Result:',
    '```json',
    shown,
    '```',
  ]
    .join('\n\n')
    .replaceAll('```json\n\n', '```json\n')
    .replaceAll('\n\n```', '\n```');
}

/** The everyday workflows, on the legacy service. */
async function everyday(call: RecordCall): Promise<void> {
  const { items } = await call('search_space', { spaceId, query: 'delivery attempts' }, false);
  const [{ id: pageId }] = items as [{ id: string }];
  await call('list_open_threads', { spaceId });
  await call('audit_links', { spaceId });
  await call('review_change_request', { spaceId, changeRequestId: '1' });
  const { changeRequestId } = await call('open_change_request_with_edits', {
    spaceId,
    subject: 'Explain what happens to poisoned messages',
    changes: [
      {
        operation: 'insert_page',
        document: {
          markdown: '# Poisoned messages\n\nSee [Retries](guides/retries.md).',
        },
      },
    ],
  });
  await call('edit_section', {
    spaceId,
    changeRequestId,
    pageId,
    heading: 'How many delivery attempts a message gets',
    markdown:
      '## How many delivery attempts a message gets\n\nNorthwind Queue gives up on a message after 8 delivery attempts.',
  });
}

/** A change from its draft to the redirect of a renamed page, on the current service. */
async function authoring(call: RecordCall): Promise<void> {
  const organizationId = 'orgNorthwind00000001';
  const { items } = await call('list_sites', { organizationId, space: spaceId }, false);
  const [{ id: siteId }] = items as [{ id: string }];
  await call('update_site', { organizationId, siteId, visibility: 'public' }, false);
  const { pages } = await call('list_pages', { spaceId, fields: ['path'] }, false);
  const idOf = (path: string) => pageAt(pages as PageNode[], path);
  const changes = (link: string) => [
    {
      operation: 'insert_files',
      files: [{ name: 'budget.png', ref: 'picture', contentType: 'image/png', base64: PIXEL }],
    },
    {
      operation: 'insert_page',
      ref: 'budgets',
      into: idOf('guides'),
      document: {
        markdown: `# Retry budgets\n\nHow [alarms](./alarms.md#levels) and ${link} work together.\n\n![A budget](./picture)`,
      },
    },
    {
      operation: 'insert_page',
      ref: 'alarms',
      into: idOf('guides'),
      document: { markdown: '# Alarms\n\n## Levels\n\nBack to [budgets](./budgets.md).' },
    },
    { operation: 'update_page', page: idOf('guides/retries'), slug: 'retrying' },
    { operation: 'update_page', page: idOf('limits'), into: idOf('guides') },
    { operation: 'delete_page', page: idOf('guides/push/legacy-format') },
  ];
  sections.push('# Authoring on the profile `current`');
  const subject = 'Explain retry budgets';
  const open = (link: string) =>
    call('open_change_request_with_edits', { spaceId, subject, changes: changes(link) });
  await open('[retries](guides/retries.md)');
  const { changeRequestId, redirects } = await open('[retries](./retrying.md)');
  await call('merge_change_request', { spaceId, changeRequestId });
  for (const { tool, arguments: args } of redirects as { tool: string; arguments: object }[]) {
    await call(tool, args);
  }
}

interface PageNode {
  id: string;
  path?: string;
  pages?: PageNode[];
}

function pageAt(pages: readonly PageNode[], path: string): string | undefined {
  for (const page of pages) {
    const id = page.path === path ? page.id : pageAt(page.pages ?? [], path);
    if (id !== undefined) return id;
  }
  return undefined;
}

await onPlatform('contract', everyday);
await onPlatform('current', authoring);

const docs = fileURLToPath(new URL('../docs', import.meta.url));
mkdirSync(docs, { recursive: true });
writeFileSync(
  `${docs}/workflows.md`,
  `# Workflow tools\n\nWritten by \`npm run transcripts\` against the embedded platform; ids and marks differ in every run.\n\n${sections.join('\n\n')}\n`,
);
