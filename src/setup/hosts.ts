import { addressAs, codex, commonForm, gemini, goose, zed } from './forms.ts';
import type { Host, HostCommand, HostEntry } from './host.ts';
import { TOKEN_VARIABLE } from './server-entry.ts';

const braces = (variable: string) => `\${${variable}}`;
const bracesWithEnv = (variable: string) => `\${env:${variable}}`;

const claude: HostCommand = {
  program: 'claude',
  add: (name, form, scope) => ['mcp', 'add-json', '-s', scope, name, JSON.stringify(form)],
  remove: (name, scope) => ['mcp', 'remove', '-s', scope, name],
};

/** It supports neither variables nor headers, and tries an OAuth sign-in unless a token is configured. */
const codexCommand: HostCommand = {
  program: 'codex',
  add: (name, form, scope) => {
    if (scope === 'project' || form.env_vars || form.http_headers) return undefined;
    if (form.url !== undefined) {
      const variable = form.bearer_token_env_var;
      const named = ['--url', String(form.url), '--bearer-token-env-var', String(variable)];
      return variable === undefined ? undefined : ['mcp', 'add', name, ...named];
    }
    return ['mcp', 'add', name, ...pairs('--env', form.env, '='), '--', ...commandOf(form)];
  },
  remove: (name, scope) => (scope === 'user' ? ['mcp', 'remove', name] : undefined),
};

const geminiCommand: HostCommand = {
  program: 'gemini',
  add: (name, form, scope) => {
    const start = ['mcp', 'add', '-s', scope];
    if (form.url !== undefined) {
      const headers = pairs('-H', form.headers, ': ');
      return [...start, '-t', 'http', ...headers, name, String(form.url)];
    }
    const [command = '', ...args] = commandOf(form);
    return [...start, '-t', 'stdio', ...pairs('-e', form.env, '='), name, command, '--', ...args];
  },
  remove: (name, scope) => ['mcp', 'remove', '-s', scope, name],
};

const code: HostCommand = {
  program: 'code',
  add: (name, form, scope) =>
    scope === 'user' ? ['--add-mcp', JSON.stringify({ name, ...form })] : undefined,
};

function commandOf({ command, args }: HostEntry): string[] {
  return [String(command), ...(Array.isArray(args) ? args.map(String) : [])];
}

function pairs(flag: string, values: unknown, separator: string): string[] {
  return Object.entries(values ?? {}).flatMap(([name, value]) => [
    flag,
    `${name}${separator}${value}`,
  ]);
}

/** All supported hosts, as data: the location of their files, the form of an entry, and how they get a token. */
export const HOSTS: readonly Host[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    aliases: ['claude'],
    documentation: 'https://code.claude.com/docs/en/mcp',
    user: '{CLAUDE_CONFIG_DIR|~}/.claude.json',
    project: '.mcp.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['claude'], folders: ['{CLAUDE_CONFIG_DIR|~/.claude}'] },
    tokens: { reference: braces },
    form: commonForm({ typed: true }),
    command: claude,
    next: 'Start a new session; "/mcp" shows the server.',
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    aliases: [],
    documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    user: '{config}/Claude/claude_desktop_config.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: [], folders: ['{config}/Claude'] },
    tokens: {},
    addresses: 'Settings > Connectors',
    form: commonForm({ typed: false }),
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    aliases: [],
    documentation: 'https://cursor.com/docs/context/mcp',
    user: '~/.cursor/mcp.json',
    project: '.cursor/mcp.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['cursor', 'cursor-agent'], folders: ['~/.cursor'] },
    tokens: { reference: bracesWithEnv },
    form: commonForm({ typed: false }),
    next: 'Switch the server on under Settings > MCP if Cursor asks.',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    aliases: ['vs-code', 'code', 'copilot'],
    documentation: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
    user: '{config}/Code/User/mcp.json',
    project: '.vscode/mcp.json',
    format: 'json',
    key: 'servers',
    traces: { programs: ['code'], folders: ['{config}/Code/User'] },
    tokens: { reference: bracesWithEnv, input: true },
    form: commonForm({ typed: true }),
    command: code,
    next: 'Start the server with "MCP: List Servers".',
  },
  {
    id: 'codex',
    name: 'Codex',
    aliases: [],
    documentation: 'https://developers.openai.com/codex/mcp',
    user: '{CODEX_HOME|~/.codex}/config.toml',
    project: '.codex/config.toml',
    format: 'toml',
    key: 'mcp_servers',
    traces: { programs: ['codex'], folders: ['{CODEX_HOME|~/.codex}'] },
    tokens: { named: true },
    form: codex,
    command: codexCommand,
    next: 'Start a new session; "/mcp" shows the server. A project has to be trusted.',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    aliases: ['gemini-cli'],
    documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    user: '{GEMINI_CLI_HOME|~}/.gemini/settings.json',
    project: '.gemini/settings.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['gemini'], folders: ['{GEMINI_CLI_HOME|~}/.gemini'] },
    tokens: { reference: braces },
    form: gemini,
    command: geminiCommand,
    next: 'Start a new session; "/mcp" shows the server. The folder has to be trusted.',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    aliases: [],
    documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    user: '~/.codeium/windsurf/mcp_config.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['windsurf'], folders: ['~/.codeium/windsurf'] },
    tokens: { reference: bracesWithEnv },
    form: addressAs('serverUrl'),
    next: 'Press Refresh among the MCP servers of Cascade.',
  },
  {
    id: 'zed',
    name: 'Zed',
    aliases: [],
    documentation: 'https://zed.dev/docs/ai/mcp',
    user: {
      linux: '{FLATPAK_XDG_CONFIG_HOME|XDG_CONFIG_HOME|~/.config}/zed/settings.json',
      darwin: '~/.config/zed/settings.json',
      win32: '{config}/Zed/settings.json',
    },
    project: '.zed/settings.json',
    format: 'json',
    key: 'context_servers',
    traces: {
      programs: ['zed', 'zeditor'],
      folders: [{ linux: '{config}/zed', darwin: '~/.config/zed', win32: '{config}/Zed' }],
    },
    tokens: { inherited: true },
    form: zed,
    next: 'Zed starts the server by itself; the Agent panel shows it.',
  },
  {
    id: 'junie',
    name: 'JetBrains Junie',
    aliases: ['jetbrains'],
    documentation: 'https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html',
    user: '~/.junie/mcp/mcp.json',
    project: '.junie/mcp/mcp.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['junie'], folders: ['~/.junie'] },
    tokens: {},
    form: commonForm({ typed: false }),
    next: 'Switch the server on under Settings > Tools > Junie > MCP Settings.',
  },
  {
    id: 'goose',
    name: 'Goose',
    aliases: [],
    documentation: 'https://block.github.io/goose/docs/guides/config-files',
    user: {
      linux: '{config}/goose/config.yaml',
      darwin: '~/.config/goose/config.yaml',
      win32: '{config}/Block/goose/config/config.yaml',
    },
    format: 'yaml',
    key: 'extensions',
    traces: {
      programs: ['goose'],
      folders: [
        { linux: '{config}/goose', darwin: '~/.config/goose', win32: '{config}/Block/goose' },
      ],
    },
    tokens: { named: true },
    form: goose,
    next: 'Start a new session.',
  },
  {
    id: 'kiro',
    name: 'Kiro',
    aliases: ['kiro-cli'],
    documentation: 'https://kiro.dev/docs/mcp/configuration',
    user: '~/.kiro/settings/mcp.json',
    project: '.kiro/settings/mcp.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['kiro', 'kiro-cli'], folders: ['~/.kiro'] },
    tokens: { reference: braces },
    form: commonForm({ typed: false }),
    next: `Kiro connects by itself, and asks before it passes on ${TOKEN_VARIABLE}.`,
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    aliases: ['lmstudio'],
    documentation: 'https://lmstudio.ai/docs/app/mcp',
    user: '~/.lmstudio/mcp.json',
    format: 'json',
    key: 'mcpServers',
    traces: { programs: ['lms'], folders: ['~/.lmstudio'] },
    tokens: {},
    form: commonForm({ typed: false }),
    next: 'LM Studio connects by itself; the Program tab shows the server.',
  },
];

/** The host with this name or alias. */
export function hostNamed(name: string): Host | undefined {
  const lowerCase = name.toLowerCase();
  return HOSTS.find(({ id, aliases }) => id === lowerCase || aliases.includes(lowerCase));
}
