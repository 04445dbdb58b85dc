import {
  type ChangedPage,
  type ChangeRequestLocation,
  type IsOwn,
  type PageChange,
  pageChangesOf,
} from '../../../content/index.ts';
import { respellIn } from '../../edits/respell-in.ts';
import { Refusal } from '../../refusal.ts';
import type { Steps } from '../workflow.ts';
import { type ChangesPart, changedSinceRefusal, fittingChanges, placeOf } from './changes-part.ts';
import type { Comparison } from './comparison.ts';
import { shortenWhole, withRemoval } from './whole-pages.ts';

/** A part of the changes of a change request: those that follow the last result, or that of one page. */
export type RequestedPart = { page: string } | { pageId: string };

/**
 * Compares only the pages of a part of the changes.
 * @throws {Refusal} if the change request changed since the last result, or does not change the page.
 */
export async function partOfReview(
  location: ChangeRequestLocation,
  comparison: Comparison,
  { part, revision }: { part: RequestedPart; revision: string },
  steps: Steps,
): Promise<ChangesPart> {
  if ('page' in part) {
    const place = placeOf(part.page, revision);
    let isReached = false;
    const isWanted: IsOwn = (id) => {
      isReached ||= id === place.pageId;
      return isReached;
    };
    const rest = changedAmong(location, comparison, isWanted, steps);
    const found = await fittingChanges(shownChanges(rest), place, { revision });
    if (found.changes.length === 0) throw changedSinceRefusal();
    return found;
  }
  const { pageId } = part;
  // Of a deleted page, only its id is known here.
  const isNamed: IsOwn = (id, is) => id === pageId || !is || is.page.title === pageId;
  for await (const changed of changedAmong(location, comparison, isNamed, steps)) {
    const { page, title } = changed.change;
    if (page === pageId || title === pageId) return { changes: [await shownChange(changed)] };
  }
  throw new Refusal(
    'The change request changes no such page: its changes name those that it does.',
  );
}

/** The changed pages among those that are wanted; no others are read. */
async function* changedAmong(
  location: ChangeRequestLocation,
  { ends, isOwn }: Comparison,
  isWanted: IsOwn,
  steps: Steps,
): AsyncGenerator<ChangedPage> {
  const respell = respellIn(location.spaceId, steps.caller);
  const isShown: IsOwn = (id, is) => isWanted(id, is) && (isOwn?.(id, is) ?? true);
  for await (const changed of pageChangesOf(location, steps, ends, isShown, respell)) {
    yield changed;
    await steps.finish('compared', changed.page.title);
  }
}

async function* shownChanges(changed: AsyncIterable<ChangedPage>): AsyncGenerator<PageChange> {
  for await (const one of changed) yield shownChange(one);
}

async function shownChange(changed: ChangedPage): Promise<PageChange> {
  return shortenWhole(await withRemoval(changed));
}
