import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';

const execute = promisify(execFile);
const ROOT = dirname(dirname(CLI));
const SHELL = { shell: process.platform === 'win32' };
const PACK_MS = 300_000;
const PACKER = '@anthropic-ai/mcpb@2.1.2';
/** Node contains SQLite since 22.13. */
const HAS_SQLITE = process.getBuiltinModule('node:sqlite') !== undefined;

interface Manifest {
  version: string;
  server: { mcp_config: { args: string[]; env: Record<string, string> } };
  user_config: Record<string, { default: unknown }>;
}

describe('the bundle for Claude Desktop', () => {
  let folder: string;
  let unpacked: string;
  let manifest: Manifest;
  let missing: string | undefined;
  let platform: RunningPlatform;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcpb-'));
    unpacked = join(folder, 'unpacked');
    const mcpb = (...args: string[]) => execute('npx', ['--yes', PACKER, ...args], SHELL);
    missing = await mcpb('--version').then(
      () => undefined,
      (error) => `${PACKER} cannot be had here: ${String(error.message).slice(0, 200)}`,
    );
    if (missing) return;
    const pack = ['--import', 'tsx', 'scripts/mcpb.ts', folder];
    await execute(process.execPath, pack, { cwd: ROOT });
    await mcpb('validate', join(folder, 'mcpb/manifest.json'));
    await mcpb('unpack', join(folder, 'docs-platform-mcp.mcpb'), unpacked);
    manifest = JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8'));
    platform = await startPlatform();
  }, PACK_MS);

  afterAll(async () => {
    await platform?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the server as in the manifest; `filled` supplies the settings that a person did not make. */
  async function organizations(
    filled: (key: string, literal: string) => string,
    settings: Record<string, string> = {},
  ) {
    const { args, env } = manifest.server.mcp_config;
    const values = Object.entries(env).map(([name, literal]) => {
      const key = /^\$\{user_config\.(\w+)\}$/.exec(literal)?.[1] ?? '';
      return [name, settings[key] ?? filled(key, literal)];
    });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: args.map((argument) => argument.replace(`\${__dirname}`, unpacked)),
      env: { ...Object.fromEntries(values) },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'desktop', version: '1.0.0' });
    try {
      await client.connect(transport);
      expect(client.getServerVersion()).toMatchObject({ version: manifest.version });
      const { content } = await client.callTool({ name: 'list_organizations', arguments: {} });
      return JSON.stringify(content);
    } finally {
      await client.close();
    }
  }

  it('starts without settings, whether they arrive as defaults or as literals', async ({
    skip,
  }) => {
    if (missing) skip(missing);
    const defaults = (key: string) => String(manifest.user_config[key]?.default);
    expect(await organizations(defaults)).toContain('Northwind');
    expect(await organizations((_, literal) => literal)).toContain('Northwind');
  });

  it('needs no database for a remote platform, and says if its own lacks one', async ({ skip }) => {
    if (missing) skip(missing);
    // Simulates a system for which the bundle contains no driver.
    await rm(join(unpacked, 'node_modules'), { recursive: true });
    const service = { url: platform.url, token: platform.operatorToken ?? '' };
    const unset = (_: string, literal: string) => literal;
    expect(await organizations(unset, service)).toContain('Northwind');
    if (HAS_SQLITE) expect(await organizations(unset)).toContain('Northwind');
    else {
      await expect(organizations(unset)).rejects.toThrow(
        /needs SQLite.*use Node 22\.13 or newer.*or set DOCS_PLATFORM_URL/,
      );
    }
  });
});
