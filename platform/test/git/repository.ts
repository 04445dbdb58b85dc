import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A regular file, a symbolic link, or a file that may be run. */
type Content = string | Uint8Array | { link: string } | { program: string };

/** A bare repository in a separate folder. */
export interface Repository {
  url: string;
  git(...args: string[]): Promise<string>;
  /** Adds a commit with exactly these files to a branch; returns its id. */
  commit(files: Record<string, Content>, branch?: string): Promise<string>;
  /** The paths of the files on a branch, sorted. */
  paths(branch?: string): Promise<string[]>;
  read(path: string, branch?: string): Promise<string>;
  remove(): Promise<void>;
}

const IDENTITY = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];

export async function createRepository(name = 'northwind/docs.git'): Promise<Repository> {
  const root = await mkdtemp(join(tmpdir(), 'platform-test-'));
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const git = async (...args: string[]) => {
    const { stdout } = await run('git', [...IDENTITY, ...args], { cwd: folder });
    return stdout;
  };
  await git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  return {
    url: pathToFileURL(folder).href,
    git,
    commit: async (files, branch = 'main') => {
      const tree = await mkdtemp(join(root, 'tree-'));
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(tree, path)), { recursive: true });
        await writeContent(join(tree, path), content);
      }
      await git('--work-tree', tree, 'add', '--all', '--force', '.');
      const written = (await git('write-tree')).trim();
      const parent = (await git('rev-parse', '--verify', '--quiet', branch).catch(() => '')).trim();
      const parents = parent ? ['-p', parent] : [];
      const made = (await git('commit-tree', written, ...parents, '-m', 'Write')).trim();
      await git('update-ref', `refs/heads/${branch}`, made);
      return made;
    },
    paths: async (branch = 'main') =>
      (await git('ls-tree', '-r', '--name-only', branch)).trim().split('\n').sort(),
    read: (path, branch = 'main') => git('show', `${branch}:${path}`),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

async function writeContent(path: string, content: Content): Promise<void> {
  if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(path, content);
  else if ('link' in content) await symlink(content.link, path);
  else await writeFile(path, content.program, { mode: 0o755 });
}
