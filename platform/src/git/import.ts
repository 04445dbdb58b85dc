import { requireFree, writeGradually } from '../content/gradual.ts';
import type { Layer } from '../content/model.ts';
import { insertRevision, primaryHead, stateAt } from '../content/revisions.ts';
import { files as fileTable } from '../content/tables.ts';
import type { Database } from '../store/database.ts';
import { inBatches } from '../store/in-batches.ts';
import { withCheckout } from './checkout.ts';
import { GitError } from './command.ts';
import { type Asset, importAssets } from './import-assets.ts';
import { stagePages } from './import-pages.ts';
import { withIncludedLinks } from './included-texts.ts';
import { type Repository, readRepository } from './read-repository.ts';
import type { RemoteRule } from './remote.ts';
import { type GitRequest, pathUnder } from './request.ts';
import type { Complete, GitOutcome } from './runs.ts';
import { putFileSource, putTreeSource } from './sources.ts';
import { Stage } from './stage.ts';

export interface ImportRequest extends GitRequest {
  /** Creates a separate revision and leaves the space unchanged. */
  standalone: boolean;
}

/** Gives up when every attempt finds a newer revision of the space. */
const MAX_ATTEMPTS = 20;

/**
 * Replaces the content of a space by that of a branch of a repository. Others can read and write meanwhile; all of it
 * appears at once, together with what `complete` writes, or not at all.
 */
export async function importRepository(
  db: Database,
  request: ImportRequest,
  rule: RemoteRule,
  signal: AbortSignal,
  complete: Complete,
): Promise<void> {
  const { at, ref, directory, actor } = request;
  await withCheckout({ at, rule, ref, signal }, async (checkout) => {
    const { commit } = checkout;
    if (commit === undefined) throw new GitError(`The repository has no ${ref}`);
    const repository = await readRepository(checkout, directory);
    if (repository.pages.length === 0) {
      const { folder, project } = repository;
      const named = project.root && `, the root in its ${project.name}`;
      throw new GitError(`${ref} has no markdown files${folder && ` in ${folder}`}${named}`);
    }
    const state = stateAt(primaryHead(db, request.space));
    const assets = await importAssets(db, checkout, repository, { state, newId: actor.newId });
    const outcome = { commit, commitUrl: pathUnder(request.commitUrl, commit) ?? null };
    const stage = new Stage(db, actor.newId());
    try {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const written = await write(
          db,
          stage,
          request,
          { repository, assets, signal },
          (revision) => complete({ ...outcome, revision }),
        );
        if (written) return;
        await stage.clear();
      }
    } finally {
      await stage.clear();
    }
    throw new GitError('The space kept changing; start the import again');
  });
}

interface FetchedRepository {
  repository: Repository;
  assets: ReadonlyMap<string, Asset>;
  signal: AbortSignal;
}

/** False if another revision was committed first. */
async function write(
  db: Database,
  stage: Stage,
  request: ImportRequest,
  { repository, assets, signal }: FetchedRepository,
  complete: (revision: GitOutcome['revision']) => void,
): Promise<boolean> {
  const { space, actor, standalone, treeUrl } = request;
  const head = primaryHead(db, space);
  const { folder } = repository;
  const files = new Map([...assets].map(([path, { id }]) => [path, id]));
  const targets = {
    ...{ files, folder },
    addressOf: (path: string) => addressOf(treeUrl, folder, path),
  };
  const { ids, redirects } = await stagePages(db, stage, {
    state: stateAt(head),
    actor,
    pages: repository.pages,
    targets,
    redirects: repository.project.redirects,
    signal,
  });
  let changed = stage.written.size > 0;
  const linked = await withIncludedLinks(db, assets, {
    ...targets,
    pages: ids,
    redirects: new Map(Object.entries(redirects)),
  });
  await inBatches(db, linked, signal, ([path, { id, oid, file, source }]) => {
    putFileSource(db, stage.name, id, { path, oid, source });
    const before = file && fileTable.find(db, stateAt(head), id);
    if (!file || (before?.blob === file.blob && before.name === file.name)) return;
    fileTable.put(db, stage.layer, file);
    changed = true;
  });
  db.write(() => putTreeSource(db, stage.name, { ...treeOf(repository, ids), redirects }));
  const begin = () => {
    requireFree(db, space);
    if (primaryHead(db, space).id !== head.id) return undefined;
    const branch = standalone ? actor.newId() : space;
    return { layer: { branch, seq: standalone ? 1 : head.seq + 1 } };
  };
  const publish = (layer: Layer): void => {
    let revision = head.id;
    if (changed || standalone) {
      revision = actor.newId();
      insertRevision(db, {
        id: revision,
        space,
        ...layer,
        base_seq: standalone ? head.seq : layer.seq,
        type: 'edits',
        author: actor.user,
        created_at: actor.at,
        parents: JSON.stringify([head.id]),
        merged_from: null,
      });
    }
    if (!standalone) {
      if (changed) db.run('UPDATE space SET updated_at = ? WHERE id = ?', actor.at, space);
      stage.publishIndex(layer);
      stage.publishSources(space);
    }
    complete(revision);
  };
  const published = await writeGradually(db, {
    begin,
    write: async ({ layer }) => {
      if (changed || standalone) await stage.copyContent(layer);
    },
    commit: ({ layer }) => {
      publish(layer);
      return true;
    },
  });
  return published ?? false;
}

function addressOf(treeUrl: string | undefined, folder: string, path: string): string | undefined {
  return pathUnder(treeUrl, encodeURI(folder === '' ? path : `${folder}/${path}`));
}

function treeOf(
  { project, summary, vars, keys, pages }: Repository,
  ids: ReadonlyMap<string, string>,
) {
  const listed = new Set(pages.map(({ key }) => key));
  return {
    project: project.bytes,
    summary,
    vars,
    entries: keys.map((key) =>
      key !== undefined && listed.has(key) ? (ids.get(key) ?? null) : null,
    ),
  };
}
