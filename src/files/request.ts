import { PlatformError } from '../client/index.ts';
import type { Platform } from './remote.ts';
import type { State } from './state.ts';

/** A folder whose change request was looked at, and what became of that. */
export interface Settled {
  state: State;
  note?: string;
}

/**
 * Looks whether the change request that took what was pushed is still open. Once it is merged, the primary content has
 * what it had; once it is closed, the folder differs from the primary content as before.
 */
export async function settleRequest(state: State, platform: Platform): Promise<Settled> {
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
  return {
    state: settled,
    note: `Change request #${request.number} is closed: what it had counts as changed here.`,
  };
}

/** Undefined for one that there is no more. */
async function statusOf(
  platform: Platform,
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
