import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';

const execute = promisify(execFile);
const INSTALL_MS = 600_000;
const HOST_MS = 180_000;

/** A host, the package that brings it, and how it lists its servers. */
const HOSTS = [
  { id: 'claude-code', packageName: '@anthropic-ai/claude-code', list: ['claude', 'mcp', 'list'] },
  { id: 'codex', packageName: '@openai/codex', list: ['codex', 'mcp', 'list', '--json'] },
  { id: 'gemini', packageName: '@google/gemini-cli', list: ['gemini', 'mcp', 'list'] },
];

describe.each(HOSTS)('setup, with $packageName itself', ({ id, packageName, list }) => {
  let home: string;
  let env: Record<string, string>;
  let missing: string | undefined;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'host-'));
    await mkdir(join(home, 'project'));
    await writeFile(join(home, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts=false'];
    await execute('npm', ['install', ...flags, packageName], { cwd: home }).catch((error) => {
      missing = `${packageName} cannot be installed here: ${String(error.message).slice(0, 200)}`;
    });
    const path = [join(home, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    env = { HOME: home, PATH: path, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  }, INSTALL_MS);
  afterAll(() => rm(home, { recursive: true, force: true }));

  const run = ([program = '', ...args]: string[]) =>
    execute(program, args, { env, cwd: join(home, 'project'), timeout: HOST_MS }).then(
      // Some hosts list on stderr.
      ({ stdout, stderr }) => stdout + stderr,
    );
  const setup = (...args: string[]) =>
    run([process.execPath, CLI, 'setup', '--host', id, '--yes', ...args]);

  it.for(['user', 'project'])(
    'the host lists the server of the %s until it is removed',
    { timeout: HOST_MS },
    async (scope, { skip }) => {
      if (missing) skip(missing);
      expect(await setup('--scope', scope)).toMatch(/ran |wrote /);
      expect(await setup('--scope', scope)).toContain('nothing to do');
      // Codex lists a project's servers once a person has said that the project may be trusted.
      if (id !== 'codex' || scope === 'user') {
        const listed = await run(list);
        expect(listed).toContain('docs-platform');
        if (scope === 'user') expect(listed).toMatch(/Connected|"enabled": true/);
      }
      await setup('--scope', scope, '--remove');
      expect(await run(list)).not.toContain('docs-platform');
    },
  );
});
