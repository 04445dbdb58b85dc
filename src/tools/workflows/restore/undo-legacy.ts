import { type ContentLocation, changeOf, placedPages, readersOf } from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import { mergedBefore } from '../review/previous.ts';
import type { Steps } from '../workflow.ts';
import { orderedSteps, type UndoPlan, type UndoStep } from './plan.ts';
import { isAsIn } from './undo.ts';

/** The operations for undoing a merged change request where revisions cannot be read. */
export const LEGACY_UNDO_READS = [
  operations.listChangeRequests,
  operations.listChangeRequestPages,
  operations.getChangeRequestPage,
  operations.listPages,
  operations.getPage,
];

const NOTE =
  'This service has no revisions: found by comparison with the change request merged before.';

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

/**
 * Finds the pages that a merged change request changed by comparing it with the previous one; restores those that are
 * unchanged since.
 */
export async function legacyUndoPlan(
  request: ChangeRequest,
  base: string,
  source: ContentLocation,
  steps: Steps,
): Promise<UndoPlan> {
  const { spaceId } = source;
  const pagesOf = async (changeRequestId: string) =>
    placedPages(
      (await steps.send(operations.listChangeRequestPages, { spaceId, changeRequestId })).pages,
    );
  const previous = await mergedBefore(spaceId, request.number, steps);
  if (!previous) {
    throw new Refusal(
      `Nothing was written: this service does not show which pages change request ${request.number} changed, as none was merged before it. Name one as pageId.`,
    );
  }
  const before = await pagesOf(previous.id);
  const made = await pagesOf(request.id);
  const now = placedPages((await steps.send(readersOf(source).pages, source)).pages);
  const madeAt = { spaceId, changeRequestId: request.id };
  const found: UndoStep[] = [];
  for (const [pageId, placed] of new Map([...made, ...before])) {
    const [was, is] = [before.get(pageId), made.get(pageId)];
    const change = changeOf(was, is);
    if (change === undefined) continue;
    const present = now.get(pageId);
    const step = { page: placed.page, made: change };
    if (!was) {
      if (present) found.push({ ...step, left: 'new since then; delete it with delete_page' });
    } else if (!is) {
      if (!present) {
        found.push({ ...step, left: 'gone since then; restore_page with its pageId restores it' });
      }
    } else if (!present) {
      found.push({ ...step, left: 'deleted since; restore_page with its pageId restores it' });
    } else {
      const textIn = async () =>
        (await steps.send(operations.getChangeRequestPage, { ...madeAt, pageId })).markdown ?? '';
      const text = async () =>
        (await steps.send(readersOf(source).page, { ...source, pageId })).markdown ?? '';
      const isUnchanged = await isAsIn(is, present, textIn, text);
      found.push(
        isUnchanged
          ? {
              ...{ ...step, parent: was.parent },
              change: { operation: 'revert_page', page: pageId, revision: base },
            }
          : { ...step, left: 'changed since' },
      );
    }
  }
  return { merged: new Set(), note: NOTE, ...orderedSteps(found, now) };
}
