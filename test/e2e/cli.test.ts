import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import { runHere } from '../support/command.ts';
import { run, serveHttp, start } from '../support/program.ts';
import { refusalOf } from '../support/refusal.ts';

const execute = promisify(execFile);
const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
})}\n`;

describe('the command line', () => {
  it('prints its version and its help', async () => {
    expect(await run(['--version'])).toEqual({
      code: 0,
      stdout: `${manifest.version}\nMCP protocol revisions: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28\n`,
      stderr: '',
    });
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const word of ['serve', 'tools', 'call', 'DOCS_PLATFORM_URL', 'DOCS_PLATFORM_TOKEN']) {
      expect(help.stdout).toContain(word);
    }
  });

  it('prints a table of the tools, or of those that match a search', async () => {
    const all = await run(['tools']);
    expect(all.stdout).toContain('\nchange-requests (');
    expect(all.stdout).not.toContain('\u001b[');
    const some = await runHere([
      'tools',
      '--search',
      'MERGE change',
      '--toolset',
      'change-requests',
    ]);
    expect(some.stdout).toMatch(/^\* merge_change_request +update +Apply/m);
    expect(some.stdout).not.toContain('list_spaces');
    const none = await runHere(['tools', '--search', 'submarine']);
    expect(none).toMatchObject({ code: 0, stdout: 'No tool has all these words.\n' });
  });

  it('completes names of commands and options in bash', async () => {
    const { stdout: script } = await run(['completion', 'bash']);
    const complete = async (...words: string[]) => {
      const asked = `COMP_WORDS=(docs-platform-mcp ${words.join(' ')}); COMP_CWORD=${words.length}; _docs_platform_mcp; echo "\${COMPREPLY[@]}"`;
      return (await execute('bash', ['-c', `${script}\n${asked}`])).stdout.trim();
    };
    expect(await complete('do')).toBe('doctor');
    expect(await complete('doctor', '--js')).toBe('--json');
    expect(await complete('completion', 'z')).toBe('zsh');
    for (const shell of ['zsh', 'fish']) {
      const { stdout, code } = await runHere(['completion', shell]);
      expect(code).toBe(0);
      expect(stdout).toContain('doctor');
    }
  });

  it('prints the tools listed by default in the form that strict modes require', async () => {
    const { stdout, code } = await runHere(['tools', '--strict']);
    const functions = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(functions.length).toBeGreaterThanOrEqual(30);
    expect(functions[0]).toMatchObject({ type: 'function', strict: true });
    expect(functions[0].parameters.additionalProperties).toBe(false);
  });

  it('prints the catalogue, one entry for each operation of the contract', async () => {
    const { stdout, code } = await runHere(['tools', '--json']);
    expect(code).toBe(0);
    const catalogue = JSON.parse(stdout) as Record<string, string>[];
    for (const { id, method, path } of contract) {
      expect(catalogue).toContainEqual(expect.objectContaining({ operation: id, method, path }));
    }
    for (const entry of catalogue) {
      expect(Object.keys(entry)).toEqual([
        'tool',
        'operation',
        'method',
        'path',
        'toolset',
        'effect',
      ]);
      expect(['read', 'create', 'update', 'delete']).toContain(entry.effect);
    }
  });

  it('calls one tool', async () => {
    const { code, stdout } = await run(['call', 'list_organizations', '{"limit":1}']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: 'orgNorthwind00000001' }] });
  });

  it.each([
    [['call', 'get_page', '{}'], 1, 'spaceId is required'],
    [['frobnicate'], 1, 'too many arguments'],
  ])('fails on %j, as a program', async (args, code, message) => {
    const result = await run(args);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain(message);
  });

  it.each([
    [['call', 'no_such_tool'], 2, 'No tool is named no_such_tool'],
    [['call', 'get_page', '{'], 2, 'not JSON'],
    [['serve', '--http', '--port', 'x'], 1, 'from 0 to 65535'],
    [['tools', '--toolset', 'change-request'], 2, 'change-requests'],
  ])('fails on %j', async (args, code, message) => {
    expect(await refusalOf(args)).toEqual({ code, stderr: expect.stringContaining(message) });
  });

  it('says what to set if an address has no token', async () => {
    const result = await runHere([], { DOCS_PLATFORM_URL: 'https://docs.example.com' });
    expect(result.code).toBe(2);
    expect(result.stdout).toBe('');
    expect(result.stderr).toContain('DOCS_PLATFORM_TOKEN');
  });

  it('also refuses over HTTP a platform beyond loopback without TLS', async () => {
    const result = await runHere(['serve', '--http', '--port', '0'], {
      DOCS_PLATFORM_URL: 'http://10.0.0.7:8080/api',
    });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('--allow-insecure-platform');
  });

  it('reports a port in use', async () => {
    const server = await serveHttp();
    const result = await run(['serve', '--http', '--port', new URL(server.url).port]);
    await server.stop();
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('EADDRINUSE');
    expect(result.stderr).not.toContain('    at ');
  });

  it('writes nothing but protocol messages to stdout, and ends when its host does', async () => {
    const child = start([]);
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stdin?.write('this is not JSON\n');
    child.stdin?.write(INITIALIZE);
    child.stdin?.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_organizations', arguments: {} } })}\n`,
    );
    while (!stdout.includes('"id":2')) await once(child.stdout as NodeJS.ReadableStream, 'data');
    child.stdin?.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
  });
});
