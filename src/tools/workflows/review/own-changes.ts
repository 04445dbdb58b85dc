import {
  type ChangeRequestLocation,
  type IsOwn,
  pageFingerprint,
  pagesWithParents,
  requestName,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import type { Steps } from '../workflow.ts';

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/** Maximum number of change requests to examine. */
const MAX_EXAMINED = 30;

const STATUSES = ['merged', 'open', 'draft'] as const;

/**
 * Separates an outdated change request's own changes from those of primary content, on a service without earlier
 * revisions: a page state that also occurs in another change request was not made in this one. Undefined if there is no
 * other to compare with.
 */
export async function ownChangesFilter(
  { spaceId }: ChangeRequestLocation,
  { id, number }: ChangeRequest,
  steps: Steps,
): Promise<IsOwn | undefined> {
  if (steps.caller.isExcluded?.(operations.listChangeRequests.tool)) return undefined;
  const lists = STATUSES.map((status) =>
    steps.list(operations.listChangeRequests, { spaceId, status }, MAX_EXAMINED),
  );
  const others = (await Promise.all(lists))
    .flat()
    .filter((other) => other.id !== id)
    .sort((one, two) => Math.abs(one.number - number) - Math.abs(two.number - number))
    .slice(0, MAX_EXAMINED);
  if (others.length === 0) return undefined;
  const states = new Set<string>();
  const known = new Set<string>();
  for (const other of others) {
    const location = { spaceId, changeRequestId: other.id };
    const { pages } = await steps.send(operations.listChangeRequestPages, location);
    for (const [page, placed] of pagesWithParents(pages)) {
      states.add(`${page} ${pageFingerprint(placed)}`);
      if (other.number < number) known.add(page);
    }
    await steps.finish(`looked at change request ${requestName(other)}`);
  }
  return (page, is) => (is ? !states.has(`${page} ${pageFingerprint(is)}`) : known.has(page));
}
