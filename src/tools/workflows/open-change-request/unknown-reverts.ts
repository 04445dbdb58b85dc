import { flattenPages } from '../../../content/index.ts';
import { operations, type PageNode } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';
import type { PageEdit } from './changes.ts';

/** The operations that find out whether a page ever existed. */
export const REVERT_READS = [operations.listRevisionPages, operations.listChangeRequests];

/** Maximum number of change requests to search for a page that the space no longer has. */
const MAX_REQUESTS = 50;

const STATUSES = ['merged', 'open', 'draft', 'archived'] as const;

/**
 * Refuses to revert pages that never existed, before a change request is opened for it.
 * @throws {Refusal} naming the first of them.
 */
export async function refuseUnknownReverts(
  spaceId: string,
  changes: readonly PageEdit[],
  tree: readonly PageNode[],
  steps: Steps,
): Promise<void> {
  const present = idsIn(tree);
  for (const [index, { operation, page, revision }] of changes.entries()) {
    if (operation !== 'revert_page' || page === undefined) continue;
    const problem =
      revision === undefined
        ? !present.has(page) && `the space has no page ${page}; give the revision that had it`
        : await missingPageProblem(spaceId, { page, revision }, present, steps);
    if (problem) throw new Refusal(`Nothing was written. changes[${index}]: ${problem}.`);
  }
}

async function missingPageProblem(
  spaceId: string,
  { page, revision }: { page: string; revision: string },
  present: ReadonlySet<string>,
  steps: Steps,
): Promise<string | undefined> {
  if (REVERT_READS.some(({ tool }) => steps.caller.isExcluded?.(tool))) return undefined;
  if ((await steps.service()) !== 'contract') {
    const pages = await steps.once(`pages of ${revision}`, () =>
      steps.send(operations.listRevisionPages, { spaceId, revisionId: revision }),
    );
    return idsIn(pages.pages).has(page)
      ? undefined
      : `revision ${revision} has no page ${page}; page_history shows which have it`;
  }
  if (present.has(page) || (await isInSomeRequest(spaceId, page, steps))) return undefined;
  return `neither the space nor a change request of it has a page ${page}. If it existed before all of them, open one with create_change_request and name it as existing`;
}

/** The legacy API has no revisions, but shows the pages of change requests. */
async function isInSomeRequest(spaceId: string, page: string, steps: Steps): Promise<boolean> {
  let looked = 0;
  for (const status of STATUSES) {
    const left = MAX_REQUESTS - looked;
    if (left === 0) return true;
    const found = await steps.list(operations.listChangeRequests, { spaceId, status }, left);
    for (const { id: changeRequestId } of found) {
      const location = { spaceId, changeRequestId };
      const { pages } = await steps.send(operations.listChangeRequestPages, location);
      if (idsIn(pages).has(page)) return true;
    }
    looked += found.length;
  }
  return false;
}

function idsIn(tree: readonly PageNode[]): Set<string> {
  return new Set(flattenPages(tree).map(({ id }) => id));
}
