import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST, loadedAtStart } from '../support/built.ts';

const SERVICE = { DOCS_PLATFORM_URL: 'http://127.0.0.1:9', DOCS_PLATFORM_TOKEN: 'some-token' };

/** The requests of a client that opens a connection and calls a tool. */
const FIRST_MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
      clientInfo: { name: 'host', title: 'Host', version: '1.0' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
  { id: 3, method: 'ping' },
];
const CALL = { id: 4, method: 'tools/call', params: { name: 'list_organizations', arguments: {} } };

describe('with only the files loaded at startup', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'docs-platform-start-'));
    for (const file of [...loadedAtStart(), 'answers.json', 'definitions.jsonl']) {
      copyFileSync(join(DIST, file), join(folder, file));
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function start(args: string[], env: Record<string, string> = SERVICE): ChildProcess {
    return spawn(process.execPath, [join(folder, 'cli.js'), ...args], { env, stdio: 'pipe' });
  }

  it('a connection is opened and the tools are listed; only a call needs more', async () => {
    const child = start([]);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const answers = lines[Symbol.asyncIterator]();
    for (const message of [...FIRST_MESSAGES, CALL]) {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
    const next = async () => JSON.parse((await answers.next()).value);
    expect(await next()).toMatchObject({
      id: 1,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        serverInfo: { name: 'docs-platform-mcp' },
      },
    });
    const { result } = await next();
    expect(result.tools.map(({ name }: { name: string }) => name)).toContain('get_page');
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
    expect(await next()).toMatchObject({ id: 4, error: { code: -32603 } });
    child.stdin?.end();
    await once(child, 'exit');
  });

  it.each<[string, string[], Record<string, string>]>([
    ['the option', ['--allow-insecure-platform'], {}],
    ['the variable', [], { DOCS_PLATFORM_ALLOW_INSECURE: 'true' }],
  ])('a platform without TLS is accepted if %s allows it', async (_, args, env) => {
    const child = start(args, { ...SERVICE, DOCS_PLATFORM_URL: 'http://a.example', ...env });
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...FIRST_MESSAGES[0] })}\n`);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const { value } = await lines[Symbol.asyncIterator]().next();
    expect(JSON.parse(value)).toMatchObject({ id: 1, result: { capabilities: { tools: {} } } });
    child.stdin?.end();
    await once(child, 'exit');
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['an unknown toolset', ['--toolsets', 'teem'], SERVICE, 'did you mean team'],
    ['a tool that there is not', ['--tools', 'get_pages'], SERVICE, 'did you mean get_page'],
    [
      'a write that a pin takes away',
      ['--space', 's1', '--tools', 'delete_collection'],
      SERVICE,
      'no tool "delete_collection"',
    ],
    ['a mode that there is not', ['--confirm', 'perhaps'], SERVICE, 'auto, always, never'],
    [
      'an address without a token',
      [],
      { DOCS_PLATFORM_URL: 'https://a.example' },
      'DOCS_PLATFORM_TOKEN',
    ],
    [
      'an address beyond loopback without TLS',
      [],
      { DOCS_PLATFORM_URL: 'http://a.example', DOCS_PLATFORM_TOKEN: 'some-token' },
      '--allow-insecure-platform (DOCS_PLATFORM_ALLOW_INSECURE=true)',
    ],
    [
      'permission for it that is neither given nor refused',
      [],
      { ...SERVICE, DOCS_PLATFORM_ALLOW_INSECURE: 'maybe' },
      'DOCS_PLATFORM_ALLOW_INSECURE must be true or false',
    ],
    ['an address that is none', [], { DOCS_PLATFORM_URL: 'a.example' }, 'http(s) address'],
  ])('%s is refused at once', async (_, args, env, message) => {
    const child = start(args, env);
    let told = '';
    child.stderr?.on('data', (chunk) => {
      told += chunk;
    });
    const [code] = await once(child, 'close');
    expect(told).toContain(message);
    expect(code).toBe(2);
  });
});
