import { z } from 'zod';
import { type ChangeRequestLocation, flattenPages } from '../../content/index.ts';
import { type Caller, operations, send } from '../../operations/index.ts';
import { asGiven } from '../../text/as-given.ts';
import { fencedInline, inlineValue } from '../../text/index.ts';
import { ifAvailable } from '../if-readable.ts';
import { Refusal } from '../refusal.ts';

/** The argument with which a caller states which revision of a change request it has seen. */
export const expectedRevision = z
  .string()
  .optional()
  .meta({ description: 'revision you have seen; refused when it moved on', onDemand: true });

/** A change request, and the revision that the caller has seen. */
export interface SeenRequest extends ChangeRequestLocation {
  expectedRevision?: string;
}

const MAX_PAGES = 5;

/**
 * Checks that a change request is still at the revision that the caller has seen, and, before a merge, that it is up
 * to date. A caller that names the revision knows its state, even if it is outdated.
 * @throws {Refusal} saying what changed.
 */
export async function checkRevision(
  { spaceId, changeRequestId, expectedRevision: expected }: SeenRequest,
  caller: Caller,
  { refuseOutdated }: { refuseOutdated: boolean },
): Promise<void> {
  if (expected === undefined && !refuseOutdated) return;
  const location = { spaceId, changeRequestId };
  const found = await send(operations.getChangeRequest, location, caller);
  const revision = inlineValue(found.revision);
  if (expected !== undefined && found.revision !== expected) {
    throw new Refusal(
      `The change request moved on, nothing was sent: it is at revision ${revision}, not ${asGiven(expected)} (status ${inlineValue(found.status)}, updated ${inlineValue(found.updatedAt)}).${await lastEditedNote(location, caller)} Read it again, then repeat with expectedRevision ${revision}.`,
    );
  }
  if (expected === undefined && refuseOutdated && found.outdated) {
    throw new Refusal(
      `The change request is outdated, nothing was sent: the primary content moved on since. Call update_change_request_from_primary and look at the result, or merge as it is with expectedRevision ${revision}, which makes both sides of a conflict live.`,
    );
  }
}

/**
 * Checks that the primary content of a space, from which a new change request begins, is still what the caller has
 * seen.
 * @throws {Refusal} naming the revision that it is at.
 */
export async function checkPrimaryRevision(
  { spaceId, expectedRevision: expected }: { spaceId: string; expectedRevision?: string },
  caller: Caller,
): Promise<void> {
  if (expected === undefined) return;
  const bare = { spaceId, metadata: false, computed: false };
  const { id } = await send(operations.getCurrentRevision, bare, caller);
  if (id === expected) return;
  const revision = inlineValue(id);
  throw new Refusal(
    `The primary content moved on, nothing was sent: it is at revision ${revision}, not ${asGiven(expected)}. Read it again, then repeat with expectedRevision ${revision}.`,
  );
}

async function lastEditedNote(location: ChangeRequestLocation, caller: Caller): Promise<string> {
  const answer = await ifAvailable(() => send(operations.listChangeRequestPages, location, caller));
  if (!answer) return '';
  const pages = flattenPages(answer.pages)
    .sort((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? ''))
    .slice(0, MAX_PAGES)
    .map(({ id, title, updatedAt }) => `${JSON.stringify(title)} (${id}, ${updatedAt})`);
  return ` Pages edited last: ${fencedInline(pages.join(', '), 'titles of pages')}.`;
}
