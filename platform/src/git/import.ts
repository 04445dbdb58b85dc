import { Draft } from '../content/draft.ts';
import { commitPrimary, draftOfPrimary } from '../content/primary.ts';
import { insertRevision, primaryHead, viewAt } from '../content/revisions.ts';
import { readTree } from '../import/source-tree.ts';
import { writeTree } from '../import/write-tree.ts';
import type { Database } from '../store/database.ts';
import { readFiles, withCheckout } from './checkout.ts';
import { GitError } from './command.ts';
import { layoutOf, matchPages } from './layout.ts';
import type { RemoteRule } from './remote.ts';
import { type GitRequest, under } from './request.ts';
import type { GitOutcome } from './runs.ts';

export interface ImportRequest extends GitRequest {
  /** Makes a revision of its own and leaves the space as it is. */
  standalone: boolean;
}

/** Makes the content of a space what a branch of a repository holds. Gives how to write it, once all was read. */
export async function importRepository(
  request: ImportRequest,
  rule: RemoteRule,
  signal: AbortSignal,
): Promise<(db: Database) => GitOutcome> {
  const { at, ref, directory } = request;
  return await withCheckout({ at, rule, ref, signal }, async (checkout) => {
    const { commit } = checkout;
    if (commit === undefined) throw new GitError(`The repository has no ${ref}`);
    const files = await readFiles(checkout, directory);
    const pages = readTree(files);
    if (pages.length === 0) {
      throw new GitError(`${ref} has no markdown files${directory && ` in ${directory}`}`);
    }
    const read = new Set(files.map(({ path }) => path));
    const addressOf = (path: string) =>
      under(request.treeUrl, directory ? `${directory}/${path}` : path);
    return (db) => {
      const head = primaryHead(db, request.space);
      const known = matchPages(layoutOf(db, viewAt(head)), pages);
      const draft = draftFor(db, request, head.seq);
      const { ids } = writeTree(draft, { pages, files, known, replace: true, addressOf });
      const unchanged = !request.standalone && draft.touched.size === 0;
      const revision = unchanged ? head.id : commitTo(draft, request, head.id);
      const paths = new Map(
        pages.flatMap(({ key }) => (read.has(key) ? [[ids.get(key) ?? '', key]] : [])),
      );
      return {
        paths: request.standalone ? undefined : paths,
        revision,
        commit,
        commitUrl: under(request.commitUrl, commit) ?? null,
      };
    };
  });
}

function draftFor(db: Database, { space, actor, standalone }: ImportRequest, seq: number): Draft {
  if (!standalone) return draftOfPrimary(db, space, actor);
  const overlay = { line: actor.newId(), seq: 1 };
  return new Draft(db, { space, overlay, base: { line: space, seq } }, actor);
}

function commitTo(draft: Draft, { space, standalone }: ImportRequest, parent: string): string {
  if (!standalone) return commitPrimary(draft, 'edits');
  const id = draft.actor.newId();
  insertRevision(draft.db, {
    id,
    space,
    line: draft.layer.line,
    seq: draft.layer.seq,
    base_seq: draft.view.base.seq,
    type: 'edits',
    author: draft.actor.user,
    created_at: draft.actor.at,
    parents: JSON.stringify([parent]),
    merged_from: null,
  });
  return id;
}
