import { FACTS, SETTINGS, STARTED, variables } from './facts.ts';

const { name, version, license, keywords, entry, title, short, description, home } = FACTS;
const author = { name: FACTS.author, url: home };

const about = { name: entry, version, description: short };
const origin = { author, homepage: home, repository: home, license, keywords };

/** The command that starts the published program with these variables. */
function started(env?: Record<string, string>) {
  if (STARTED.kind !== 'stdio') throw new Error('The published program is started by its host');
  const { command, args } = STARTED;
  return { command, args, ...(env && { env }) };
}

function servers(server: object) {
  return { mcpServers: { [entry]: server } };
}

/** A bundle for Claude Desktop: manifest 0.4. An unset value arrives as its default. */
const bundle = {
  manifest_version: '0.4',
  name,
  display_name: title,
  version,
  description: short,
  long_description: description,
  author,
  repository: { type: 'git', url: FACTS.repository.url },
  homepage: home,
  documentation: FACTS.homepage,
  support: FACTS.bugs,
  server: {
    type: 'node',
    entry_point: 'dist/cli.js',
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/dist/cli.js`],
      env: variables(({ key }) => `\${user_config.${key}}`),
    },
  },
  tools_generated: true,
  prompts_generated: true,
  keywords,
  license,
  compatibility: {
    platforms: ['darwin', 'win32', 'linux'],
    runtimes: { node: FACTS.engines.node },
  },
  user_config: Object.fromEntries(
    SETTINGS.map(({ key, type, title, description, isSecret }) => [
      key,
      {
        ...{ type, title, description, required: false },
        default: type === 'boolean' ? false : '',
        ...(isSecret && { sensitive: true }),
      },
    ]),
  ),
};

/** For the registry of MCP servers. */
const registered = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: FACTS.mcpName,
  title,
  description: short,
  repository: { url: home, source: 'github' },
  websiteUrl: FACTS.homepage,
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      environmentVariables: SETTINGS.map(({ variable, description, type, isSecret }) => ({
        name: variable,
        description,
        format: type,
        isRequired: false,
        isSecret: isSecret ?? false,
      })),
    },
  ],
};

/** Gemini asks for settings itself, and passes on those that the server names. */
const gemini = {
  ...about,
  ...servers(started(variables(({ variable }) => `$${variable}`))),
  settings: SETTINGS.map(({ title, description, variable, isSecret }) => ({
    name: title,
    description,
    envVar: variable,
    sensitive: isSecret ?? false,
  })),
};

/** All JSON files, by path. */
export const MANIFESTS: Readonly<Record<string, object>> = {
  'mcpb/manifest.json': bundle,
  'server.json': registered,
  'gemini-extension.json': gemini,
  '.claude-plugin/marketplace.json': {
    name,
    owner: { name: FACTS.author },
    metadata: { description, version },
    plugins: [{ ...about, source: './plugin', ...origin }],
  },
  'plugin/.claude-plugin/plugin.json': { ...about, ...origin },
  'plugin/.mcp.json': servers(started(variables(({ variable }) => `\${${variable}:-}`))),
  'plugin/plugin.json': {
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    ...about,
    ...origin,
  },
  'plugin/mcp.json': {
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    ...servers({ type: 'stdio', ...started() }),
  },
  'plugin/.codex-plugin/plugin.json': {
    ...about,
    ...origin,
    skills: './skills/',
    mcpServers: './codex.mcp.json',
    interface: { displayName: title, shortDescription: short, category: 'Productivity' },
  },
  'plugin/codex.mcp.json': servers({
    ...started(),
    env_vars: SETTINGS.map(({ variable }) => variable),
  }),
  'plugin/gemini-extension.json': gemini,
};
