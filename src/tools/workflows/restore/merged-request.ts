import {
  type ChangeRequestLocation,
  type ContentState,
  type Ends,
  stateOf,
} from '../../../content/index.ts';
import { type OutputOf, operations, requireValid } from '../../../operations/index.ts';
import { inlineValue } from '../../../text/index.ts';
import { Refusal } from '../../refusal.ts';
import { baseRequestOf } from '../review/base-request.ts';
import type { Steps } from '../workflow.ts';

/** A merged change request, and the content that it was merged into. */
export interface MergedRequest {
  location: ChangeRequestLocation;
  request: OutputOf<typeof operations.getChangeRequest>;
  revision: string;
  /** The revisions between which its changes lie; absent: they cannot be read. */
  ends?: Pick<Ends, 'base' | 'head'>;
}

/**
 * Reads a merged change request, and which revision it was merged into.
 * @throws {Refusal} if it is not merged, or the platform does not show what was before.
 */
export async function mergedRequest(
  location: ChangeRequestLocation,
  steps: Steps,
): Promise<MergedRequest> {
  const request = await steps.send(operations.getChangeRequest, location);
  requireValid(operations.getChangeRequest, request);
  const { number, status, revisionMerged, revisionMergedAncestor, revisionInitial } = request;
  if (status !== 'merged') {
    throw new Refusal(
      `Change request ${number} is not merged (status ${inlineValue(status)}), so there is nothing to restore from it. Nothing was written.`,
    );
  }
  const isLegacy = (await steps.service()) === 'contract';
  const parent =
    revisionMerged === undefined || isLegacy
      ? undefined
      : await parentOf(revisionMerged, location.spaceId, steps);
  const revision = parent ?? revisionMergedAncestor ?? revisionInitial;
  if (revision === undefined) {
    throw new Refusal(
      `The platform does not show what existed before change request ${number}; page_history may name a revision. Nothing was written.`,
    );
  }
  if (isLegacy) return { location, request, revision };
  const head = parent === undefined ? request.revision : String(revisionMerged);
  return { location, request, revision, ends: { base: revision, head } };
}

async function parentOf(
  revisionId: string,
  spaceId: string,
  steps: Steps,
): Promise<string | undefined> {
  const where = { spaceId, revisionId, metadata: false, computed: false };
  return (await steps.send(operations.getRevision, where)).parents?.[0];
}

/** The content right after the merge. */
export function contentAfter({ location, ends }: MergedRequest, steps: Steps): ContentState {
  return stateOf(ends ? { spaceId: location.spaceId, revisionId: ends.head } : location, steps);
}

/** The content right before a merge. */
export interface ContentBefore {
  state: ContentState;
  /** Whether `state` is known to be exactly that content. */
  isExact: boolean;
  /** What the merged content is compared with. */
  ends: Partial<Ends>;
}

/** The content right before the merge; undefined if the service has no revisions and nothing was merged earlier. */
export async function contentBefore(
  { location: { spaceId }, request, ends }: MergedRequest,
  steps: Steps,
): Promise<ContentBefore | undefined> {
  if (ends) {
    return { state: stateOf({ spaceId, revisionId: ends.base }, steps), isExact: true, ends };
  }
  const base = await baseRequestOf(request, spaceId, steps);
  return (
    base && {
      state: stateOf({ spaceId, changeRequestId: base.id }, steps),
      isExact: base.isExact,
      ends: { otherRequest: base.id },
    }
  );
}
