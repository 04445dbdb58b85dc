import {
  type ChangeRequestLocation,
  type PageChange,
  pageChangesOf,
  pagesChangedBy,
  requestName,
} from '../../../content/index.ts';
import { type OutputOf, operations } from '../../../operations/index.ts';
import { fencedInline } from '../../../text/index.ts';
import { respellIn } from '../../edits/respell-in.ts';
import { reportUnsettled } from '../../edits/unsettled-conflicts.ts';
import { minuteOf } from '../../results/lean.ts';
import { type BadLink, badLinksOf } from '../links.ts';
import {
  changeForApp,
  commentForApp,
  repliesForApp,
  repliesIn,
  reviewersForApp,
} from '../review-for-app.ts';
import type { Steps } from '../workflow.ts';
import { badLinksAddedBy } from './added-bad-links.ts';
import { firstChanges } from './changes-part.ts';
import { type Comparison, comparisonOf, statesOf } from './comparison.ts';
import { brokenElsewhere, mayBreakLinks, placeOf, redirectsToDeleted } from './deletions.ts';
import { partOfReview, type RequestedPart } from './part.ts';
import { predictMerge } from './predict-merge.ts';
import { verdictsOn } from './verdicts.ts';
import { shortenWhole, withRemoval } from './whole-pages.ts';

const MAX_COMMENTS = 200;

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

const MERGED = 'Merged: this is what it changed then.';
const MERGED_WITHOUT_EFFECT = 'Merged: it changed no page then.';
const SEE_MERGED =
  'get_change_request_page shows its pages as it left them. restore_page with it and a pageId, without merge, restores a page in a new change request and shows the difference, later changes of that page included.';
const MERGED_UNREADABLE = `Merged, and this service has no earlier revision to compare with, so what it changed is unknown. ${SEE_MERGED}`;
const MERGED_UNCOMPARED = `Merged, and this service has no earlier revision to compare with, so these are the pages that it changed, without their former text and without those that it deleted. ${SEE_MERGED}`;
const MERGED_COMPARED =
  'Merged. This service has no earlier revision to compare with: these are the differences from the change request that was merged before it';

const MERGED_WITH_TWIN =
  'Merged. This service has no earlier revision to compare with: these are the differences from a change request that began from the same content';
const OF_TWIN = 'Where both changed a page, what that one changed shows as well.';

const MERGED_INEXACTLY =
  'What was changed in between, or merged together with either, shows as well.';

const CHANGES_NOTHING = 'It changes no page, so there is nothing to review or to merge.';

const UP_TO_DATE = 'Up to date with primary content: no conflicts.';

const UPDATE_FIRST =
  'Primary content moved on, and the diffs compare with what it is now; whether both changed the same passage is unknown here. Update before merging.';
const UPDATE_AND_COMPARE =
  'Primary content moved on, which the diffs below show as well. Update before merging.';

interface ShownPart {
  /** Absent: all of it. */
  part?: RequestedPart;
  /** How many change requests share the answer. */
  reviews: number;
}

/**
 * Everything that a reviewer needs: the changes page by page, the discussion, and broken links. A part has the changes
 * alone.
 */
export async function reviewOf(
  location: ChangeRequestLocation,
  { part, reviews }: ShownPart,
  steps: Steps,
): Promise<object> {
  const request = await steps.send(operations.getChangeRequest, location);
  const { forApp } = steps.caller;
  const state = {
    // Without its id, its revision would be mistaken for the id.
    changeRequestId: request.id,
    ...(forApp && { spaceId: location.spaceId }),
    ...requestState(request),
  };
  const comparison = await comparisonOf(location, request, steps);
  if (comparison === undefined) {
    return { ...state, ...(await changesWhenMerged(location, request, steps)) };
  }
  const { revision } = request;
  if (part !== undefined) {
    return { ...state, ...(await partOfReview(location, comparison, { part, revision }, steps)) };
  }
  const { changes, ...links } = await reviewedChanges(location, request, comparison, steps);
  const shown = forApp
    ? { changes }
    : await firstChanges(changes.map(shortenWhole), { revision, reviews });
  const comments = await openComments(location, steps);
  const verdicts = forApp ? [] : ((await verdictsOn(location, steps)) ?? []);
  return {
    ...state,
    ...(await outlookOf(location.spaceId, request, comparison, changes, steps)),
    ...(changes.length > 0 && { pages: countChanges(changes) }),
    ...shown,
    ...(verdicts.length > 0 && { verdicts }),
    openComments: comments,
    ...links,
    ...(forApp && (await reviewersForApp(location, steps))),
    urls: request.urls,
  };
}

/** The changes page by page and, unless they are merged, the broken links that they add. */
async function reviewedChanges(
  location: ChangeRequestLocation,
  request: ChangeRequest,
  { ends, isOwn }: Comparison,
  steps: Steps,
) {
  const { forApp } = steps.caller;
  const changes: PageChange[] = [];
  const badLinks: BadLink[] = [];
  const old: BadLink[] = [];
  let breaksLinks = false;
  const respell = respellIn(location.spaceId, steps.caller);
  for await (const changed of pageChangesOf(location, steps, ends, isOwn, respell)) {
    const { page, change } = changed;
    const isDeleted = change.change === 'deleted';
    changes.push(
      forApp ? { ...change, ...changeForApp(location, changed, ends) } : await withRemoval(changed),
    );
    if (request.status !== 'merged' && !isDeleted) {
      const links = await badLinksOf(location, page, steps);
      const added = badLinksAddedBy(changed, links);
      badLinks.push(...added);
      old.push(...links.filter((link) => !added.includes(link)));
    }
    breaksLinks ||= mayBreakLinks(changed);
    await steps.finish('compared', page.title);
  }
  const isOpen = request.status !== 'merged';
  const elsewhere = isOpen && breaksLinks ? await brokenElsewhere(location, badLinks, steps) : [];
  const redirects = isOpen ? await deletedTargets(location, changes, steps) : [];
  const newlyBroken = new Set(elsewhere.map(placeOf));
  const oldBadLinks = old.filter((link) => !newlyBroken.has(placeOf(link))).length;
  return {
    changes,
    badLinks,
    ...(oldBadLinks > 0 && { oldBadLinks }),
    ...(elsewhere.length > 0 && { brokenElsewhere: elsewhere }),
    ...(redirects.length > 0 && { redirectsToDeleted: redirects }),
  };
}

/** The redirects that lead to the pages that a change request deletes. */
async function deletedTargets(
  { spaceId }: ChangeRequestLocation,
  changes: readonly PageChange[],
  steps: Steps,
) {
  const deleted = changes.flatMap(({ page, change }) => (change === 'deleted' ? page : []));
  return deleted.length > 0 ? redirectsToDeleted(spaceId, new Set(deleted), steps) : [];
}

async function openComments(location: ChangeRequestLocation, steps: Steps) {
  const { forApp } = steps.caller;
  const open = { ...location, status: 'open' } as const;
  const comments = await steps.list(operations.listChangeRequestComments, open, MAX_COMMENTS);
  const threads = await repliesForApp(location, comments, steps);
  return comments.map((comment) => ({
    object: 'comment',
    id: comment.id,
    postedBy: { displayName: comment.postedBy.displayName },
    page: comment.target.page?.title,
    body: comment.body,
    ...(forApp
      ? commentForApp(comment, threads.get(comment.id))
      : repliesIn(threads.get(comment.id))),
  }));
}

/** What a merge did, or what it would do. */
async function outlookOf(
  spaceId: string,
  request: ChangeRequest,
  comparison: Comparison,
  changes: readonly PageChange[],
  steps: Steps,
): Promise<object> {
  const { isBehind, isBare, before, ends, isOwn } = comparison;
  if (request.status === 'merged') return { note: mergedNote(comparison, changes) };
  if (changes.length === 0) return { outlook: CHANGES_NOTHING };
  const unsettled = await unsettledPages({ spaceId, changeRequestId: request.id }, changes, steps);
  if (unsettled.length > 0) return { warning: unsettledWarning(unsettled) };
  if (isUpToDate(request)) return { outlook: UP_TO_DATE };
  if (!isBehind) return {};
  if (isBare && !before) return { warning: isOwn ? UPDATE_FIRST : UPDATE_AND_COMPARE };
  const states = await statesOf(spaceId, ends, request, steps);
  return predictMerge({ number: request.number, ...states, changes }, steps);
}

/** A possible first mark of a conflict that an update wrote into a page. It may also be shown as code. */
const ADDED_MARK = /^\+<{7} /m;

/** The changed pages with both sides of a conflict. */
async function unsettledPages(
  location: ChangeRequestLocation,
  changes: readonly PageChange[],
  steps: Steps,
): Promise<PageChange[]> {
  const found: PageChange[] = [];
  for (const change of changes.filter(({ diff = '' }) => ADDED_MARK.test(diff))) {
    const where = { ...location, pageId: change.page };
    const { markdown } = await steps.send(operations.getChangeRequestPage, where);
    if ((await reportUnsettled([{ markdown }], steps.caller)).unsettled) found.push(change);
  }
  return found;
}

function unsettledWarning(changes: readonly PageChange[]): string {
  const titles = fencedInline(changes.map(({ title }) => title).join(', '), 'titles');
  return `Both sides of conflicts are still in ${titles}: settle them before merging, with the operation settle of open_change_request_with_edits.`;
}

function isUpToDate({ status, outdated }: ChangeRequest): boolean {
  return (status === 'open' || status === 'draft') && outdated === false;
}

/** The pages that a merged change request changed, if its base is unknown. */
async function changesWhenMerged(
  location: ChangeRequestLocation,
  request: ChangeRequest,
  steps: Steps,
) {
  // The app keeps the diffs from before the merge.
  if (steps.caller.forApp) return { changes: [], note: MERGED_UNREADABLE };
  const { pages } = await steps.send(operations.listChangeRequestPages, location);
  const touched = pagesChangedBy(pages, request);
  if (touched === undefined) return { changes: [], note: MERGED_UNREADABLE };
  const changes = touched.map(({ page: { id, title }, change }) => ({ page: id, title, change }));
  return { changes, note: MERGED_UNCOMPARED };
}

function mergedNote({ before, isTwin }: Comparison, changes: readonly PageChange[]): string {
  if (before && isTwin) return `${MERGED_WITH_TWIN}, ${requestName(before)}. ${OF_TWIN}`;
  if (before) {
    return `${MERGED_COMPARED}, ${requestName(before)}.${before.isExact ? '' : ` ${MERGED_INEXACTLY}`}`;
  }
  return changes.length > 0 ? MERGED : MERGED_WITHOUT_EFFECT;
}

/** The kinds of changes, as they occur in the description of a change. */
const KINDS = ['edited', 'created', 'renamed', 'moved', 'hidden', 'shown again', 'deleted'];

/** Counts the pages by what happens to them: `1 edited, 2 renamed; none deleted`. */
function countChanges(changes: readonly PageChange[]): string {
  const is = ({ change }: PageChange, kind: string) =>
    change.split(', ').some((part) => part.startsWith(kind));
  const counts = KINDS.map(
    (kind) => [kind, changes.filter((change) => is(change, kind)).length] as const,
  );
  const others = changes.filter((change) => !KINDS.some((kind) => is(change, kind))).length;
  const all = [...counts, ['with changed settings', others] as const];
  const parts = all.flatMap(([kind, count]) => (count > 0 ? `${count} ${kind}` : []));
  const none = counts.some(([kind, count]) => kind === 'deleted' && count === 0);
  return `${parts.join(', ')}${none ? '; none deleted' : ''}`;
}

/** Who made it and when, as far as the service tells. */
function requestState(request: ChangeRequest) {
  const { number, subject, status, outdated, revision } = request;
  const { createdBy, createdAt, updatedAt, mergedBy, mergedAt } = request as ChangeRequest & {
    mergedBy?: { displayName?: string };
    mergedAt?: string;
  };
  const isMerged = status === 'merged';
  return {
    number,
    subject,
    status,
    by: createdBy?.displayName,
    createdAt: minuteOf(createdAt),
    ...(isMerged
      ? { mergedBy: mergedBy?.displayName, mergedAt: minuteOf(mergedAt ?? updatedAt) }
      : { updatedAt: minuteOf(updatedAt), outdated }),
    revision,
  };
}
