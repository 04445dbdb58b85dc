import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { installed } from '../support/npm.ts';

const execute = promisify(execFile);
const ROOT = dirname(dirname(CLI));
const LONG_MS = 600_000;

/** The binary of a version of Node from the registry; undefined if it is not available. */
async function node(version: string): Promise<string | undefined> {
  const folder = await installed(`node-${version}`, { node: version }, { scripts: true });
  const binary = folder && join(folder, 'node_modules/node/bin/node');
  const { stdout } = binary ? await execute(binary, ['--version']) : { stdout: '' };
  return stdout.trim() === `v${version}` ? binary : undefined;
}

const MISSING = 'the registry does not give this Node';

describe('Node 24', () => {
  let binary: string | undefined;
  let folder: string;

  beforeAll(async () => {
    binary = await node('24.21.0');
    folder = await mkdtemp(join(tmpdir(), 'node-24-'));
    await cp(dirname(CLI), join(folder, 'dist'), { recursive: true });
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  }, LONG_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('runs the embedded platform without a libsql binary', async ({ skip }) => {
    if (!binary) return skip(MISSING);
    const data = join(folder, 'data');
    const serve = async (work: (client: Client) => Promise<void>) => {
      const client = new Client({ name: 'test', version: '1' });
      const args = [join(folder, 'dist/cli.js'), '--data', data, '--confirm', 'never'];
      const command = binary as string;
      await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
      await work(client).finally(() => client.close());
    };
    const found = async (client: Client) => {
      const { structuredContent } = await client.callTool({
        name: 'search_organization',
        arguments: { organizationId: 'orgNorthwind00000001', query: 'marmalade' },
      });
      return JSON.stringify(structuredContent);
    };
    await serve(async (client) => {
      expect((await client.listTools()).tools.length).toBeGreaterThan(30);
      expect(await found(client)).not.toContain('Preserves');
      const { isError } = await client.callTool({
        name: 'open_change_request_with_edits',
        arguments: {
          spaceId: 'spaceOpsHandbook0001',
          subject: 'Preserves',
          changes: [
            {
              operation: 'insert_page',
              title: 'Preserves',
              document: { markdown: 'Oranges become marmalade.' },
            },
          ],
          merge: true,
        },
      });
      expect(isError).toBeFalsy();
    });
    await serve(async (client) => expect(await found(client)).toContain('Preserves'));
  });

  it('passes the tests of both drivers', { timeout: LONG_MS }, async ({ skip }) => {
    if (!binary) return skip(MISSING);
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', 'platform/test/store/driver.test.ts'];
    const { stdout } = await execute(binary, [...args, '--reporter', 'json'], { cwd: ROOT });
    const { numPassedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    const titles = testResults[0].assertionResults
      .filter(({ status }: { status: string }) => status === 'passed')
      .map(({ ancestorTitles: [driver] }: { ancestorTitles: string[] }) => driver);
    expect(numPassedTests).toBeGreaterThan(0);
    expect(titles).toContain('node:sqlite');
    expect(titles).toContain('libsql');
  });
});

it('on Node 18, it says which version it needs before it answers anything', async ({ skip }) => {
  const binary = await node('18.20.8');
  if (!binary) return skip(MISSING);
  const failure = await execute(binary, [CLI]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: '' });
  expect(failure).toHaveProperty(
    'stderr',
    expect.stringContaining('docs-platform-mcp needs Node 20.19 or newer, and this is 18.20.8'),
  );
});
