import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { startUpstream } from '../support/upstream.ts';

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(args: string[], input = '', env: Record<string, string> = {}): Promise<Finished> {
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
});

/** The built program under a Node that reports this version, or another runtime. */
function under(versions: Record<string, string>): Promise<Finished> {
  const lines = Object.entries(versions).map(
    ([name, value]) =>
      `Object.defineProperty(process.versions, '${name}', { value: '${value}', enumerable: true });`,
  );
  const preload = `data:text/javascript,${encodeURIComponent(lines.join(''))}`;
  return run(['--import', preload, CLI], `${INITIALIZE}\n`);
}

describe('the version of Node', () => {
  it.each(['18.20.8', '20.11.1', '20.18.3', '21.6.2'])('%s is too old', async (node) => {
    const { code, stdout, stderr } = await under({ node });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`docs-platform-mcp needs Node 20.19 or newer, and this is ${node} (`);
  });

  it.each<Record<string, string>>([
    { node: '20.19.0' },
    { node: '22.0.0' },
    { node: '20.11.1', deno: '2.1.0' },
  ])('%o is new enough', async (versions) => {
    const { code, stdout } = await under(versions);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 0, result: {} });
  });
});

describe('a machine without the SQLite binary', () => {
  let folder: string;
  let cli: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'no-binary-'));
    await cp(dirname(CLI), join(folder, 'dist'), { recursive: true });
    await cp(join(dirname(CLI), '..', 'package.json'), join(folder, 'package.json'));
    cli = join(folder, 'dist', 'cli.js');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const hasOwn = (() => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    return major > 22 || (major === 22 && minor >= 13);
  })();

  it('has an embedded platform if Node includes SQLite, and otherwise says what to do', async () => {
    const { code, stdout, stderr } = await run([cli, 'call', 'list_organizations']);
    if (hasOwn) {
      expect(JSON.parse(stdout).items[0].title).toBe('Northwind');
      return;
    }
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${process.platform}-${process.arch} with Node ${process.versions.node}`,
    );
    expect(stderr).toContain('DOCS_PLATFORM_URL');
    expect(stderr).not.toContain('    at ');
  });

  it('works with a remote platform', async () => {
    const upstream = await startUpstream();
    upstream.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    });
    const env = { DOCS_PLATFORM_URL: upstream.url, DOCS_PLATFORM_TOKEN: 'a-token' };
    const { code, stdout } = await run([cli, 'call', 'list_organizations'], '', env);
    expect([code, stdout]).toEqual([0, '{"items":[],"count":0}\n']);
    await upstream.close();
  });
});
