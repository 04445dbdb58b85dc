import { foldCase } from '@docs-platform-mcp/markdown/repository';
import { downloadAssets } from './assets.ts';
import { Bodies, type OnDone } from './bodies.ts';
import { hashOf } from './folder.ts';
import { type Local, readLocal } from './local.ts';
import { FilesError } from './problem.ts';
import { PullRun } from './pull-run.ts';
import type { SpaceApi } from './remote.ts';
import { settleRequest } from './request.ts';
import { type CommonBase, type FolderState, sideOf } from './state.ts';
import type { FileWrite, Store } from './store.ts';

/** Reports what a command is doing. */
export interface PullProgress {
  pages?: OnDone;
  files?: OnDone;
}

/** The outcome of a pull. */
export interface Pulled {
  space: { id: string; title: string };
  revision: string;
  /** The change request that was read, if pushed changes are still in one. */
  changeRequest?: { id: string; number: number };
  pages: number;
  written: string[];
  removed: string[];
  /** Conflicting changes of both sides. */
  conflicts: string[];
  notes: string[];
}

const NOTHING: CommonBase = { revision: '', pages: [], files: [], gone: [] };

/** Updates a folder from a space, and keeps local changes. */
export async function pull(
  store: Store,
  platform: SpaceApi,
  space: FolderState['space'],
  progress: PullProgress = {},
): Promise<Pulled> {
  const loaded = await store.load();
  if (loaded && loaded.space.id !== space.id) {
    throw new FilesError(
      `This folder holds the space ${loaded.space.title} (${loaded.space.id}). Pull ${space.title} into another folder.`,
    );
  }
  const state = loaded && (await settleRequest(loaded, platform)).state;
  const side = state ? sideOf(state) : NOTHING;
  const local = await readLocal(store, side);
  if (state && local.problems.length > 0) {
    throw new FilesError(`Nothing was pulled. ${local.problems.join('\n')}`);
  }
  const location = {
    spaceId: space.id,
    ...(state?.sent && { changeRequestId: state.sent.request.id }),
  };
  const remote = await platform.read(location, side);
  const bodies = new Bodies(platform, remote, side, store);
  await bodies.fetch(new Set(remote.pages.map(({ id }) => id)), progress.pages);
  const pulling = new PullRun({
    store,
    remote,
    side,
    local: state ? local : withoutOthers(local),
    bodies,
  });
  const taken = new Set(
    [...local.files, ...side.files].flatMap(({ path }) =>
      path === undefined ? [] : foldCase(path),
    ),
  );
  const files = await downloadAssets(platform, remote, side, {
    store,
    taken,
    onDone: progress.files,
  });
  const { writes, pages, gone } = await pulling.run(files.records);
  const all = [...files.writes, ...writes];
  if (!state) await refuseOverwriting(store, all);
  const next: CommonBase = { revision: remote.revision, pages, files: files.records, gone };
  await store.apply(all, nextState(state, space, next));
  return {
    space,
    revision: remote.revision,
    ...(state?.sent && {
      changeRequest: { id: state.sent.request.id, number: state.sent.request.number },
    }),
    pages: remote.pages.length,
    written: all.filter(({ content }) => content !== undefined).map(({ path }) => path),
    removed: all.filter(({ content }) => content === undefined).map(({ path }) => path),
    conflicts: pulling.conflicts,
    notes: [...files.notes, ...(state ? local.notes : [])],
  };
}

function nextState(
  state: FolderState | undefined,
  space: FolderState['space'],
  side: CommonBase,
): FolderState {
  if (!state) return { version: 1, space, base: side };
  return state.sent
    ? { ...state, space, sent: { ...state.sent, ...side } }
    : { ...state, space, base: side };
}

/** Before the first pull, no file of the folder belongs to a page. */
function withoutOthers(local: Local): Local {
  return { ...local, pages: [], table: { ...local.table, entries: [], text: undefined } };
}

/** Maximum number of paths in a message. */
const NAMED = 5;

async function refuseOverwriting(store: Store, writes: readonly FileWrite[]): Promise<void> {
  const present: string[] = [];
  for (const { path, content } of writes) {
    const bytes = await store.folder.read(path);
    if (bytes && hashOf(bytes) !== hashOf(content ?? '')) present.push(path);
  }
  if (present.length === 0) return;
  const more = present.length > NAMED ? ` and ${present.length - NAMED} more` : '';
  throw new FilesError(
    `Nothing was pulled: the folder has files that would be overwritten, ${present.slice(0, NAMED).join(', ')}${more}. Pull into an empty folder.`,
  );
}
