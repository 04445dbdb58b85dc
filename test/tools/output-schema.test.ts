import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PlatformClient } from '../../src/client/index.ts';
import { surfaceOf } from '../../src/tools/index.ts';
import { FOR_DESCRIPTIONS } from '../support/published.ts';

const spaceId = 'spaceDevGuide0000001';
const organizationId = 'orgNorthwind00000001';
const specSlug = 'northwind-queue';

const CALLS: [string, object][] = [
  ['list_organizations', {}],
  ['list_collections', { organizationId }],
  ['search_organization', { organizationId, query: 'message' }],
  ['search_space', { spaceId, query: 'message' }],
  ['list_pages', { spaceId }],
  ['list_pages', { spaceId, fields: ['title'] }],
  ['get_current_revision', { spaceId }],
  ['list_change_requests', { spaceId }],
  ['list_space_comments', { spaceId }],
  ['list_files', { spaceId }],
  ['ask_organization', { organizationId, query: 'How are messages retried?' }],
  ['list_openapi_specs', { organizationId }],
  ['get_latest_openapi_version_content', { organizationId, specSlug }],
  ['list_open_threads', { spaceId }],
  ['audit_links', { spaceId }],
  ['review_change_request', { spaceId, changeRequestId: '1' }],
  ['find_operations', { query: 'merge' }],
];

let platform: RunningPlatform;
let client: PlatformClient;

beforeAll(async () => {
  platform = await startPlatform();
  client = createClient({ baseUrl: platform.url, userAgent: 'test/1' });
});

afterAll(async () => {
  await client.close();
  await platform.close();
});

describe.each([10_000, 500])('a result of at most %i tokens', (maxResultTokens) => {
  const surface = surfaceOf({ toolsets: ['all'], maxResultTokens });

  it.each(CALLS)('of %s matches its output schema', async (name, args) => {
    const outcome = await surface.call(name, args, { client, token: 'demo-admin-token' });
    if (!outcome || 'question' in outcome) throw new Error('no result');
    expect(outcome.isError).toBeUndefined();
    const schema = surface.definitions.find((tool) => tool.name === name)?.outputSchema;
    const ajv = new Ajv(FOR_DESCRIPTIONS);
    expect(ajv.validate(schema ?? false, outcome.structured), ajv.errorsText()).toBe(true);
  });

  it('of a page matches its output schema', async () => {
    const context = { client, token: 'demo-admin-token' };
    const list = await surface.call(
      'search_space',
      { spaceId, query: 'delivery attempts' },
      context,
    );
    if (!list || 'question' in list) throw new Error('no result');
    const { items } = list.structured ?? {};
    const [{ id: pageId }] = items as [{ id: string }];
    const page = await surface.call('get_page', { spaceId, pageId }, context);
    if (!page || 'question' in page) throw new Error('no result');
    const schema = surface.definitions.find((tool) => tool.name === 'get_page')?.outputSchema;
    const ajv = new Ajv(FOR_DESCRIPTIONS);
    expect(ajv.validate(schema ?? false, page.structured), ajv.errorsText()).toBe(true);
  });
});
