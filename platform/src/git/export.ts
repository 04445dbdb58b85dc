import { primaryHead, viewAt } from '../content/revisions.ts';
import type { SourceFile } from '../import/source-file.ts';
import { readTree, SUMMARY } from '../import/source-tree.ts';
import type { Database } from '../store/database.ts';
import { type Checkout, readFiles, withCheckout } from './checkout.ts';
import { git } from './command.ts';
import { ASSETS, filesOf } from './layout.ts';
import type { RemoteRule } from './remote.ts';
import { type GitRequest, under } from './request.ts';
import type { GitOutcome } from './runs.ts';

export interface ExportRequest extends GitRequest {
  message: string;
  committer: { name: string; email: string };
}

/** Pushes the content of a space to a branch as one commit; files that are no content of the space stay there. */
export async function exportRepository(
  db: Database,
  request: ExportRequest,
  rule: RemoteRule,
  signal: AbortSignal,
): Promise<GitOutcome> {
  const { at, ref, directory } = request;
  const { revision, paths, files } = db.read(() => {
    const head = primaryHead(db, request.space);
    return { revision: head.id, ...filesOf(db, viewAt(head)) };
  });
  const outcome = (commit: string) => ({
    revision,
    paths,
    commit,
    commitUrl: under(request.commitUrl, commit) ?? null,
  });
  return await withCheckout({ at, rule, ref, signal }, async (checkout) => {
    const { folder, commit } = checkout;
    const old = contentOf(await readFiles(checkout, directory));
    const input = commitStream(request, checkout, old, files);
    await git(['fast-import', '--quiet', '--force'], { cwd: folder, signal, input });
    const made = await treeAndCommit(checkout, ref);
    if (commit && (await treeAndCommit(checkout, commit)).tree === made.tree)
      return outcome(commit);
    const force = request.force ? ['--force'] : [];
    const remote = { at, rule };
    await git(['push', '--quiet', ...force, '--', at.url, `${ref}:${ref}`], {
      cwd: folder,
      signal,
      remote,
    });
    return outcome(made.commit);
  });
}

/** The files of a repository that are pages or belong to them. */
function contentOf(files: readonly SourceFile[]): string[] {
  const pages = new Set(readTree(files).map(({ key }) => key));
  return files
    .map(({ path }) => path)
    .filter((path) => pages.has(path) || path === SUMMARY || path.startsWith(ASSETS));
}

async function treeAndCommit({ folder, signal }: Checkout, revision: string) {
  const args = ['rev-parse', `${revision}^{commit}`, `${revision}^{tree}`];
  const [commit = '', tree = ''] = (await git(args, { cwd: folder, signal }))
    .toString()
    .split('\n');
  return { commit, tree };
}

/** The commit in the form that git takes it in: no file of it is ever written to disk as such. */
function commitStream(
  { ref, directory, message, committer, actor }: ExportRequest,
  { commit }: Checkout,
  removed: readonly string[],
  files: readonly SourceFile[],
): Buffer {
  const at = (path: string) => quoted(directory ? `${directory}/${path}` : path);
  const who = `${plain(committer.name)} <${plain(committer.email)}>`;
  const seconds = Math.floor(Date.parse(actor.at) / 1000);
  const parts: (string | Uint8Array)[] = [
    `commit ${ref}\ncommitter ${who} ${seconds} +0000\n`,
    ...data(Buffer.from(message)),
    commit ? `from ${commit}\n` : '',
    ...removed.map((path) => `D ${at(path)}\n`),
    ...files.flatMap(({ path, bytes }) => [`M 100644 inline ${at(path)}\n`, ...data(bytes)]),
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function data(bytes: Uint8Array): (string | Uint8Array)[] {
  return [`data ${bytes.byteLength}\n`, bytes, '\n'];
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}

function plain(text: string): string {
  return text.replaceAll(/[<>\n\0]/g, '');
}
