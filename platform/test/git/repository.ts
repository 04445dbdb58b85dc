import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A regular file, a symbolic link, a file that may be run, or a commit of another repository. */
type Content = string | Uint8Array | { link: string } | { program: string } | { submodule: string };

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
  const start = (args: readonly string[]) =>
    run('git', [...IDENTITY, ...args], { cwd: folder, encoding: 'buffer' });
  const git = async (...args: string[]) => (await start(args)).stdout.toString();
  await git('init', '--quiet', '--bare', '--template=', '--initial-branch=main', '.');
  return {
    url: pathToFileURL(folder).href,
    git,
    commit: async (files, branch = 'main') => {
      const given = start(['fast-import', '--quiet', '--date-format=now']);
      const parent = existsSync(join(folder, 'refs/heads', branch));
      // If Git ends early, its exit code and message reject below.
      given.child.stdin?.on('error', () => {}).end(commitOf(files, branch, parent));
      return (await given).stdout.toString().trim();
    },
    paths: async (branch = 'main') =>
      (await git('ls-tree', '-r', '--name-only', branch)).trim().split('\n').sort(),
    read: (path, branch = 'main') => git('show', `${branch}:${path}`),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** A commit with exactly these files, as `git fast-import` reads it; it prints the id. */
function commitOf(files: Record<string, Content>, branch: string, parent: boolean): Buffer {
  const ref = `refs/heads/${branch}`;
  const lines: (string | Uint8Array)[] = [
    `commit ${ref}\nmark :1\ncommitter Tester <tester@example.com> now\n`,
    ...data('Write\n'),
    ...(parent ? [`from ${ref}^0\n`] : []),
    'deleteall\n',
  ];
  for (const [path, content] of Object.entries(files)) {
    if (typeof content === 'object' && 'submodule' in content) {
      lines.push(`M 160000 ${content.submodule} ${JSON.stringify(path)}\n`);
      continue;
    }
    const [mode, text] = entryOf(content);
    lines.push(`M ${mode} inline ${JSON.stringify(path)}\n`, ...data(text));
  }
  lines.push('get-mark :1\n');
  return Buffer.concat(lines.map((line) => Buffer.from(line)));
}

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  return [`data ${Buffer.byteLength(content)}\n`, content, '\n'];
}

function entryOf(
  content: Exclude<Content, { submodule: string }>,
): [mode: string, content: string | Uint8Array] {
  if (typeof content === 'string' || content instanceof Uint8Array) return ['100644', content];
  return 'link' in content ? ['120000', content.link] : ['100755', content.program];
}
