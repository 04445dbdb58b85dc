import { PlatformError } from '../client/index.ts';
import { FilesError } from './problem.ts';
import type { SpaceApi } from './remote.ts';
import type { FolderState } from './state.ts';

/** A folder after checking its change request, and the outcome. */
export interface SettledRequest {
  state: FolderState;
  note?: string;
}

/**
 * Checks whether the change request with the pushed changes is still open. After a merge, primary content contains
 * the changes; after it was closed, the folder differs from primary content as before.
 */
export async function settleRequest(
  state: FolderState,
  platform: SpaceApi,
): Promise<SettledRequest> {
  const { sent, ...rest } = state;
  if (!sent) return { state };
  const status = await statusOf(platform, state.space.id, sent.request.id);
  if (status === 'draft' || status === 'open') return { state };
  const { flight: _, ...settled } = rest;
  const { request, ...side } = sent;
  if (status === 'merged') {
    return {
      state: { ...settled, base: side },
      note: `Change request #${request.number} is merged.`,
    };
  }
  if (status !== undefined && status !== 'archived')
    throw new FilesError(
      `Change request #${request.number} is ${JSON.stringify(status)}, which this program does not know. Nothing was done.`,
    );
  return {
    state: settled,
    note: `Change request #${request.number} is closed: its changes count as local changes again.`,
  };
}

/** Undefined if it no longer exists. */
async function statusOf(
  platform: SpaceApi,
  spaceId: string,
  changeRequestId: string,
): Promise<string | undefined> {
  try {
    return (await platform.request(spaceId, changeRequestId)).status;
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}
