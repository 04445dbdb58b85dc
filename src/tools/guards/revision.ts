import { z } from 'zod';
import { type Arguments, type Caller, operationOf, send } from '../../operations/index.ts';
import { toldBy } from '../../text/index.ts';
import { Refusal } from '../refusal.ts';

/** The argument with which a caller says which state of a change request it has seen. */
export const expectedRevision = z
  .string()
  .optional()
  .meta({ description: 'revision you have seen; refused when it moved on', onDemand: true });

interface ChangeRequest {
  revision: string;
  status: string;
  outdated?: boolean;
  updatedAt?: string;
  number?: number;
}

interface PageNode {
  id: string;
  title: string;
  updatedAt?: string;
  pages?: PageNode[];
}

const SHOWN = 5;

/**
 * Looks whether a change request is still what the caller has seen, and, before a merge, whether it is up to
 * date. Naming the revision says that its state is known, an outdated one included.
 * @throws {Refusal} saying what changed.
 */
export async function guardRevision(
  args: Arguments,
  caller: Caller,
  { refuseOutdated }: { refuseOutdated: boolean },
): Promise<void> {
  const expected = args.expectedRevision;
  if (expected === undefined && !refuseOutdated) return;
  const place = { spaceId: args.spaceId, changeRequestId: args.changeRequestId };
  const found = (await send(operationOf('get_change_request'), place, caller)) as ChangeRequest;
  if (expected !== undefined && found.revision !== expected) {
    throw new Refusal(
      `The change request moved on, nothing was sent: it is at revision ${found.revision}, not ${expected} (status ${found.status}, updated ${found.updatedAt}). ${await lastEdited(place, caller)} Read it again, then repeat with expectedRevision ${found.revision}.`,
    );
  }
  if (expected === undefined && refuseOutdated && found.outdated) {
    throw new Refusal(
      `The change request is outdated, nothing was sent: the primary content moved on since. Call update_change_request_from_primary and look at the result, or merge as it is with expectedRevision ${found.revision}.`,
    );
  }
}

async function lastEdited(place: Arguments, caller: Caller): Promise<string> {
  const answer = await send(operationOf('list_change_request_pages'), place, caller);
  const pages = flatten((answer as { pages?: PageNode[] }).pages ?? [])
    .sort((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? ''))
    .slice(0, SHOWN)
    .map(({ id, title, updatedAt }) => `${JSON.stringify(title)} (${id}, ${updatedAt})`);
  return `Pages edited last: ${toldBy(pages.join(', '), 'titles of pages')}.`;
}

function flatten(pages: PageNode[]): PageNode[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}
