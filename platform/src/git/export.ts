import { primaryHead, stateAt } from '../content/revisions.ts';
import { eachInTurns } from '../runtime/turns.ts';
import type { Database } from '../store/database.ts';
import { type Checkout, type FileMode, withCheckout } from './checkout.ts';
import { git } from './command.ts';
import { type Changes, changesFor } from './export-content.ts';
import type { RemoteRule } from './remote.ts';
import { type GitRequest, pathUnder } from './request.ts';
import type { Complete } from './runs.ts';
import { Stage } from './stage.ts';
import { listFollowed } from './symbolic-links.ts';

export interface ExportRequest extends GitRequest {
  message: string;
  committer: { name: string; email: string };
}

/**
 * Pushes the content of a space to a branch as one commit. Files that do not belong to the space stay, and so do
 * files of unchanged content.
 */
export async function exportRepository(
  db: Database,
  request: ExportRequest,
  rule: RemoteRule,
  signal: AbortSignal,
  complete: Complete,
): Promise<void> {
  const { at, ref, directory, space } = request;
  const head = primaryHead(db, space);
  await withCheckout({ at, rule, ref, signal }, async (checkout) => {
    const files = await listFollowed(checkout, directory);
    const present = new Map<string, string>();
    const modes = new Map<string, FileMode>();
    await eachInTurns(files, ({ path, oid, mode }) => {
      present.set(path, oid);
      modes.set(path, mode);
    });
    const stage = new Stage(db, request.actor.newId());
    try {
      const changes = await changesFor(db, stateAt(head), {
        present,
        directory,
        stage,
        signal,
      });
      const commit = await push(request, checkout, { ...changes, modes });
      db.write(() => {
        stage.publishSources(space);
        complete({
          revision: head.id,
          commit,
          commitUrl: pathUnder(request.commitUrl, commit) ?? null,
        });
      });
    } finally {
      await stage.clear();
    }
  });
}

/** Changes, and the modes of the files before them, which stay as they are. */
interface ModedChanges extends Changes {
  modes: ReadonlyMap<string, FileMode>;
}

/** Commits and pushes changes; returns the newest commit of the branch, which is the former one if nothing changed. */
async function push(
  request: ExportRequest,
  checkout: Checkout,
  changes: ModedChanges,
): Promise<string> {
  const { at, ref } = request;
  const { folder, commit, signal, rule } = checkout;
  const isNothing = changes.written.length === 0 && changes.removed.length === 0;
  if (commit && isNothing) return commit;
  const input = commitStream(request, checkout, changes);
  await git(['fast-import', '--quiet', '--force'], { cwd: folder, signal, input });
  const made = await treeAndCommit(checkout, ref);
  if (commit && (await treeAndCommit(checkout, commit)).tree === made.tree) return commit;
  const force = request.force ? ['--force'] : [];
  await git(['push', '--quiet', ...force, '--', at.url, `${ref}:${ref}`], {
    cwd: folder,
    signal,
    remote: { at, rule },
  });
  return made.commit;
}

async function treeAndCommit({ folder, signal }: Checkout, revision: string) {
  const args = ['rev-parse', `${revision}^{commit}`, `${revision}^{tree}`];
  const [commit = '', tree = ''] = (await git(args, { cwd: folder, signal }))
    .toString()
    .split('\n');
  return { commit, tree };
}

/** The commit as `git fast-import` reads it, file by file; nothing is written to a working tree. */
function* commitStream(
  { ref, directory, message, committer, actor }: ExportRequest,
  { commit }: Checkout,
  { written, removed, modes }: ModedChanges,
): Generator<Uint8Array> {
  const at = (path: string) => quoted(directory ? `${directory}/${path}` : path);
  const who = `${plain(committer.name)} <${plain(committer.email)}>`;
  const seconds = Math.floor(Date.parse(actor.at) / 1000);
  yield Buffer.from(`commit ${ref}\ncommitter ${who} ${seconds} +0000\n`);
  yield* data(Buffer.from(message));
  if (commit) yield Buffer.from(`from ${commit}\n`);
  for (const path of removed) yield Buffer.from(`D ${at(path)}\n`);
  for (const { path, read } of written) {
    yield Buffer.from(`M ${modes.get(path) ?? '100644'} inline ${at(path)}\n`);
    yield* data(read());
  }
}

function* data(bytes: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from(`data ${bytes.byteLength}\n`);
  yield bytes;
  yield Buffer.from('\n');
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

function plain(text: string): string {
  return text.replaceAll(/[<>\n\0]/g, '');
}
