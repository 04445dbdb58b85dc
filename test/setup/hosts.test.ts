import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFileOf } from '../../src/setup/find.ts';
import { HOSTS, hostNamed } from '../../src/setup/hosts.ts';
import type { Machine } from '../../src/setup/machine.ts';
import { hostEntryOf } from '../../src/setup/plan.ts';
import { whyRefused } from '../../src/setup/refusal.ts';
import { remoteServer, startedServer, type TokenSource } from '../../src/setup/server-entry.ts';

const BRACES = `\${DOCS_PLATFORM_TOKEN}`;
const WITH_ENV = `\${env:DOCS_PLATFORM_TOKEN}`;
const LINUX: Machine = { system: 'linux', home: '/home/ada', folder: '/home/ada/shop', env: {} };
const MAC: Machine = { system: 'darwin', home: '/Users/ada', folder: '/home/ada/shop', env: {} };
const WINDOWS: Machine = {
  system: 'win32',
  home: 'C:\\Users\\ada',
  folder: 'D:\\shop',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
};

const host = (name: string) => {
  const found = hostNamed(name);
  if (!found) throw new Error(`no host ${name}`);
  return found;
};
const userFile = (name: string, machine: Machine) => configFileOf(host(name), 'user', machine);

describe('the files of hosts', () => {
  it.each([
    [
      'claude-code',
      '/home/ada/.claude.json',
      '/Users/ada/.claude.json',
      'C:\\Users\\ada\\.claude.json',
    ],
    [
      'claude-desktop',
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ],
    [
      'cursor',
      '/home/ada/.cursor/mcp.json',
      '/Users/ada/.cursor/mcp.json',
      'C:\\Users\\ada\\.cursor\\mcp.json',
    ],
    [
      'vscode',
      '/home/ada/.config/Code/User/mcp.json',
      '/Users/ada/Library/Application Support/Code/User/mcp.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json',
    ],
    [
      'codex',
      '/home/ada/.codex/config.toml',
      '/Users/ada/.codex/config.toml',
      'C:\\Users\\ada\\.codex\\config.toml',
    ],
    [
      'gemini',
      '/home/ada/.gemini/settings.json',
      '/Users/ada/.gemini/settings.json',
      'C:\\Users\\ada\\.gemini\\settings.json',
    ],
    [
      'windsurf',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json',
    ],
    [
      'zed',
      '/home/ada/.config/zed/settings.json',
      '/Users/ada/.config/zed/settings.json',
      'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json',
    ],
    [
      'junie',
      '/home/ada/.junie/mcp/mcp.json',
      '/Users/ada/.junie/mcp/mcp.json',
      'C:\\Users\\ada\\.junie\\mcp\\mcp.json',
    ],
    [
      'goose',
      '/home/ada/.config/goose/config.yaml',
      '/Users/ada/.config/goose/config.yaml',
      'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
    ],
    [
      'kiro',
      '/home/ada/.kiro/settings/mcp.json',
      '/Users/ada/.kiro/settings/mcp.json',
      'C:\\Users\\ada\\.kiro\\settings\\mcp.json',
    ],
    [
      'lm-studio',
      '/home/ada/.lmstudio/mcp.json',
      '/Users/ada/.lmstudio/mcp.json',
      'C:\\Users\\ada\\.lmstudio\\mcp.json',
    ],
  ])('%s', (name, linux, mac, windows) => {
    expect(userFile(name, LINUX)).toBe(linux);
    expect(userFile(name, MAC)).toBe(mac);
    expect(userFile(name, WINDOWS)).toBe(windows);
  });

  it('follow the variables that relocate them', () => {
    const moved = (env: Machine['env']) => ({ ...LINUX, env });
    expect(userFile('codex', moved({ CODEX_HOME: '/opt/codex' }))).toBe('/opt/codex/config.toml');
    expect(userFile('vscode', moved({ XDG_CONFIG_HOME: '/cfg' }))).toBe('/cfg/Code/User/mcp.json');
    expect(userFile('zed', moved({ XDG_CONFIG_HOME: '/cfg' }))).toBe('/cfg/zed/settings.json');
    expect(userFile('claude-code', moved({ CLAUDE_CONFIG_DIR: '/c' }))).toBe('/c/.claude.json');
  });

  it.each([
    [LINUX, posix],
    [WINDOWS, win32],
  ])('of a project are in its folder (%#)', (machine, paths) => {
    for (const known of HOSTS.filter(({ project }) => project)) {
      const file = configFileOf(known, 'project', machine) ?? '';
      expect(paths.isAbsolute(file)).toBe(true);
      expect(file.startsWith(machine.folder + paths.sep)).toBe(true);
      expect(file).toBe(paths.normalize(file));
    }
  });
});

describe('entries', () => {
  const program = {
    launch: 'npx',
    packageName: 'docs-platform-mcp',
    node: '/usr/bin/node',
    cli: '/opt/cli.js',
    windows: false,
  } as const;
  const local = startedServer(program, { toolsets: ['pages', 'spaces'], readOnly: true });
  const remote = remoteServer('https://docs.example.com/mcp', { readOnly: true });
  const form = (name: string, reach: typeof local, token: TokenSource) =>
    hostEntryOf(host(name), { name: 'docs', reach, token });
  const variable = { kind: 'variable' } as const;

  it('start the program through npx, on Windows through its shell', () => {
    expect(local).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'docs-platform-mcp', '--toolsets', 'pages,spaces', '--read-only'],
      env: {},
    });
    expect(startedServer({ ...program, windows: true }, {})).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'docs-platform-mcp'],
    });
  });

  it.each([
    ['claude-code', { type: 'stdio', env: { DOCS_PLATFORM_TOKEN: BRACES } }],
    ['cursor', { env: { DOCS_PLATFORM_TOKEN: WITH_ENV } }],
    ['vscode', { type: 'stdio', env: { DOCS_PLATFORM_TOKEN: WITH_ENV } }],
    ['codex', { env_vars: ['DOCS_PLATFORM_TOKEN'] }],
    ['gemini', { env: { DOCS_PLATFORM_TOKEN: BRACES } }],
    ['windsurf', { env: { DOCS_PLATFORM_TOKEN: WITH_ENV } }],
    ['zed', { source: 'custom', env: {} }],
    ['goose', { type: 'stdio', cmd: 'npx', env_keys: ['DOCS_PLATFORM_TOKEN'] }],
    ['kiro', { env: { DOCS_PLATFORM_TOKEN: BRACES } }],
  ])('let %s read the token from its environment', (name, expected) => {
    expect(form(name, local, variable)).toMatchObject(expected);
  });

  it.each([
    ['claude-code', 'url', { type: 'http' }],
    ['cursor', 'url', {}],
    ['vscode', 'url', { type: 'http' }],
    ['codex', 'url', {}],
    ['gemini', 'url', { type: 'http' }],
    ['windsurf', 'serverUrl', {}],
    ['zed', 'url', {}],
    ['junie', 'url', {}],
    ['goose', 'uri', { type: 'streamable_http' }],
    ['kiro', 'url', {}],
    ['lm-studio', 'url', {}],
  ])('let %s reach the server of a team', (name, property, expected) => {
    expect(form(name, remote, { kind: 'none' })).toMatchObject({
      [property]: 'https://docs.example.com/mcp',
      [name === 'codex' ? 'http_headers' : 'headers']: { 'X-MCP-Readonly': 'true' },
      ...expected,
    });
  });

  it('send the token to an address that the host knows', () => {
    expect(form('claude-code', remote, variable).headers).toMatchObject({
      Authorization: `Bearer ${BRACES}`,
    });
    expect(form('codex', remote, variable)).toMatchObject({
      bearer_token_env_var: 'DOCS_PLATFORM_TOKEN',
    });
    expect(form('goose', remote, variable)).toMatchObject({
      env_keys: ['DOCS_PLATFORM_TOKEN'],
      headers: { Authorization: `Bearer ${BRACES}` },
    });
  });

  it.each(HOSTS)('never contain a token in the file of a project: $name', (known) => {
    const entry = { name: 'docs', reach: local, token: { kind: 'stored', token: 's' } as const };
    expect(whyRefused(known, 'project', entry)).toContain("never put into a project's file");
    expect(whyRefused(known, 'user', entry)).toBeUndefined();
  });

  it('say what to do if a host cannot read a variable, ask, or use an address', () => {
    const refusal = (name: string, reach: typeof local, token: TokenSource) =>
      whyRefused(host(name), 'user', { name: 'docs', reach, token });
    for (const name of ['claude-desktop', 'junie', 'lm-studio']) {
      expect(refusal(name, local, variable)).toContain('--token stored');
    }
    expect(refusal('zed', local, variable)).toBeUndefined();
    expect(refusal('zed', remote, variable)).toContain('--token stored');
    expect(refusal('cursor', local, { kind: 'input' })).toContain('--token variable');
    expect(refusal('claude-desktop', remote, { kind: 'none' })).toContain('Settings > Connectors');
  });

  it('have unique names and aliases', () => {
    const names = HOSTS.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});
