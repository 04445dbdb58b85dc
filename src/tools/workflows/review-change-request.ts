import { z } from 'zod';
import { idOf } from '../../operations/ids.ts';
import { operations } from '../../operations/index.ts';
import { ChangeRequestId, PageId, SpaceId, unlisted } from '../../operations/params.ts';
import { CHANGE_REQUEST_APP } from '../../uris/index.ts';
import { cursor } from './find/cursor.ts';
import { BASE_READS } from './review/comparison.ts';
import { DELETION_READS } from './review/deletions.ts';
import { PREDICTION_READS } from './review/predict-merge.ts';
import { reviewOf } from './review/review.ts';
import { CALLS_FOR_APP } from './review-for-app.ts';
import { workflow } from './workflow.ts';

/** Change requests besides the first one that are reviewed in one call. */
const MAX_MORE = 9;

/** What a reviewer needs of one change request, or of several. */
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
  mayCall: [
    ...BASE_READS,
    ...PREDICTION_READS,
    operations.listChangeRequests,
    ...CALLS_FOR_APP,
    ...DELETION_READS,
  ],
  input: {
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId,
    moreChangeRequests: z.array(idOf('changeRequest')).max(MAX_MORE).optional(),
    pageId: PageId.optional().meta(unlisted('changed page to show alone')),
    page: cursor.meta(unlisted('next.page of the last result')),
  },
  output: z.looseObject({
    changes: z.array(z.looseObject({ page: z.string(), change: z.string() })).optional(),
    reviews: z.array(z.looseObject({ changeRequestId: z.string() })).optional(),
  }),
  check: ({ page, pageId, moreChangeRequests }) =>
    (page ?? pageId) !== undefined && moreChangeRequests !== undefined
      ? 'page and pageId are for the review of one change request'
      : undefined,
  async work({ spaceId, changeRequestId, moreChangeRequests = [], page, pageId }, steps) {
    const ids = [...new Set([changeRequestId, ...moreChangeRequests])];
    const part = pageId === undefined ? page !== undefined && { page } : { pageId };
    const shown = { ...(part && { part }), reviews: ids.length };
    if (ids.length === 1) return reviewOf({ spaceId, changeRequestId }, shown, steps);
    const reviews: object[] = [];
    for (const id of ids) {
      reviews.push(await reviewOf({ spaceId, changeRequestId: id }, shown, steps));
    }
    return { reviews };
  },
});
