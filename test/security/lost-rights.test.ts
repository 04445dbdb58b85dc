import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docs-platform-mcp/platform';
import { describe, expect, it } from 'vitest';
import {
  type Generation,
  linkedClient,
  linkedGenerations,
  type McpConnection,
} from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { subscriber } from '../support/subscriber.ts';

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

interface Connected {
  admin: McpConnection;
  reader: McpConnection;
  close: () => Promise<void>;
}

type Connect = (platform: string, generation: Generation) => Promise<Connected>;

const OPTIONS = [
  ...['--toolsets', 'all', '--confirm', 'never', '--api', 'current'],
  ...['--poll-interval', '0.1'],
];

const TRANSPORTS: readonly [name: string, connect: Connect][] = [
  [
    'HTTP',
    async (platform, generation) => {
      const server = await linkedHttp(OPTIONS, { DOCS_PLATFORM_URL: platform });
      const admin = await generation.http(server.url, 'demo-admin-token');
      const reader = await generation.http(server.url, 'demo-reader-token');
      return { admin, reader, close: async () => void (await server.stop()) };
    },
  ],
  [
    'stdio',
    async (platform, generation) => {
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

/** Runs a test with a platform of its own, and closes everything that it opened. */
async function withMembers(
  connect: Connect,
  generation: Generation,
  test: (connected: Connected) => Promise<void>,
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'lost-rights-'));
  const platform = await startPlatform({ data, profile: 'current' });
  const connected = await connect(platform.url, generation);
  try {
    await test(connected);
  } finally {
    await Promise.all([connected.admin.close(), connected.reader.close()]);
    await connected.close();
    await platform.close();
    await rm(data, { recursive: true });
  }
}

async function remove({ admin, reader }: Connected): Promise<void> {
  const { id } = await reader.facts('get_current_user', {});
  await admin.facts('remove_member', { organizationId: ORGANIZATION, userId: id });
}

describe.each(TRANSPORTS)('a member who is removed, over %s', (_, connect) => {
  it('gets nothing that was read before', () =>
    withMembers(connect, linkedClient('2025')[0], async (connected) => {
      const { reader } = connected;
      const told = async ([tool, args]: (typeof READS)[number]) => {
        const { isError, content } = await reader.call(tool, { ...args });
        return { tool, isError: isError === true, text: String(content[0]?.text) };
      };
      for (const read of READS) expect((await told(read)).isError, read[0]).toBe(false);
      await remove(connected);
      for (const read of READS) {
        const { tool, isError, text } = await told(read);
        expect(text, tool).not.toMatch(CONTENT);
        // For what the token reaches in total, the answer is a shorter list and not an error.
        expect(isError, `${tool}: ${text}`).toBe(tool !== 'get_context');
      }
    }));

  it('hears of no change any more', () =>
    // Over HTTP, only clients of 2026 can subscribe.
    withMembers(connect, linkedGenerations[1] as Generation, async (connected) => {
      const { admin, reader } = connected;
      const { id } = await admin.facts('get_page', { spaceId: SPACE, pageId: PAGE });
      const uri = `docs://spaces/${SPACE}/pages/${id}`;
      const [removed, other] = [subscriber(reader), subscriber(admin)];
      const { ended } = await removed.subscribe(uri, `docs://spaces/${SPACE}/pages`);
      await other.subscribe(uri);
      await remove(connected);
      await ended;
      const heard = [...removed.heard];
      await admin.facts('open_change_request_with_edits', {
        ...{ spaceId: SPACE, subject: 'Edit', merge: true },
        changes: [{ operation: 'update_page', page: PAGE, document: { markdown: 'Later text.' } }],
      });
      await other.hears(uri);
      expect(removed.heard).toEqual(heard);
      await expect(reader.client.readResource({ uri })).rejects.toThrow(/not found|access/i);
      await expect(removed.subscribe(uri)).rejects.toThrow();
    }));
});
