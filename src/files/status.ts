import { localChanges, type PageDifference, remoteChanges } from './changes.ts';
import { type Local, readLocal } from './local.ts';
import { FilesError } from './problem.ts';
import type { Remote, SpaceApi } from './remote.ts';
import { settleRequest } from './request.ts';
import { type CommonBase, type FolderState, type OpenRequest, sideOf } from './state.ts';
import type { Store } from './store.ts';

/** Both sides of a folder. */
export interface BothSides {
  state: FolderState;
  side: CommonBase;
  local: Local;
  remote: Remote;
  /** A note that the change request was merged or closed. */
  note?: string;
}

/** The differences between a folder and its space. */
export interface Status {
  space: FolderState['space'];
  /** The change request with the pushed changes. */
  changeRequest?: OpenRequest;
  here: PageDifference[];
  /** New files that pages show. */
  files: string[];
  there: PageDifference[];
  /** Pages that both sides changed. */
  both: string[];
  problems: string[];
  notes: string[];
}

/** @throws {FilesError} for a folder without a space. */
export async function loadState(store: Store): Promise<FolderState> {
  const state = await store.load();
  if (state) return state;
  throw new FilesError(`${store.folder.root} holds no space: "pull SPACE DIR" fetches one.`);
}

/** Reads both sides and changes neither. */
export async function readBothSides(
  loaded: FolderState,
  store: Store,
  platform: SpaceApi,
): Promise<BothSides> {
  const { state, note } = await settleRequest(loaded, platform);
  const side = sideOf(state);
  const changeRequestId = state.sent?.request.id;
  const location = {
    spaceId: state.space.id,
    ...(changeRequestId !== undefined && { changeRequestId }),
  };
  const [local, remote] = [await readLocal(store, side), await platform.read(location, side)];
  return { state, side, local, remote, note };
}

/** Describes how the two sides differ. */
export function folderStatus({ state, side, local, remote, note }: BothSides): Status {
  const here = localChanges(local, side);
  const there = remoteChanges(remote, side);
  const elsewhere = new Set(there.map(({ id }) => id));
  return {
    space: state.space,
    ...(state.sent && { changeRequest: state.sent.request }),
    here,
    files: local.files.filter(({ isNew }) => isNew).map(({ path }) => path),
    there,
    both: here.filter(({ id }) => elsewhere.has(id)).map(({ path }) => path),
    problems: local.problems,
    notes: [...(note === undefined ? [] : [note]), ...local.notes],
  };
}
