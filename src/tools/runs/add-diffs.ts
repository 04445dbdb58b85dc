import { type PageChange, pageChangesOf, pagesChangedBy, stateOf } from '../../content/index.ts';
import type { ItemOf, operations } from '../../operations/index.ts';
import { respellIn } from '../edits/respell-in.ts';
import { ifAvailable } from '../if-readable.ts';
import type { CallContext } from '../tool.ts';
import { comparisonOf } from '../workflows/review/comparison.ts';
import { shortenWhole, withRemoval } from '../workflows/review/whole-pages.ts';
import { Steps } from '../workflows/workflow.ts';

type ChangeRequest = ItemOf<typeof operations.listChangeRequests> & { space?: unknown };

/** Maximum number of change requests to compare; each takes several requests. */
const MAX_COMPARED = 30;

const UNKNOWN = 'not reported by this service';
const UNREADABLE = 'could not be read';
const NOT_COMPARED = `not compared, because ${MAX_COMPARED} is the maximum at once`;
const NONE = 'none';

/** Adds the changes of each change request by page, with their diffs. */
export async function addDiffs(
  requests: readonly ChangeRequest[],
  spaceId: string,
  context: CallContext,
): Promise<object[]> {
  const withDiffs: object[] = [];
  for (const [index, request] of requests.entries()) {
    const { id: changeRequestId, space, number } = request;
    const location = { spaceId: typeof space === 'string' ? space : spaceId, changeRequestId };
    const changes =
      index < MAX_COMPARED
        ? ((await ifAvailable(() => diffsOf(location, request, context))) ?? UNREADABLE)
        : NOT_COMPARED;
    withDiffs.push({ ...request, changes });
    await context.onProgress?.(index + 1, `compared ${Number(number)}`, requests.length);
  }
  return withDiffs;
}

async function diffsOf(
  location: { spaceId: string; changeRequestId: string },
  request: ChangeRequest,
  context: CallContext,
): Promise<Omit<PageChange, 'page'>[] | string> {
  const steps = new Steps(context);
  const comparison = await comparisonOf(location, request, steps);
  if (comparison === undefined) {
    const touched = pagesChangedBy(await stateOf(location, steps).tree(), request);
    return touched?.map(({ page: { title }, change }) => ({ title, change })) ?? UNKNOWN;
  }
  const changes: Omit<PageChange, 'page'>[] = [];
  const { ends, isOwn } = comparison;
  const respell = respellIn(location.spaceId, steps.caller);
  for await (const changed of pageChangesOf(location, steps, ends, isOwn, respell)) {
    const { page: _, ...change } = shortenWhole(await withRemoval(changed));
    changes.push(change);
  }
  return changes.length === 0 ? NONE : changes;
}
