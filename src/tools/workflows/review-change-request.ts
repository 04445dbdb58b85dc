import { z } from 'zod';
import {
  type BaseRequest,
  type ChangeRequestLocation,
  type PageChange,
  pageChangesOf,
  pagesChangedBy,
} from '../../content/index.ts';
import { type OutputOf, operations } from '../../operations/index.ts';
import { ChangeRequestId, SpaceId } from '../../operations/params.ts';
import { CHANGE_REQUEST_APP } from '../../uris/index.ts';
import { type BadLink, badLinksOf } from './links.ts';
import { badLinksAddedBy } from './review/added-bad-links.ts';
import { BASE_READS, type Comparison, comparisonOf, statesOf } from './review/comparison.ts';
import { PREDICTION_READS, predictMerge } from './review/predict-merge.ts';
import {
  CALLS_FOR_APP,
  changeForApp,
  commentForApp,
  repliesForApp,
  repliesIn,
  reviewersForApp,
} from './review-for-app.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_COMMENTS = 200;

type ChangeRequest = OutputOf<typeof operations.getChangeRequest>;

const MERGED = 'Merged: this is what it changed then.';
const MERGED_WITHOUT_EFFECT = 'Merged: it changed no page then.';
const SEE_MERGED =
  'get_change_request_page shows its pages as it left them. restore_page with it and a pageId, without merge, puts a page back in a new change request and shows the difference, later changes of that page included.';
const MERGED_UNREADABLE = `Merged, and this service has no earlier revision to compare with, so what it changed is unknown. ${SEE_MERGED}`;
const MERGED_UNCOMPARED = `Merged, and this service has no earlier revision to compare with, so these are the pages that it changed, without their former text and without those that it deleted. ${SEE_MERGED}`;
const MERGED_COMPARED =
  'Merged. This service has no earlier revision to compare with: these are the differences from the change request that was merged before it';

const MERGED_INEXACTLY =
  'What was changed in between, or merged together with either, shows as well.';

const CHANGES_NOTHING = 'It changes no page, so there is nothing to review or to merge.';

const UP_TO_DATE = 'Up to date with primary content: no conflicts.';

const UPDATE_FIRST =
  'Primary content moved on, and the diffs compare with what it is now; whether both changed the same place is unknown here. Update before merging.';
const UPDATE_AND_COMPARE =
  'Primary content moved on, which the diffs below show as well. Update before merging.';

/** Everything a reviewer needs: the changes page by page, the discussion, and broken links. */
export const reviewChangeRequest = workflow({
  name: 'review_change_request',
  title: 'Review change request',
  summary:
    'Show what a change request changes as diffs by page, its open comments and broken links.',
  tasks: [
    'compare two change requests',
    'compare a draft with live',
    'show the diff of a change request',
    'what does this change request change',
    'what did this merge change',
    'review a draft',
    'what would go live if this was merged',
    'read what a PR changes',
    'check a draft before it goes live',
  ],
  toolset: 'change-requests',
  effect: 'read',
  app: CHANGE_REQUEST_APP,
  calls: [
    operations.getChangeRequest,
    operations.listPages,
    operations.listChangeRequestPages,
    operations.getPage,
    operations.getChangeRequestPage,
    operations.listChangeRequestPageLinks,
    operations.listChangeRequestComments,
  ],
  mayCall: [...BASE_READS, ...PREDICTION_READS, operations.listChangeRequests, ...CALLS_FOR_APP],
  input: { spaceId: SpaceId, changeRequestId: ChangeRequestId },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })),
  }),
  async work(location, steps) {
    const request = await steps.send(operations.getChangeRequest, location);
    const { forApp } = steps.context;
    const state = {
      // Without its id, its revision would be mistaken for it.
      changeRequestId: request.id,
      ...(forApp && { spaceId: location.spaceId }),
      ...requestState(request),
    };
    const comparison = await comparisonOf(location, request, steps);
    if (comparison === undefined) {
      return { ...state, ...(await changesWhenMerged(location, request, steps)) };
    }
    const { changes, ...links } = await reviewedChanges(location, request, comparison, steps);
    const comments = await openComments(location, steps);
    return {
      ...state,
      ...(await outlookOf(location.spaceId, request, comparison, changes, steps)),
      changes: forApp ? changes : changes.map(shortenCreated),
      openComments: comments,
      ...links,
      ...(forApp && (await reviewersForApp(location, steps))),
      urls: request.urls,
    };
  },
});

/** The changes page by page and, unless they are merged, the broken links that they add. */
async function reviewedChanges(
  location: ChangeRequestLocation,
  request: ChangeRequest,
  { ends, isOwn }: Comparison,
  steps: Steps,
) {
  const { forApp } = steps.context;
  const changes: PageChange[] = [];
  const badLinks: BadLink[] = [];
  let oldBadLinks = 0;
  for await (const changed of pageChangesOf(location, steps, ends, isOwn)) {
    const { page, change } = changed;
    changes.push({ ...change, ...(forApp && changeForApp(location, changed, ends)) });
    if (request.status !== 'merged' && change.change !== 'deleted') {
      const links = await badLinksOf(location, page, steps);
      const added = badLinksAddedBy(change, links);
      badLinks.push(...added);
      oldBadLinks += links.length - added.length;
    }
    await steps.finish('compared', page.title);
  }
  return { changes, badLinks, ...(oldBadLinks > 0 && { oldBadLinks }) };
}

async function openComments(location: ChangeRequestLocation, steps: Steps) {
  const { forApp } = steps.context;
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
  { isBehind, isBare, before, ends, isOwn }: Comparison,
  changes: readonly PageChange[],
  steps: Steps,
): Promise<object> {
  if (request.status === 'merged') return { note: mergedNote(before, changes) };
  if (changes.length === 0) return { outlook: CHANGES_NOTHING };
  if (isUpToDate(request)) return { outlook: UP_TO_DATE };
  if (!isBehind) return {};
  if (isBare && !before) return { warning: isOwn ? UPDATE_FIRST : UPDATE_AND_COMPARE };
  const states = await statesOf(spaceId, ends, request, steps);
  return predictMerge({ number: request.number, ...states, changes }, steps);
}

function isUpToDate({ status, outdated }: ChangeRequest): boolean {
  return (status === 'open' || status === 'draft') && outdated === false;
}

/** The pages that a merged change request changed, where what it began from is unknown. */
async function changesWhenMerged(
  location: ChangeRequestLocation,
  request: ChangeRequest,
  steps: Steps,
) {
  // The app keeps the diffs from before the merge.
  if (steps.context.forApp) return { changes: [], note: MERGED_UNREADABLE };
  const { pages } = await steps.send(operations.listChangeRequestPages, location);
  const touched = pagesChangedBy(pages, request);
  if (touched === undefined) return { changes: [], note: MERGED_UNREADABLE };
  const changes = touched.map(({ page: { id, title }, change }) => ({ page: id, title, change }));
  return { changes, note: MERGED_UNCOMPARED };
}

function mergedNote(before: BaseRequest | undefined, changes: readonly PageChange[]): string {
  if (before) {
    return `${MERGED_COMPARED}, ${before.number}.${before.isExact ? '' : ` ${MERGED_INEXACTLY}`}`;
  }
  return changes.length > 0 ? MERGED : MERGED_WITHOUT_EFFECT;
}

/** Lines of a created page that are shown. */
const MAX_CREATED_LINES = 60;

/** The change, with a created page reduced to its beginning and a hint how to read the rest. */
function shortenCreated(made: PageChange): PageChange {
  const lines = made.diff?.replace(/\n$/, '').split('\n') ?? [];
  const left = lines.length - 1 - MAX_CREATED_LINES;
  if (left <= 0 || !made.change.startsWith('created')) return made;
  const more = `… ${left} more lines; get_change_request_page shows them.`;
  return { ...made, diff: [...lines.slice(0, MAX_CREATED_LINES + 1), more].join('\n') };
}

function requestState({ number, subject, status, outdated, revision }: ChangeRequest) {
  return { number, subject, status, ...(status !== 'merged' && { outdated }), revision };
}
