import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CLI } from '../support/built.ts';

const ROOT = dirname(dirname(CLI));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const read = (path: string) => JSON.parse(textOf(path));
const version = read('package.json').version;

function problemsOf(schema: string, document: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.validate(read(`test/fixtures/packages/${schema}`), document);
  return ajv.errors;
}

it('have the hash of every package that they are built from', () => {
  const locked: Record<string, { link?: true; integrity?: string }> =
    read('package-lock.json').packages;
  const unchecked = Object.entries(locked).filter(
    ([path, { link, integrity }]) => path.startsWith('node_modules/') && !link && !integrity,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

describe('the packages', () => {
  it('are valid for the registry of MCP servers', () => {
    const registered = read('server.json');
    expect(problemsOf('server.schema.json', registered)).toBe(null);
    expect(registered.description.length).toBeLessThanOrEqual(100);
    expect(registered).toMatchObject({
      name: read('package.json').mcpName,
      version,
      packages: [{ registryType: 'npm', identifier: 'docs-platform-mcp', version }],
    });
    const secrets = registered.packages[0].environmentVariables.filter(
      ({ isSecret }: { isSecret: boolean }) => isSecret,
    );
    expect(secrets.map(({ name }: { name: string }) => name)).toEqual(['DOCS_PLATFORM_TOKEN']);
  });

  it('are valid for Claude Desktop, without required settings', () => {
    const bundle = read('mcpb/manifest.json');
    expect(problemsOf('mcpb-manifest.schema.json', bundle)).toBe(null);
    expect(bundle.manifest_version).toBe('0.4');
    expect(bundle.user_config.token).toMatchObject({
      sensitive: true,
      required: false,
      default: '',
    });
    expect(bundle.user_config.read_only).toMatchObject({ type: 'boolean', default: false });
    expect(bundle.server.mcp_config.env.DOCS_PLATFORM_TOKEN).toBe(`\${user_config.token}`);
  });

  it.each([
    'plugin/.claude-plugin/plugin.json',
    'plugin/.codex-plugin/plugin.json',
    'plugin/plugin.json',
    'gemini-extension.json',
  ])('%s names the plugin and its version', (path) => {
    expect(read(path)).toMatchObject({ name: 'docs-platform', version });
  });

  it.each([
    'plugin/.mcp.json',
    'plugin/mcp.json',
    'plugin/codex.mcp.json',
    'gemini-extension.json',
  ])('%s starts the published program', (path) => {
    expect(read(path).mcpServers['docs-platform']).toMatchObject({
      command: 'npx',
      args: ['-y', 'docs-platform-mcp'],
    });
  });

  it('lists the plugin in the marketplace of this repository', () => {
    const { plugins } = read('.claude-plugin/marketplace.json');
    expect(plugins).toHaveLength(1);
    expect(read(join(plugins[0].source, '.claude-plugin/plugin.json')).name).toBe(plugins[0].name);
  });
});

/** The host entry in a link of the README, decoded as the host does it. */
const DECODERS: Record<string, (query: URLSearchParams) => unknown> = {
  VS_Code: (query) => JSON.parse(query.get('config') ?? ''),
  Cursor: (query) => JSON.parse(atob(query.get('config') ?? '')),
  LM_Studio: (query) => JSON.parse(atob(query.get('config') ?? '')),
  Kiro: (query) => JSON.parse(query.get('config') ?? ''),
  Goose: (query) => ({ command: query.get('cmd'), args: query.getAll('arg') }),
};

describe('the links in the README', () => {
  const links = new Map(
    Array.from(
      textOf('README.md').matchAll(/badge\/([\w%]+)-install-\w+\)\]\((\S+)\)/g),
      ([, host = '', url = '']) => [host, new URL(url)],
    ),
  );

  it.each(Object.entries(DECODERS))('%s start the published program', (host, decode) => {
    const url = links.get(host);
    expect(decode(url?.searchParams ?? new URLSearchParams())).toMatchObject({
      command: 'npx',
      args: ['-y', 'docs-platform-mcp'],
    });
  });

  it('contain no token, and let VS Code ask for it', () => {
    const [input] = JSON.parse(links.get('VS_Code')?.searchParams.get('inputs') ?? '[]');
    expect(input).toMatchObject({ type: 'promptString', password: true });
    expect(DECODERS.VS_Code?.(links.get('VS_Code')?.searchParams as URLSearchParams)).toMatchObject(
      {
        env: { DOCS_PLATFORM_TOKEN: `\${input:${input.id}}` },
      },
    );
  });
});

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  privileged?: boolean;
  image?: string;
  networks?: { inside?: { ipv4_address?: string } };
  environment?: Record<string, string>;
}

describe('the containers', () => {
  it('have a valid Dockerfile with a health check and an unprivileged user', () => {
    const dockerfile = textOf('Dockerfile');
    expect(lintDockerfile(dockerfile)).toEqual([]);
    const [, last = ''] = dockerfile.split(/^FROM .*$(?![\s\S]*^FROM )/m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).toMatch(/^ENTRYPOINT \["node", /m);
  });

  it('run together without write access or privileges, at the addresses that nginx uses', () => {
    const { services } = parse(textOf('compose.yaml'), { merge: true }) as {
      services: Record<string, Service>;
    };
    expect(Object.keys(services)).toEqual([
      ...['server-1', 'server-2', 'server-3', 'nginx', 'redis', 'platform'],
    ]);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.privileged).toBeUndefined();
    }
    const balanced = Array.from(
      textOf('examples/nginx/nginx.conf').matchAll(/server (10\.[\d.]+):3333/g),
      ([, address]) => address,
    );
    const replicas = Object.values(services).filter(
      ({ environment }) => environment?.DOCS_PLATFORM_REDIS_URL,
    );
    expect(replicas.map(({ networks }) => networks?.inside?.ipv4_address)).toEqual(balanced);
  });
});
