import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPlatform } from '@docs-platform-mcp/platform';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createClient } from '../src/client/index.ts';
import { surfaceOf } from '../src/tools/index.ts';
import { pageWith, ROOT } from './marked.ts';

const PAGE = 'docs/tokens.md';

/** The tables are only rewritten if a figure differs by more than this share. */
const TOLERANCE = 0.1;

/** Results may always differ by this many tokens, because their ids and marks differ in each run. */
const LEAST_OF_RESULTS = 40;

const spaceId = 'spaceDevGuide0000001';
const pageId = 'kmBrcfIkSeuVCGDS9fXr';
const organizationId = 'orgNorthwind00000001';
const specification = { organizationId, specSlug: 'northwind-queue' };

/** Reads of the demonstration content whose results are measured. */
const READS: readonly (readonly [tool: string, args: object])[] = [
  ['get_context', {}],
  ['list_pages', { spaceId }],
  ['get_page', { spaceId, pageId }],
  ['find_in_pages', { spaceId, text: 'dead-letter' }],
  ['search_space', { spaceId, query: 'retries' }],
  ['search_organization', { organizationId, query: 'retries' }],
  ['list_change_requests', { spaceId }],
  ['get_change_request', { spaceId, changeRequestId: '1' }],
  ['review_change_request', { spaceId, changeRequestId: '1' }],
  ['list_open_threads', { spaceId }],
  ['list_space_comments', { spaceId }],
  ['page_history', { spaceId, pageId }],
  ['audit_links', { spaceId }],
  ['list_openapi_versions', specification],
  ['compare_openapi_versions', specification],
  ['explain_access', { spaceId, userId: 'userInes000000000001' }],
  ['list_organizations', {}],
  ['list_collections', { organizationId }],
  ['list_members', { organizationId }],
  ['list_sites', { organizationId }],
];

const changeRequest = { spaceId, changeRequestId: '3' };

/** Writes to the demonstration content, in order; the first one opens change request 3. */
const WRITES: readonly (readonly [tool: string, args: object])[] = [
  ['create_change_request', { spaceId, subject: 'Shorter waits' }],
  [
    'edit_section',
    {
      ...changeRequest,
      pageId,
      heading: 'Choosing values',
      markdown: '## Choosing values\n\nNone.',
    },
  ],
  [
    'edit_change_request_content',
    {
      ...changeRequest,
      changes: [{ operation: 'replace_text', page: pageId, old: '20 percent', new: '10 percent' }],
    },
  ],
  ['update_change_request', { ...changeRequest, status: 'open' }],
  ['post_change_request_comment', { ...changeRequest, body: { markdown: 'Why so?' } }],
  ['update_change_request_from_primary', changeRequest],
  ['merge_change_request', changeRequest],
  [
    'replace_in_pages',
    { spaceId, pages: [pageId], old: 'jitter', new: 'spread', subject: 'Spread' },
  ],
  [
    'open_change_request_with_edits',
    {
      spaceId,
      subject: 'Tries',
      changes: [{ operation: 'update_page', page: pageId, title: 'Tries' }],
    },
  ],
  ['restore_page', { spaceId, pageId, changeRequestId: '3' }],
  ['post_space_comment', { spaceId, body: { markdown: 'Is this right?' } }],
  ['create_space', { organizationId, title: 'Notes' }],
  ['create_collection', { organizationId, title: 'Archive' }],
  ['create_team', { organizationId, title: 'Reviewers' }],
  ['create_site', { organizationId, title: 'Docs' }],
];

/** Suffix of the names of rows for results. */
const RESULT = ' result';

type Costs = readonly (readonly [name: string, tokens: number])[];

/** The page of token figures: unchanged if all figures still hold, else with new tables. */
export async function tokenPage(): Promise<string> {
  const current = readFileSync(join(ROOT, PAGE), 'utf8');
  const all = [...definitions(), ...(await results())];
  const known = new Map(
    [...current.matchAll(/^\| (\S+(?: result)?) \| (\d+) \|$/gm)].map(([, name = '', tokens]) => [
      name,
      Number(tokens),
    ]),
  );
  const holds = ([name, tokens]: Costs[number]) => {
    const least = name.endsWith(RESULT) ? LEAST_OF_RESULTS : 0;
    return Math.abs((known.get(name) ?? 0) - tokens) <= Math.max(least, tokens * TOLERANCE);
  };
  if (known.size === all.length && all.every(holds)) return current;
  const rows = all.map(([name, tokens]) => `| ${name} | ${tokens} |`);
  return pageWith(PAGE, 'tokens', ['| What | Tokens |', '|---|---|', ...rows].join('\n'));
}

/** The cost of a tool's definition for a model: name, description and input schema. */
function definitions(): Costs {
  const { definitions: all } = surfaceOf({ toolsets: ['all'] });
  return all
    .map(({ name, description, inputSchema }): Costs[number] => [
      name,
      countTokens(JSON.stringify({ name, description, inputSchema })),
    ])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The cost of results on the demonstration content. */
async function results(): Promise<Costs> {
  const platform = await startPlatform({ profile: 'current' });
  const client = createClient({ baseUrl: platform.url, userAgent: 'tokens' });
  const surface = surfaceOf({ toolsets: ['all'] });
  const costs: [string, number][] = [];
  for (const [tool, args] of [...READS, ...WRITES]) {
    const outcome = await surface.call(tool, args, { client, token: 'demo-admin-token' });
    if (!outcome || 'question' in outcome || outcome.isError) {
      throw new Error(`${tool}: ${JSON.stringify(outcome)}`);
    }
    costs.push([`${tool}${RESULT}`, countTokens(outcome.text)]);
  }
  await client.close();
  await platform.close();
  return costs;
}
