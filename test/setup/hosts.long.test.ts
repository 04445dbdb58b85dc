import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { npm } from '../support/npm.ts';

const execute = promisify(execFile);
const INSTALL_MS = 600_000;
const HOST_MS = 180_000;

const ROOT = dirname(dirname(CLI));
const PLUGIN = join(ROOT, 'plugin');
const IN_MARKETPLACE = 'docs-platform@docs-platform-mcp';

/** A host's program with arguments. */
type Command = readonly string[];

interface HostProgram {
  id: string;
  /** The package that contains it. */
  packageName: string;
  /** Lists its servers. */
  list: Command;
  /** Check and install the plugin. */
  plugin: readonly Command[];
  /** A command that describes an installed plugin, and its output. */
  told: readonly (readonly [Command, RegExp])[];
}

const HOSTS: readonly HostProgram[] = [
  {
    id: 'claude-code',
    packageName: '@anthropic-ai/claude-code',
    list: ['claude', 'mcp', 'list'],
    plugin: [
      ['claude', 'plugin', 'validate', '--strict', PLUGIN],
      ['claude', 'plugin', 'validate', '--strict', join(ROOT, '.claude-plugin/marketplace.json')],
      ['claude', 'plugin', 'marketplace', 'add', ROOT],
      ['claude', 'plugin', 'install', IN_MARKETPLACE],
    ],
    told: [
      [['claude', 'mcp', 'list'], /plugin:docs-platform:docs-platform: .*Connected/],
      [['claude', 'plugin', 'details', IN_MARKETPLACE], /Skills \(\d+\) .*draft-change/],
    ],
  },
  {
    id: 'codex',
    packageName: '@openai/codex',
    list: ['codex', 'mcp', 'list', '--json'],
    plugin: [
      ['codex', 'plugin', 'marketplace', 'add', ROOT],
      ['codex', 'plugin', 'add', IN_MARKETPLACE],
    ],
    told: [
      [['codex', 'mcp', 'list', '--json'], /"docs-platform",\s+"enabled": true/],
      [['codex', 'plugin', 'list', '--json'], /"installed": \[\s+\{\s+"pluginId": "docs-platform@/],
    ],
  },
  {
    id: 'gemini',
    packageName: '@google/gemini-cli',
    list: ['gemini', 'mcp', 'list'],
    plugin: [
      ['gemini', 'extensions', 'validate', ROOT],
      ['gemini', 'extensions', 'validate', PLUGIN],
      ['gemini', 'extensions', 'install', PLUGIN, '--consent', '--skip-settings'],
    ],
    told: [
      [['gemini', 'mcp', 'list'], /docs-platform.*Connected/],
      [['gemini', 'extensions', 'list'], /Agent skills:[\s\S]*draft-change: /],
    ],
  },
];

describe.each(HOSTS)('with $packageName itself', ({ id, packageName, list, plugin, told }) => {
  let home: string;
  let env: Record<string, string>;
  let missing: string | undefined;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'host-'));
    await mkdir(join(home, 'project'));
    await writeFile(join(home, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts=false'];
    await npm(['install', ...flags, packageName], { cwd: home }).catch((error) => {
      missing = `${packageName} cannot be installed here: ${String(error.message).slice(0, 200)}`;
    });
    // The package that npx would start is not in the registry yet.
    const modules = join(home, 'node_modules');
    await mkdir(join(modules, '.bin'), { recursive: true });
    await symlink(ROOT, join(modules, 'docs-platform-mcp'));
    await symlink(CLI, join(modules, '.bin/docs-platform-mcp'));
    const path = [join(home, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    env = { HOME: home, PATH: path, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  }, INSTALL_MS);
  afterAll(() => rm(home, { recursive: true, force: true }));

  const run = ([program = '', ...args]: Command) =>
    execute(program, args, { env, cwd: join(home, 'project'), timeout: HOST_MS }).then(
      // Some hosts print the list to stderr.
      ({ stdout, stderr }) => stdout + stderr,
    );
  const setup = (...args: string[]) =>
    run([process.execPath, CLI, 'setup', '--host', id, '--yes', ...args]);

  it.for(['user', 'project'])(
    'setup adds the server to the %s, and the host lists it until it is removed',
    { timeout: HOST_MS },
    async (scope, { skip }) => {
      if (missing) skip(missing);
      expect(await setup('--scope', scope)).toMatch(/ran |wrote /);
      expect(await setup('--scope', scope)).toContain('nothing to do');
      // Codex lists a project's servers only after a person has trusted the project.
      if (id !== 'codex' || scope === 'user') {
        const listed = await run(list);
        expect(listed).toContain('docs-platform');
        if (scope === 'user') expect(listed).toMatch(/Connected|"enabled": true/);
      }
      await setup('--scope', scope, '--remove');
      expect(await run(list)).not.toContain('docs-platform');
    },
  );

  it('the host accepts the plugin, and lists its server and skills', { timeout: HOST_MS }, async ({
    skip,
  }) => {
    if (missing) skip(missing);
    for (const command of plugin) await run(command);
    for (const [command, expected] of told) expect(await run(command)).toMatch(expected);
  });
});
