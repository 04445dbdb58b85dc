import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from '../import/source-file.ts';
import { unzip } from '../import/zip.ts';
import { GitError, git } from './command.ts';
import type { GitRemote, RemoteRule } from './remote.ts';

/** One branch of a remote repository, copied to a folder of its own. */
export interface Checkout {
  folder: string;
  at: GitRemote;
  rule: RemoteRule;
  /** The newest commit of the branch; undefined while the branch does not exist. */
  commit: string | undefined;
  signal: AbortSignal;
}

/**
 * Copies the newest commit of a branch (`refs/heads/…`; the default branch without one), works with it, and
 * removes the copy. There is never a working tree: what a repository holds cannot act on the file system.
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
      const args = ['fetch', '--quiet', '--depth=1', '--no-tags', '--', at.url, ref ?? 'HEAD'];
      await git(args, { cwd: folder, signal, remote });
    }
    return await work({ folder, at, rule, signal, commit });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of the copied commit under a directory; none when the directory does not exist. */
export async function readFiles(
  { folder, commit, signal }: Checkout,
  directory = '',
): Promise<SourceFile[]> {
  if (commit === undefined) return [];
  const tree = directory ? `${commit}:${directory}` : commit;
  try {
    await git(['cat-file', '-e', tree], { cwd: folder, signal });
  } catch (error) {
    if (error instanceof GitError && !signal.aborted) return [];
    throw error;
  }
  const args = ['archive', '--format=zip', '--prefix=content/', tree];
  return await unzip(await git(args, { cwd: folder, signal }));
}
