import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI } from '../support/built.ts';
import { npm } from '../support/npm.ts';

const run = promisify(execFile);
const ROOT = dirname(dirname(CLI));

describe('the package, installed from its tarball', () => {
  let folder: string;
  let tarball: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-platform-package-'));
    const packed = await npm(
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
      { cwd: ROOT },
    );
    tarball = join(folder, packed.stdout.trim());
    cpSync(join(ROOT, 'examples/library'), folder, { recursive: true });
    await npm(['install', '--omit=dev', '--no-audit', '--no-fund', tarball], { cwd: folder });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has at most three megabytes, and nothing but the program and its documents', async () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(3_000_000);
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const others = stdout.split('\n').filter((path) => path && !path.startsWith('package/dist/'));
    expect(others.sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json']);
  });

  it('compiles and runs the example with its types', async () => {
    const types = join(ROOT, 'node_modules/@types');
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [tsc, '--typeRoots', types], { cwd: folder });
    const { stdout } = await run(process.execPath, ['build/main.js'], { cwd: folder });
    expect(stdout).toContain(
      'merge_change_request: POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    );
    expect(stdout).toContain('Found in: Developer Guide');
    expect(stdout).toContain('gets the status 401');
  });

  it('starts by its command name', async () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { stdout } = await run('npx', ['--no-install', 'docs-platform-mcp', '--version'], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    expect(stdout).toContain(manifest.version);
  });
});
