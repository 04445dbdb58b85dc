import { PlatformError } from '../../../client/index.ts';
import { type ChangeRequestLocation, requestName } from '../../../content/index.ts';
import { type Arguments, type OutputOf, operations } from '../../../operations/index.ts';
import { checkPrimaryRevision, checkRevision } from '../../preconditions/revision.ts';
import { Refusal, RevertedEdit } from '../../refusal.ts';
import { EDIT_CALLS } from '../../runs/edit.ts';
import type { TargetLocation } from '../../tool.ts';
import type { Steps } from '../workflow.ts';

/** The operations that every change needs. */
export const CHANGE_OPERATIONS = [operations.createChangeRequest, ...EDIT_CALLS];

/** The target of a call that merges: the existing change request, or else the space. */
export function targetOfChange({ spaceId, changeRequestId }: Arguments): TargetLocation {
  return changeRequestId === undefined
    ? { operation: operations.getSpace, args: { spaceId } }
    : { operation: operations.getChangeRequest, args: { spaceId, changeRequestId } };
}

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/** The change request to write to. */
export interface RequestTarget {
  spaceId: string;
  /** An existing one, by id or number; absent: a new one. */
  existing?: string;
  subject?: string;
  expectedRevision?: string;
}

/**
 * The change request to write to: the one that is named, or a new one.
 * @throws {Refusal} if it, or the primary content that a new one begins from, is no longer at the revision that the
 * caller has seen.
 */
export async function openOrFindRequest(
  { spaceId, existing, subject, expectedRevision }: RequestTarget,
  steps: Steps,
): Promise<ChangeRequest> {
  if (existing === undefined) {
    await checkPrimaryRevision({ spaceId, expectedRevision }, steps.caller);
    const created = await steps.send(operations.createChangeRequest, { spaceId, subject });
    await steps.finish(`opened change request ${requestName(created)} (${created.id})`);
    return created;
  }
  const args = { spaceId, changeRequestId: existing, expectedRevision };
  await checkRevision(args, steps.caller, { refuseOutdated: false });
  return steps.send(operations.getChangeRequest, { spaceId, changeRequestId: existing });
}

/**
 * Makes the first edit in a change request. If the edit fails and wrote nothing, a change request that was opened for
 * it is archived: an empty draft is useless.
 */
export async function editOrArchive<T>(
  { request, isNew }: { request: ChangeRequest; isNew: boolean },
  spaceId: string,
  steps: Steps,
  edit: () => Promise<T>,
): Promise<T> {
  try {
    return await edit();
  } catch (error) {
    const location = { spaceId, changeRequestId: request.id };
    if (isNew && (await wroteNothing(error, request, location, steps))) {
      await steps.send(operations.updateChangeRequest, { ...location, status: 'archived' });
      await steps.finish('archived it again, as the edit failed');
    }
    throw error;
  }
}

/** After a failure, the revision shows whether the edit was made, unless it was reverted. */
async function wroteNothing(
  error: unknown,
  { revision }: ChangeRequest,
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<boolean> {
  if (error instanceof RevertedEdit) return true;
  const { status = 0 } = error instanceof PlatformError ? error : {};
  const isRefused = error instanceof Refusal || (status >= 400 && status < 500);
  if (!isRefused) return false;
  return (await steps.send(operations.getChangeRequest, location)).revision === revision;
}

/**
 * The state of a change request after a write, for the result. It has the revision for the next edit; a merged change
 * request accepts none.
 */
export async function requestSummary(location: ChangeRequestLocation, steps: Steps) {
  const { id, number, status, revision, outdated, urls } = await steps.send(
    operations.getChangeRequest,
    location,
  );
  return {
    changeRequestId: id,
    number,
    status,
    ...(status !== 'merged' && { revision }),
    ...(outdated && { outdated }),
    urls,
  };
}

/** Sets the status or the subject of a change request, where given. */
export async function updateRequest(
  location: ChangeRequestLocation,
  { status, subject }: { status?: 'draft' | 'open'; subject?: string },
  steps: Steps,
): Promise<void> {
  const set = { ...(status && { status }), ...(subject !== undefined && { subject }) };
  const [changed] = Object.entries(set).map(([name, value]) => `set the ${name} to ${value}`);
  if (changed === undefined) return;
  await steps.send(operations.updateChangeRequest, { ...location, ...set });
  await steps.finish(changed);
}
