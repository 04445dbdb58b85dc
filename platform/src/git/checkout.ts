import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { turns } from '../runtime/turns.ts';
import { GitError, git } from './command.ts';
import { fetchOptions, type GitRemote, type RemoteRule } from './remote.ts';

/** One branch of a remote repository. Files are fetched on demand. */
export interface Checkout {
  folder: string;
  at: GitRemote;
  rule: RemoteRule;
  /** The newest commit of the branch; undefined if the branch does not exist. */
  commit: string | undefined;
  /** Object ids of the contents that are not fetched yet; looking for them takes a walk through all of the commit. */
  absent: () => Promise<Set<string>>;
  signal: AbortSignal;
}

/** A file of a commit. */
export interface TreeFile {
  path: string;
  /** Object id of its content. */
  oid: string;
  /** Whether it is executable, or is a symbolic link, whose content is the path that it points to. */
  mode: FileMode;
}

/** Maximum files of a repository, or of the folder that is read of it. */
const MAX_FILES = 200_000;

export type FileMode = '100644' | '100755' | '120000';

/**
 * Gets the newest commit of a branch (`refs/heads/…`; the default branch without one), works with it, and removes it.
 * There is never a working tree, so a repository cannot act on the file system.
 */
export async function withCheckout<T>(
  { at, rule, ref, signal }: Pick<Checkout, 'at' | 'rule' | 'signal'> & { ref: string | undefined },
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-git-'));
  try {
    await git(['init', '--quiet', '--bare', '.'], { cwd: folder, signal });
    const remote = { at, rule };
    const heads = await git(['ls-remote', '--', at.url, ref ?? 'HEAD'], {
      cwd: folder,
      signal,
      remote,
    });
    const commit = /^[0-9a-f]{40,64}/.exec(heads.toString())?.[0];
    if (commit) {
      const args = ['fetch', ...fetchOptions(at), '--depth=1', '--', at.url, ref ?? 'HEAD'];
      await git(args, { cwd: folder, signal, remote });
    }
    let found: Promise<Set<string>> | undefined;
    const absent = () => {
      found ??= absentContents(folder, commit, signal);
      return found;
    };
    return await work({ folder, at, rule, signal, commit, absent });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function absentContents(
  folder: string,
  commit = '',
  signal: AbortSignal,
): Promise<Set<string>> {
  const list = ['rev-list', '--objects', '--no-object-names', '--missing=print', commit];
  const objects = await git(list, { cwd: folder, signal });
  const absent = new Set<string>();
  for await (const line of partsOf(objects, '\n', signal)) {
    if (line.startsWith('?')) absent.add(line.slice(1));
  }
  return absent;
}

/** The parts of a long output, with turns for others in between. */
export async function* partsOf(
  output: Buffer,
  separator: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pause = turns();
  for (let start = 0; start < output.length; ) {
    const found = output.indexOf(separator, start);
    const end = found < 0 ? output.length : found;
    signal.throwIfAborted();
    await pause();
    yield output.toString('utf8', start, end);
    start = end + separator.length;
  }
}

function modeOf(mode: string | undefined): FileMode {
  return mode === '120000' || mode === '100755' ? mode : '100644';
}

/** The files of the commit under a directory; empty if the directory does not exist. Throws if there are too many. */
export async function listFiles(
  { folder, commit, signal }: Pick<Checkout, 'folder' | 'commit' | 'signal'>,
  directory = '',
): Promise<TreeFile[]> {
  if (commit === undefined) return [];
  if (directory !== '') {
    const entry = await git(['ls-tree', '-d', '-z', commit, directory], { cwd: folder, signal });
    if (!/^\d+ tree /.test(entry.toString())) return [];
  }
  const tree = directory ? `${commit}:${directory}` : commit;
  const listed = await git(['ls-tree', '-r', '-z', tree], { cwd: folder, signal });
  const files: TreeFile[] = [];
  for await (const line of partsOf(listed, '\0', signal)) {
    const [, mode, oid, path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(line) ?? [];
    if (oid && path) files.push({ oid, path, mode: modeOf(mode) });
    if (files.length > MAX_FILES) {
      throw new GitError(
        `${directory || 'The repository'} has more than ${MAX_FILES} files; name a folder that has fewer as repoProjectDirectory`,
      );
    }
  }
  return files;
}
