import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { npm } from '../support/npm.ts';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('the package starts after an installation from its tarball', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-platform-pack-'));
  try {
    await npm(['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
    const [tarball = ''] = await readdir(folder);
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
    await npm(['install', ...quiet, '--prefix', folder, join(folder, tarball)], { cwd: folder });
    const bin = join(folder, 'node_modules/.bin/docs-platform-mcp');
    const { PATH, SystemRoot } = process.env;
    const { stdout } = await execute(bin, ['call', 'list_organizations'], {
      cwd: folder,
      env: { PATH, ...(SystemRoot && { SystemRoot }) },
      // There it is a command file.
      shell: process.platform === 'win32',
    });
    expect(stdout).toContain('orgNorthwind00000001');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
