import {
  type HistoryEntry,
  historyByRequests,
  historyOf,
  requestName,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { ifReadable } from '../../if-readable.ts';
import { Refusal } from '../../refusal.ts';
import { baseRequestOf, mergedInOrder } from '../review/base-request.ts';
import type { Steps } from '../workflow.ts';

/** Maximum number of revisions or change requests to examine. */
const MAX_EXAMINED = 50;

const READS = [
  operations.getCurrentRevision,
  operations.getRevision,
  operations.listChangeRequests,
  operations.listChangeRequestPages,
];

/** The earlier state to which a page is restored. */
export interface EarlierState {
  spaceId: string;
  pageId: string;
  /** The change request whose merge ended this state of the page; absent if the state is that of a revision. */
  request?: OutputOf<typeof operations.getChangeRequest>;
  revision: string;
  /** The change request that restores it, which may be merged already; absent if there is none yet. */
  by?: string;
}

/**
 * The other changes of a page that restoring an earlier state undoes, for the answer; empty if there are none, or if
 * the service does not report them.
 */
export async function laterChanges(state: EarlierState, steps: Steps): Promise<object> {
  if (READS.some(({ tool }) => steps.caller.isExcluded?.(tool))) return {};
  const found = await ifReadable(async () => {
    const isLegacy = (await steps.service()) === 'contract';
    const all = await (isLegacy ? laterRequests(state, steps) : laterRevisions(state, steps));
    const later = all.filter(({ changeRequest }) => changeRequest?.id !== state.by);
    if (later.length === 0) return {};
    const { request } = state;
    const isAlone =
      request && (!isLegacy || (await baseRequestOf(request, state.spaceId, steps)) !== undefined);
    return {
      alsoUndone: later.map(({ revision: _, ...entry }) => entry),
      ...(isAlone && {
        note: `Without pageId, only what change request ${requestName(request)} changed is undone, and these changes stay.`,
      }),
    };
  });
  return found ?? {};
}

/** @throws {Refusal} if a merge would lose later changes of a page that can only be restored whole. */
export async function refuseToLoseLater(
  state: EarlierState,
  reason: string,
  steps: Steps,
): Promise<void> {
  const { alsoUndone = [] } = (await laterChanges(state, steps)) as { alsoUndone?: Undone[] };
  if (alsoUndone.length === 0) return;
  const named = alsoUndone.map(({ changeRequest }) =>
    changeRequest
      ? `change request ${requestName(changeRequest)}`
      : 'an edit without a change request',
  );
  throw new Refusal(
    `Nothing was written: the whole page would be restored, and later changes would be lost, those of ${[...new Set(named)].join(', ')}: ${reason}. Call without merge: the answer shows the difference, and open_change_request_with_edits writes what has to stay into the same change request.`,
  );
}

type Undone = Omit<HistoryEntry, 'revision'>;

async function laterRevisions(
  { request, revision, ...location }: EarlierState,
  steps: Steps,
): Promise<HistoryEntry[]> {
  const until = request ? request.revisionMerged : revision;
  if (until === undefined) return [];
  const range = { until, limit: MAX_EXAMINED };
  return (await historyOf(location, range, steps, () => undefined)).entries;
}

async function laterRequests(
  { spaceId, pageId, request }: EarlierState,
  steps: Steps,
): Promise<HistoryEntry[]> {
  const merged = await mergedInOrder(spaceId, steps);
  const at = merged.findIndex(({ id }) => id === request?.id);
  if (at < 0) return [];
  const pagesOf = async (changeRequestId: string) =>
    (await steps.send(operations.listChangeRequestPages, { spaceId, changeRequestId })).pages;
  const later = { merged: merged.slice(0, at + 1 + MAX_EXAMINED), from: at + 1, pagesOf };
  return (await historyByRequests(pageId, later, () => undefined)).entries;
}
