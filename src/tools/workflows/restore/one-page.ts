import { type ContentLocation, pagesWithParents, stateOf } from '../../../content/index.ts';
import { ifReadable } from '../../if-readable.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from '../open-change-request/changes.ts';
import { resolvePages } from '../open-change-request/resolve-pages.ts';
import type { Steps } from '../workflow.ts';
import { contentAfter, contentBefore, type MergedRequest } from './merged-request.ts';
import {
  ALREADY_UNDONE,
  isUnchangedSince,
  LOSES_LINKS,
  losesLinks,
  UNDO_READS,
  undoKeepingLater,
} from './undo.ts';
import type { KeptPassage } from './undo-in-text.ts';

/** A page of a merged change request, and the content in which to undo its changes. */
export interface PageToUndo {
  pageId: string;
  from: MergedRequest;
  source: ContentLocation;
}

/** The change that undoes it and keeps later ones, or why there is none. */
export type PageUndo = { change: PageEdit; kept: KeptPassage[] } | { reason: string };

const UNKNOWN_BEFORE = 'this service does not show what the page was before that change request';

/**
 * The change that undoes what a merged change request did to a page that has changed since then. Undefined if the page
 * is unchanged since then, or does not exist before, after or now: then it can be restored whole. @throws {Refusal} if
 * nothing of the change request is left on the page.
 */
export async function planPageUndo(
  { pageId: named, from, source }: PageToUndo,
  steps: Steps,
): Promise<PageUndo | undefined> {
  if (UNDO_READS.some(({ tool }) => steps.caller.isExcluded?.(tool))) return undefined;
  const found = await ifReadable(async () => {
    const is = stateOf(source, steps);
    const made = contentAfter(from, steps);
    const tree = await is.tree();
    const [{ page = named } = {}] = await resolvePages(tree, [
      { operation: 'revert_page', page: named },
    ]);
    const now = pagesWithParents(tree).get(page);
    const then = pagesWithParents(await made.tree()).get(page);
    if (!now || !then || (await isUnchangedSince({ page, made: then, is: now }, { made, is }))) {
      return undefined;
    }
    const before = await contentBefore(from, steps);
    if (!before?.isExact) return { reason: UNKNOWN_BEFORE };
    const { state: was } = before;
    const former = pagesWithParents(await was.tree()).get(page);
    if (!former) return undefined;
    const sides = { was: former, made: then, is: now };
    const {
      change,
      left = '',
      keepsLater: kept = [],
    } = await undoKeepingLater(page, sides, { was, made, is }, steps.caller);
    if (!change) return { reason: left };
    const isLosing = change.document && (await losesLinks(change, source, steps));
    return isLosing ? { reason: LOSES_LINKS } : { change, kept };
  });
  if (found && 'reason' in found && found.reason === ALREADY_UNDONE) {
    throw new Refusal(
      `Nothing was written: the page has nothing left of change request ${from.request.number}. With revision instead of changeRequestId it is restored whole.`,
    );
  }
  return found;
}
