import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportPlatform, openExisting, startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { runHere } from '../support/command.ts';
import { findProgram } from '../support/system-programs.ts';

const execute = promisify(execFile);
const SPACE = 'spaceDevGuide0000001';

/** Runs a program in a terminal; on other systems `script` takes other arguments. */
const SCRIPT = process.platform === 'linux' ? findProgram('script') : undefined;

describe.skipIf(SCRIPT === undefined)('long-running commands', () => {
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'terminal-'));
    env = { HOME: folder, PATH: process.env.PATH ?? '', TERM: 'xterm', SHELL: '/bin/sh' };
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const onTerminal = async (args: string[], more: Record<string, string> = {}) => {
    const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
    const options = { env: { ...env, ...more }, cwd: folder };
    const { stdout } = await execute(SCRIPT ?? '', ['-qec', command, '/dev/null'], options);
    return stdout;
  };

  it('show their progress on a line that disappears at the end', async () => {
    const shown = await onTerminal(['pull', SPACE, join(folder, 'shown')]);
    const lines = Array.from(shown.matchAll(/Reading pages: (\d+) of (\d+)/g), ([, done]) => done);
    expect(lines.length).toBeGreaterThan(1);
    expect(shown.slice(shown.lastIndexOf('Reading pages'))).toContain('\u001b[2K');
    expect(shown).toMatch(/\d+ pages in /);
  });

  it('show what an import is doing', async () => {
    const [data, file] = [join(folder, 'data'), join(folder, 'platform.json')];
    await (await startPlatform({ data })).close();
    const db = openExisting(data);
    await exportPlatform(db, createWriteStream(file));
    db.close();
    const shown = await onTerminal(['platform', '--data', join(folder, 'new'), '--import', file]);
    expect(shown).toMatch(/Reading: [\d.]+ MB of [\d.]+ MB/);
  });

  it('show what a setup is doing', async () => {
    const shown = await onTerminal(['setup', '--host', 'cursor', '--yes']);
    expect(shown).toMatch(/Cursor \(1 of 1\)…/);
  });

  it('show nothing without a terminal, or on one that cannot move the cursor', async () => {
    const { stderr } = await runHere(['pull', SPACE, join(folder, 'piped')], env);
    expect(stderr).not.toContain('Reading pages');
    const dumb = await onTerminal(['pull', SPACE, join(folder, 'dumb')], { TERM: 'dumb' });
    expect(dumb).not.toContain('Reading pages');
  });
});
