// Measures how long the built program takes to find a text in 1,000 pages of the embedded platform: the first time,
// when it reads every page, and again in the same revision.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './programs.ts';

const PAGES = 1_000;
const BATCH = 50;
const SPACE = 'spaceDevGuide0000001';
const ROUNDS = 5;
const WORDS =
  'queue message broker topic delivery attempt consumer retry backoff region replica'.split(' ');

const client = new Client({ name: 'bench', version: '1' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [CLI, '--toolsets', 'all'],
    env: {},
  }),
);
try {
  await fill();
  const first = await measure('needle 501');
  const later = [];
  for (let round = 0; round < ROUNDS; round += 1) later.push(await measure(`needle ${round}`));
  console.log(`first search of ${PAGES} pages: ${first.toFixed(0)} ms`);
  console.log(`again: ${later.map((ms) => ms.toFixed(0)).join(', ')} ms`);
} finally {
  await client.close();
}

async function fill(): Promise<void> {
  const { id: changeRequestId } = await call('create_change_request', {
    spaceId: SPACE,
    subject: 'Fill',
  });
  for (let made = 0; made < PAGES; made += BATCH) {
    const changes = Array.from({ length: BATCH }, (_, index) => ({
      operation: 'insert_page',
      title: `Page ${made + index}`,
      document: { markdown: textOf(made + index) },
    }));
    await call('edit_change_request_content', { spaceId: SPACE, changeRequestId, changes });
  }
  await call('merge_change_request', { spaceId: SPACE, changeRequestId });
}

/** About 4 KB in eight sections, like a typical page of documentation. */
function textOf(page: number): string {
  return Array.from({ length: 8 }, (_, section) => {
    const words = Array.from(
      { length: 70 },
      (_, word) => WORDS[(page + section * word) % WORDS.length],
    );
    return `## Section ${section}\n\nneedle ${page} ${words.join(' ')}.`;
  }).join('\n\n');
}

async function measure(text: string): Promise<number> {
  const from = performance.now();
  const { matches, pagesRead } = await call('find_in_pages', {
    spaceId: SPACE,
    text,
    match: 'words',
  });
  const took = performance.now() - from;
  if (Number(pagesRead) < PAGES || Number(matches) < 8)
    throw new Error(`found ${matches} in ${pagesRead}`);
  return took;
}

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return result.structuredContent as Record<string, unknown>;
}
