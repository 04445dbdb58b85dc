import type { ChangeRequestPlace } from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { guardRevision } from '../../guards/revision.ts';
import type { Steps } from '../workflow.ts';

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/** The change request to write to. */
export interface Target {
  spaceId: string;
  /** An existing one, by id or number; absent: a new one. */
  existing?: string;
  subject?: string;
  expectedRevision?: string;
}

/**
 * The change request to write to: the named one, or a new one.
 * @throws {Refusal} if it is no longer at the revision that the caller has seen.
 */
export async function changeRequestFor(
  { spaceId, existing, subject, expectedRevision }: Target,
  steps: Steps,
): Promise<ChangeRequest> {
  if (existing === undefined) {
    const created = await steps.send(operations.createChangeRequest, { spaceId, subject });
    await steps.finish(`opened change request ${created.number} (${created.id})`);
    return created;
  }
  const args = { spaceId, changeRequestId: existing, expectedRevision };
  await guardRevision(args, steps.context, { refuseOutdated: false });
  return steps.send(operations.getChangeRequest, { spaceId, changeRequestId: existing });
}

/** The state of a change request after a write, for the result. */
export async function standingOf(place: ChangeRequestPlace, steps: Steps) {
  const { id, number, status, revision, outdated, urls } = await steps.send(
    operations.getChangeRequest,
    place,
  );
  return {
    changeRequestId: id,
    number,
    status,
    revision,
    ...(outdated && { outdated }),
    urls,
  };
}

/** Requests a review, if that is wanted and not yet done. */
export async function askForReview(
  place: ChangeRequestPlace,
  status: 'draft' | 'open' | undefined,
  steps: Steps,
): Promise<void> {
  if (status === undefined) return;
  await steps.send(operations.updateChangeRequest, { ...place, status });
  await steps.finish(`set the status to ${status}`);
}
