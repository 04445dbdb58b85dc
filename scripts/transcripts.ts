// Writes docs/workflows.md: what each tool that combines operations does on the demonstration content.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '../src/client/index.ts';
import { startPlatform } from '../src/platform/index.ts';
import { surfaceOf } from '../src/tools/index.ts';

const spaceId = 'spaceDevGuide0000001';
const LONGEST = 2_400;

const platform = await startPlatform();
const client = createClient({ baseUrl: platform.url, userAgent: 'transcripts' });
const surface = surfaceOf({ toolsets: ['all'] });
const sections: string[] = [];

/** Calls a tool, writes the call and its result down, and gives the result. */
async function call(name: string, args: object, show = true): Promise<Record<string, unknown>> {
  const progress: string[] = [];
  const outcome = await surface.call(name, args, {
    client,
    token: platform.operatorToken ?? '',
    onProgress: async (_, message) => void progress.push(message),
  });
  if (!outcome || 'question' in outcome) throw new Error(`${name} gave no result`);
  if (show) sections.push(section(name, args, progress, outcome.structured ?? outcome.text));
  return outcome.structured ?? {};
}

function section(name: string, args: object, progress: string[], result: unknown): string {
  const text = JSON.stringify(result, null, 2).replaceAll(platform.url, 'http://127.0.0.1');
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
        markdown:
          '# Poisoned messages\n\nSee [Retries](guides/retries.md) and [a page that is not there](missing.md).',
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

const docs = fileURLToPath(new URL('../docs', import.meta.url));
mkdirSync(docs, { recursive: true });
writeFileSync(
  `${docs}/workflows.md`,
  `# Workflow tools\n\nWritten by \`npm run transcripts\` against the embedded platform; ids and marks differ in every run.\n\n${sections.join('\n\n')}\n`,
);
await client.close();
await platform.close();
