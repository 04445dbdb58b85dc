import {
  type BaseRequest,
  type ChangeRequestLocation,
  type Ends,
  type IsOwn,
  type PageWithParent,
  stateOf,
  wasChangedBy,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import type { Steps } from '../workflow.ts';
import { baseRequestOf, twinOf } from './base-request.ts';
import { ownChangesFilter } from './own-changes.ts';

/** The operations that read the content that a change request began from. */
export const BASE_READS = [operations.listRevisionPages, operations.getRevisionPage];

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/** What a change request is compared with. */
export interface Comparison {
  /** An outdated change request that is not merged. */
  isBehind: boolean;
  /** The revision that it began from cannot be read. */
  isBare: boolean;
  /** The merged change request with the content that it began from, where revisions cannot be read. */
  before: BaseRequest | undefined;
  /** Instead of a merged one, `before` is one that began from the same content. */
  isTwin: boolean;
  ends: Partial<Ends>;
  /** Separates its changes from those of others; undefined if there is nothing to judge by. */
  isOwn: IsOwn | undefined;
}

/** What to compare a change request with; undefined for a merged one if nothing shows what it began from. */
export async function comparisonOf(
  location: ChangeRequestLocation,
  request: ChangeRequest,
  steps: Steps,
): Promise<Comparison | undefined> {
  const { spaceId } = location;
  const isMerged = request.status === 'merged';
  const isBehind = !isMerged && request.outdated === true;
  const base = await readableBase(request, spaceId, steps);
  const isBare = (isMerged || isBehind) && base === undefined;
  const start = isBare ? await startingRequest(request, spaceId, steps) : undefined;
  const twin = isMerged && isBare && !start ? await twinIn(spaceId, request, steps) : undefined;
  const before = start ?? twin?.twin;
  if (isMerged && isBare && before === undefined) return undefined;
  // Both sides are read as revisions, since these write links in another form than a change request.
  const ends = comparedEnds(before?.id, base, request);
  const isOwn =
    isBehind && isBare && !before
      ? await ownChangesFilter(location, request, steps)
      : (id: string, is?: PageWithParent) =>
          !before ||
          before.isExact ||
          (is ? wasChangedBy(is.page, request) !== false : twin?.created.has(id) !== true);
  return { isBehind, isBare, before, isTwin: twin !== undefined, ends, isOwn };
}

/** The change request that began from the same content as the first one that was merged. */
function twinIn(spaceId: string, request: ChangeRequest, steps: Steps) {
  const { tool } = operations.listChangeRequests;
  const { forApp, isExcluded } = steps.caller;
  // The app keeps the diffs from before the merge, which are exact.
  return forApp || isExcluded?.(tool) ? undefined : twinOf(request, spaceId, steps);
}

/**
 * The change request with the content that another one began from. For an open one, only if it holds exactly that: the
 * changes in between would look like its own.
 */
async function startingRequest(request: ChangeRequest, spaceId: string, steps: Steps) {
  if (steps.caller.isExcluded?.(operations.listChangeRequests.tool)) return undefined;
  const found = await baseRequestOf(request, spaceId, steps);
  return request.status === 'merged' || found?.isExact ? found : undefined;
}

/** What a change request is compared with: another one, or the revision that it began from. */
function comparedEnds(
  otherRequest: string | undefined,
  base: string | undefined,
  { revision: head }: ChangeRequest,
): Partial<Ends> {
  if (otherRequest !== undefined) return { otherRequest };
  return base === undefined ? {} : { base, head };
}

/**
 * The revision of primary content that a merged or outdated change request is compared with; undefined if it is up to
 * date, or if that revision cannot be read.
 */
async function readableBase(request: ChangeRequest, spaceId: string, steps: Steps) {
  const { status, outdated, revisionInitial } = request;
  const base = request.revisionMergedAncestor ?? revisionInitial;
  if (base === undefined || (await steps.service()) === 'contract') return undefined;
  if (status === 'merged') return base;
  if (!outdated || BASE_READS.some(({ tool }) => steps.caller.isExcluded?.(tool))) return undefined;
  const tree = await ifReadable(() => stateOf({ spaceId, revisionId: base }, steps).tree());
  return tree && base;
}

/** The states from which the outcome of merging an outdated change request follows. */
export async function statesOf(
  spaceId: string,
  { base, head, otherRequest }: Partial<Ends>,
  { id, revision }: ChangeRequest,
  steps: Steps,
) {
  if (base === undefined) {
    return {
      base: stateOf({ spaceId, changeRequestId: otherRequest }, steps),
      primary: stateOf({ spaceId }, steps),
      changeRequest: stateOf({ spaceId, changeRequestId: id }, steps),
    };
  }
  const read = { spaceId, metadata: false, computed: false };
  const primary = await steps.send(operations.getCurrentRevision, read);
  const at = (revisionId: string) => stateOf({ spaceId, revisionId }, steps);
  return { base: at(base), primary: at(primary.id), changeRequest: at(head ?? revision) };
}
