import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Profile, startPlatform } from '@docs-platform-mcp/platform';
import Driver from 'libsql';
import { createRepository } from '../../../platform/test/git/repository.ts';
import { serve } from '../../../platform/test/local-server.ts';
import {
  type Generation,
  generations,
  linkedClient,
  type McpConnection,
} from '../../support/clients.ts';
import type { InputSchema } from './mistakes.ts';
import type { Outside, Step } from './scenario.ts';

const [, modern] = generations;
const [linkedModern] = linkedClient('2026');

export interface Listed {
  name: string;
  inputSchema: InputSchema;
  outputSchema: object;
  annotations: { readOnlyHint: boolean };
}

/** An embedded platform, the built program connected to it, and the external resources that the calls need. */
export interface World {
  /** Address of the platform. */
  url: string;
  steps: readonly Step[];
  tools: ReadonlyMap<string, Listed>;
  admin: McpConnection;
  reader: McpConnection;
  /** The full input schema of a tool, including limits, which lists omit. */
  fullSchema(tool: string): Promise<InputSchema>;
  /** A value that differs after each change of the platform's database. */
  state(): unknown;
  close(): Promise<void>;
}

export async function createWorld(
  service: Profile,
  scenario: (outside: Outside) => readonly Step[],
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-'));
  const platform = await startPlatform({
    data: folder,
    profile: service,
    allowPrivateAddresses: true,
  });
  const website = await serve(({ url }, response) => {
    if (url === '/silent') return;
    response.setHeader('content-type', 'text/html').end('<h1>Imported</h1><p>Text.</p>');
  });
  const repository = await createRepository();
  await repository.commit({ 'README.md': '# Start\n\nText.\n' });
  const admin = await connect(platform.url, 'admin', service);
  const reader = await connect(platform.url, 'reader', service, linkedModern);
  const { tools } = await admin.client.listTools();
  const listed = new Map(tools.map((tool) => [tool.name, tool as Listed]));
  const database = new Driver(join(folder, 'platform.sqlite'));
  return {
    url: platform.url,
    steps: scenario({
      page: website.url,
      silent: `${website.url}/silent`,
      repository: repository.url,
    }),
    tools: listed,
    admin,
    reader,
    fullSchema: async (name) => {
      const { operations } = await admin.facts('find_operations', { query: name });
      const found = (operations as Listed[]).find((operation) => operation.name === name);
      return found?.inputSchema ?? listed.get(name)?.inputSchema ?? {};
    },
    state: () =>
      (database.prepare('PRAGMA data_version').get([]) as { data_version: number }).data_version,
    close: async () => {
      database.close();
      await Promise.all([admin.close(), reader.close()]);
      await platform.close();
      website.close();
      await repository.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function connect(
  url: string,
  role: string,
  service: Profile,
  generation = modern as Generation,
): Promise<McpConnection> {
  const env = { DOCS_PLATFORM_URL: url, DOCS_PLATFORM_TOKEN: `demo-${role}-token` };
  const args = ['serve', '--toolsets', 'all', '--confirm', 'never', '--api', service];
  return generation.stdio({ args, env });
}
