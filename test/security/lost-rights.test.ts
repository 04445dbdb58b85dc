import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docs-platform-mcp/platform';
import { describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';

const SPACE = 'spaceDevGuide0000001';
const ORGANIZATION = 'orgNorthwind00000001';
const PAGE = 'retries';

const READS: readonly [tool: string, args: object][] = [
  ['get_space', { spaceId: SPACE }],
  ['list_pages', { spaceId: SPACE }],
  ['get_page', { spaceId: SPACE, pageId: PAGE }],
  ['get_context', { spaceId: SPACE }],
  ['find_in_pages', { spaceId: SPACE, text: 'message' }],
  ['search_space', { spaceId: SPACE, query: 'message' }],
  ['page_history', { spaceId: SPACE, pageId: PAGE }],
  ['audit_links', { spaceId: SPACE }],
  ['list_change_requests', { spaceId: SPACE }],
  ['list_open_threads', { spaceId: SPACE }],
  ['search_organization', { organizationId: ORGANIZATION, query: 'message' }],
  ['list_spaces', { organizationId: ORGANIZATION }],
  ['list_openapi_specs', { organizationId: ORGANIZATION }],
];

/** Titles and texts that no refusal needs. */
const CONTENT = /delivery attempts|idempotency|dead-letter|Retries and backoff|Developer Guide/i;

const [generation] = linkedClient('2025');

interface Connected {
  admin: McpConnection;
  reader: McpConnection;
  close: () => Promise<void>;
}

type Connect = (platform: string) => Promise<Connected>;

const OPTIONS = ['--toolsets', 'all', '--confirm', 'never', '--api', 'current'];

const TRANSPORTS: readonly [name: string, connect: Connect][] = [
  [
    'HTTP',
    async (platform) => {
      const server = await linkedHttp(OPTIONS, { DOCS_PLATFORM_URL: platform });
      const admin = await generation.http(server.url, 'demo-admin-token');
      const reader = await generation.http(server.url, 'demo-reader-token');
      return { admin, reader, close: async () => void (await server.stop()) };
    },
  ],
  [
    'stdio',
    async (platform) => {
      const start = (token: string) =>
        generation.stdio({
          args: ['serve', ...OPTIONS],
          env: { DOCS_PLATFORM_URL: platform, DOCS_PLATFORM_TOKEN: token },
        });
      const admin = await start('demo-admin-token');
      return { admin, reader: await start('demo-reader-token'), close: async () => undefined };
    },
  ],
];

describe.each(TRANSPORTS)('a member who is removed, over %s', (_, connect) => {
  it('gets nothing that was read before', async () => {
    const data = await mkdtemp(join(tmpdir(), 'lost-rights-'));
    const platform = await startPlatform({ data, profile: 'current' });
    const { admin, reader, close } = await connect(platform.url);
    const told = async ([tool, args]: (typeof READS)[number]) => {
      const { isError, content } = await reader.call(tool, { ...args });
      return { tool, isError: isError === true, text: String(content[0]?.text) };
    };
    try {
      for (const read of READS) expect((await told(read)).isError, read[0]).toBe(false);
      const { id } = await reader.facts('get_current_user', {});
      await admin.facts('remove_member', { organizationId: ORGANIZATION, userId: id });
      for (const read of READS) {
        const { tool, isError, text } = await told(read);
        expect(text, tool).not.toMatch(CONTENT);
        // For what the token reaches in total, the answer is a shorter list and not an error.
        expect(isError, `${tool}: ${text}`).toBe(tool !== 'get_context');
      }
    } finally {
      await Promise.all([admin.close(), reader.close()]);
      await close();
      await platform.close();
      await rm(data, { recursive: true });
    }
  });
});
