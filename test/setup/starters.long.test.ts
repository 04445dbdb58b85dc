import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';

const execute = promisify(execFile);
const ROOT = dirname(dirname(CLI));
const NAME = 'docs-platform-mcp';
const INSTALL_MS = 300_000;
/** The longest time from the start of an installation to the first answer. */
const FRESH_MS = 60_000;

interface Started {
  command: string;
  args: string[];
}

describe.skipIf(process.platform === 'win32')('the package, started by', () => {
  let folder: string;
  let tarball: string;
  let env: Record<string, string>;
  let missing: string | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'starters-'));
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    const { stdout } = await execute('npm', pack, { cwd: ROOT });
    tarball = join(folder, stdout.trim());
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', 'pnpm', 'bun'];
    await execute('npm', install, { cwd: folder }).catch((error) => {
      missing = `pnpm and bun cannot be installed here: ${String(error.message).slice(0, 200)}`;
    });
    const path = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    env = { HOME: folder, PATH: path, npm_config_cache: join(folder, 'cache') };
  }, INSTALL_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A folder in which nothing is installed. */
  const empty = async (name: string) => {
    const cwd = join(folder, name);
    await mkdir(cwd);
    return cwd;
  };

  const organizations = async (started: Started, cwd: string) => {
    const client = new Client({ name: 'host', version: '1.0.0' });
    try {
      const transport = new StdioClientTransport({ ...started, env, cwd, stderr: 'ignore' });
      await client.connect(transport, { timeout: FRESH_MS });
      const { content } = await client.callTool({ name: 'list_organizations', arguments: {} });
      return JSON.stringify(content);
    } finally {
      await client.close();
    }
  };

  it.for<[string, string[]]>([
    ['npx', ['--yes', '--package', 'TARBALL', NAME]],
    ['pnpm', ['dlx', 'TARBALL']],
    ['bunx', ['--package', 'TARBALL', NAME]],
  ])('%s', { timeout: INSTALL_MS }, async ([command, words], { skip }) => {
    if (missing && command !== 'npx') skip(missing);
    const args = words.map((word) => (word === 'TARBALL' ? tarball : word));
    expect(await organizations({ command, args }, await empty(command))).toContain('Northwind');
  });

  it('a host on a machine without the package: one command, and an answer within a minute', {
    timeout: INSTALL_MS,
  }, async () => {
    const cwd = await empty('fresh');
    const fresh = { ...env, npm_config_cache: join(folder, 'fresh-cache') };
    const begun = performance.now();
    const setup = ['setup', '--host', 'claude-code', '--launch', 'node', '--yes'];
    const npx = ['--yes', '--package', tarball, NAME, ...setup];
    await execute('npx', npx, { cwd, env: fresh });
    const settings = JSON.parse(await readFile(join(folder, '.claude.json'), 'utf8'));
    const answer = await organizations(settings.mcpServers['docs-platform'], cwd);
    expect(answer).toContain('Northwind');
    expect(performance.now() - begun).toBeLessThan(FRESH_MS);
  });
});
