import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { runHere } from '../support/command.ts';
import { run } from '../support/program.ts';

const WITH_ENV = `\${env:DOCS_PLATFORM_TOKEN}`;
const INPUT = `\${input:docs-platform-token}`;
const SETTINGS = `{
  // mine
  "mcpServers": {
    "other": { "command": "x", "env": { "OTHER_TOKEN": "s3cret-of-other" } }
  }
}
`;

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'setup-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const setupBy =
  (runner: typeof runHere) =>
  (args: string[], env: Record<string, string> = {}) =>
    runner(['setup', ...args], { HOME: home, PATH: join(home, 'bin'), ...env }, { cwd: home });
const setup = setupBy(runHere);
const setupAsProgram = setupBy(run);
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(home, file)), { recursive: true });
  await writeFile(join(home, file), text);
};
const read = (file: string) => readFile(join(home, file), 'utf8');
const json = async (file: string) => JSON.parse(await read(file));

/** A program on the PATH that records its arguments, and then runs a script. */
async function program(name: string, script: string): Promise<void> {
  await write(
    `bin/${name}`,
    `#!${process.execPath}\nconst args = process.argv.slice(2);\nrequire('node:fs').appendFileSync(${JSON.stringify(join(home, 'called'))}, JSON.stringify(args) + '\\n');\n${script}\n`,
  );
  await chmod(join(home, 'bin', name), 0o755);
}

describe('setup', () => {
  it('adds the server, keeps everything else, and does nothing the second time', async () => {
    await write('.cursor/mcp.json', SETTINGS);
    await chmod(join(home, '.cursor/mcp.json'), 0o640);
    const args = ['--host', 'cursor', '--yes', '--read-only', '--toolsets', 'content,spaces'];
    const first = await setupAsProgram(args);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const text = await read('.cursor/mcp.json');
    expect(text).toContain('// mine');
    expect(text).toContain('"other": { "command": "x", "env": { "OTHER_TOKEN"');
    expect(JSON.parse(text.replace('// mine', '')).mcpServers['docs-platform']).toEqual({
      command: process.execPath,
      args: [CLI, '--toolsets', 'content,spaces', '--read-only'],
    });
    expect(await read('.cursor/mcp.json.bak')).toBe(SETTINGS);
    expect((await stat(join(home, '.cursor/mcp.json'))).mode & 0o777).toBe(0o640);

    const second = await setupAsProgram(args);
    expect(second.code).toBe(0);
    expect(second.stdout).toContain('nothing to do');
    expect(await read('.cursor/mcp.json')).toBe(text);
    expect((await readdir(join(home, '.cursor'))).sort()).toEqual(['mcp.json', 'mcp.json.bak']);
  });

  it('removes the server wherever it is', async () => {
    await write('.cursor/mcp.json', SETTINGS);
    await setup(['--host', 'cursor,codex,goose', '--yes']);
    await setup(['--host', 'cursor', '--scope', 'project', '--yes']);
    const { code } = await setup(['--remove', '--host', 'cursor,codex,goose', '--yes']);
    expect(code).toBe(0);
    expect(await read('.cursor/mcp.json')).toBe(SETTINGS);
    expect((await read('.codex/config.toml')).trim()).toBe('');
    expect((await read('.config/goose/config.yaml')).trim()).toBe('');
    const again = await setup(['--remove', '--host', 'cursor', '--yes']);
    expect(again.stdout).toContain('nothing to do');
  });

  it('touches no other server that has its name', async () => {
    const other = '{"mcpServers": {"docs-platform": {"command": "mine", "args": ["a"]}}}';
    await write('.cursor/mcp.json', other);
    for (const args of [[], ['--remove']]) {
      const { code, stdout } = await setup(['--host', 'cursor', '--yes', ...args]);
      expect(code).toBe(1);
      expect(stdout).toContain('which starts mine. Choose another name with --name.');
      expect(await read('.cursor/mcp.json')).toBe(other);
    }
    const named = await setup(['--host', 'cursor', '--yes', '--name', 'docs']);
    expect(named.code).toBe(0);
    expect(Object.keys((await json('.cursor/mcp.json')).mcpServers)).toEqual([
      'docs-platform',
      'docs',
    ]);
  });

  it('writes through a link whose target does not exist yet', async () => {
    await mkdir(join(home, '.cursor'));
    await symlink('../dotfiles/mcp.json', join(home, '.cursor/mcp.json'));
    expect((await setup(['--host', 'cursor', '--yes'])).code).toBe(0);
    expect((await lstat(join(home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
    expect(Object.keys((await json('dotfiles/mcp.json')).mcpServers)).toEqual(['docs-platform']);
  });

  it('shows the difference with --dry-run, without secrets, and changes nothing', async () => {
    await write('.cursor/mcp.json', SETTINGS);
    const { stdout, code } = await setup(
      ['--host', 'cursor,zed', '--token', 'stored', '--dry-run'],
      { DOCS_PLATFORM_TOKEN: 'gb_api_mine' },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('+    "docs-platform": {');
    expect(stdout).toContain('~/.config/zed/settings.json');
    expect(stdout).not.toContain('gb_api_mine');
    expect(stdout).not.toContain('s3cret-of-other');
    expect(await read('.cursor/mcp.json')).toBe(SETTINGS);
    expect(existsSync(join(home, '.config'))).toBe(false);
    expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json']);
  });

  it.each([
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": { } '],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": [] }'],
    ['codex', '.codex/config.toml', 'model = = 1\n'],
    ['goose', '.config/goose/config.yaml', 'extensions: [\n'],
    ['claude-code', '.claude.json', '{"mcpServers": {}} trailing'],
  ])(
    'refuses an unreadable file of %s, and processes the others (%#)',
    async (host, file, text) => {
      await program('claude', 'process.exit(0)');
      await write(file, text);
      const { code, stdout } = await setup(['--host', `${host},windsurf`, '--yes']);
      expect(code).toBe(1);
      expect(stdout).toContain('was not touched');
      expect(await read(file)).toBe(text);
      expect(existsSync(join(home, 'called'))).toBe(false);
      expect(await json('.codeium/windsurf/mcp_config.json')).toHaveProperty(
        'mcpServers.docs-platform',
      );
    },
  );

  it('never writes a token into the file of a project', async () => {
    const env = { DOCS_PLATFORM_TOKEN: 'gb_api_mine' };
    const refused = await setup(
      ['--host', 'cursor,vscode', '--scope', 'project', '--token', 'stored', '--yes'],
      env,
    );
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("never put into a project's file");
    expect(existsSync(join(home, '.cursor'))).toBe(false);

    const named = await setup(['--host', 'cursor', '--scope', 'project', '--yes'], env);
    expect(named.code).toBe(0);
    expect(named.stdout).toContain('No token was written down');
    const text = await read('.cursor/mcp.json');
    expect(text).toContain(`"DOCS_PLATFORM_TOKEN": "${WITH_ENV}"`);
    expect(text).not.toContain('gb_api_mine');
    expect(text).toContain('"command": "node"');
  });

  it('lets VS Code ask for the token, and stops asking when the server is removed', async () => {
    const before = '{\n  "inputs": [\n    { "id": "mine", "type": "promptString" } // a\n  ]\n}\n';
    await write('.vscode/mcp.json', before);
    const place = ['--host', 'vscode', '--scope', 'project', '--yes'];
    await setup([...place, '--token', 'input']);
    const text = await read('.vscode/mcp.json');
    expect(text).toContain(`"DOCS_PLATFORM_TOKEN": "${INPUT}"`);
    expect(text).toContain('"password": true');
    await setup(['--remove', ...place]);
    expect(await read('.vscode/mcp.json')).toBe(before);
  });

  it('keeps a stored token to the user, and out of command lines', async () => {
    await program('claude', 'process.exit(0)');
    const { code, stdout } = await setup(
      ['--host', 'claude-code,claude-desktop', '--token', 'stored', '--yes'],
      { DOCS_PLATFORM_TOKEN: 'gb_api_mine' },
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain('gb_api_mine');
    expect(existsSync(join(home, 'called'))).toBe(false);
    for (const file of ['.claude.json', '.config/Claude/claude_desktop_config.json']) {
      expect((await json(file)).mcpServers['docs-platform'].env).toEqual({
        DOCS_PLATFORM_TOKEN: 'gb_api_mine',
      });
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('adds the server of a team', async () => {
    const url = 'https://docs.example.com/mcp';
    const args = ['--host', 'windsurf,codex', '--url', url, '--toolsets', 'content', '--yes'];
    expect(await setup([...args, '--token', 'variable'])).toMatchObject({ code: 0 });
    expect((await json('.codeium/windsurf/mcp_config.json')).mcpServers['docs-platform']).toEqual({
      serverUrl: url,
      headers: {
        'X-MCP-Toolsets': 'content',
        Authorization: `Bearer ${WITH_ENV}`,
      },
    });
    expect(await read('.codex/config.toml')).toBe(`[mcp_servers.docs-platform]
url = "${url}"
bearer_token_env_var = "DOCS_PLATFORM_TOKEN"
http_headers = { X-MCP-Toolsets = "content" }
`);
  });

  it('follows a link to the actual file', async () => {
    await write('dotfiles/cursor.json', SETTINGS);
    await mkdir(join(home, '.cursor'));
    await symlink(join(home, 'dotfiles/cursor.json'), join(home, '.cursor/mcp.json'));
    await setup(['--host', 'cursor', '--yes']);
    expect((await lstat(join(home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
    expect(await read('dotfiles/cursor.json')).toContain('"docs-platform"');
  });

  it('uses the command of a host, and writes the file if that fails', async () => {
    const added = ['--host', 'claude-code', '--yes'];
    const removed = ['--remove', ...added];
    const file = JSON.stringify(join(home, '.claude.json'));
    await program(
      'claude',
      `require('node:fs').writeFileSync(${file}, JSON.stringify({ mcpServers: { [args[4]]: JSON.parse(args[5]) } }));`,
    );
    const done = await setup(added);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('ran claude mcp add-json -s user docs-platform');
    expect((await setup(added)).stdout).toContain('nothing to do');
    for (const script of [`console.error('no such luck'); process.exit(3);`, '']) {
      await program('claude', script);
      for (const args of [removed, added]) {
        const { code, stdout } = await setup(args);
        expect(code).toBe(0);
        expect(stdout).toContain('wrote ~/.claude.json');
        expect(stdout).toContain(script ? 'did not do it: no such luck' : 'did not do it');
      }
    }
    expect(await json('.claude.json')).toHaveProperty('mcpServers.docs-platform');
  });

  it.each([
    [[], '--host names --yes'],
    [['--host', 'cursor'], '--host names --yes'],
    [['--host', 'emacs', '--yes'], 'No host is named emacs'],
    [['--host', 'cursor', '--yes', '--scope', 'all'], '--scope must be one of user, project'],
    [['--host', 'cursor', '--yes', '--toolsets', 'pagez'], 'There is no toolset'],
    [['--host', 'cursor', '--yes', '--token', 'stored'], 'DOCS_PLATFORM_TOKEN, which is not set'],
    [['--host', 'cursor', '--yes', '--url', 'http://docs.example.com/mcp'], 'https address'],
    [['--host', 'cursor', '--yes', '--url', 'https://a:b@docs.example.com/mcp'], 'credentials'],
    [['--host', 'cursor', '--yes', '--name', 'a b'], '--name takes'],
    [['--host', 'all', '--yes'], 'No host was found'],
  ])('reports what is wrong with %j', async (args, message) => {
    const { code, stderr } = await setup(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await readdir(home)).toEqual([]);
  });
});
