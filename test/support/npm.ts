import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Installed packages stay for the next run. */
const CACHE = join(tmpdir(), 'docs-platform-mcp-clients');
const INSTALL_MS = 300_000;

interface Options {
  cwd: string;
  timeout?: number;
}

/** Runs npm, which on Windows is a command file that only a shell starts. */
export function npm(args: readonly string[], options: Options) {
  return execute('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * Installs packages at their versions into a folder of the cache, unless they are there already.
 * @param scripts whether packages may run their scripts, as some that bring a binary must
 * @returns the folder, or undefined if the registry does not have them
 */
export async function installed(
  name: string,
  dependencies: Record<string, string>,
  { scripts = false } = {},
): Promise<string | undefined> {
  const folder = join(CACHE, name);
  const complete = join(folder, 'complete');
  if (await exists(complete)) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const args = ['install', `--ignore-scripts=${!scripts}`, '--no-audit', '--no-fund'];
  const came = await npm(args, { cwd: folder, timeout: INSTALL_MS }).then(
    () => true,
    () => false,
  );
  if (!came) return undefined;
  await writeFile(complete, '');
  return folder;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
