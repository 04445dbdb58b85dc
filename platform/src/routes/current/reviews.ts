import { z } from 'zod';
import { openSpace } from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import { requireActive } from '../../content/change-requests.ts';
import { documentForm } from '../../content/edit/changes.ts';
import { forbidden } from '../../errors.ts';
import { format, paging, queryBoolean } from '../../http/input.ts';
import { keysetPage } from '../../http/pagination.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { markdownOf } from '../../markdown/from-document.ts';
import { isRequested } from '../../review/requests.ts';
import { findReview, submitReview } from '../../review/reviews.ts';
import { REVIEW_STATUSES, type ReviewRow } from '../../review/schema.ts';
import { reviewObject } from '../../views/review.ts';
import { actorOf, created, openDiscussion, openRequest } from '../shared.ts';

const REVIEWS = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

export const reviewRoutes: readonly Route[] = [
  route(`GET ${REVIEWS}`, {
    query: z.object({ ...paging, format, outdated: queryBoolean.optional() }),
    handle: (call) => {
      const { request, discussion } = open(call);
      const { outdated } = call.query;
      const judged = outdated === undefined ? '' : ` AND revision ${outdated ? '<>' : '='} ?`;
      const from = `FROM review WHERE change_request = ?${judged}`;
      const values = [request.id, ...(outdated === undefined ? [] : [request.revision])];
      return keysetPage<ReviewRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values,
          keys: ['sequence'],
          descending: true,
          count: { select: `SELECT COUNT(*) AS total ${from}`, values },
        },
        (row) => reviewObject(call, discussion, request, row, call.query.format),
      );
    },
  }),

  route(`POST ${REVIEWS}`, {
    body: z.object({ status: z.enum(REVIEW_STATUSES), comment: documentForm.optional() }),
    handle: (call) => {
      const { request, discussion } = open(call);
      const { role } = openSpace(call, request.space);
      if (!allows(role, 'review') && !isRequested(call.db, request.id, call.user.id)) {
        throw forbidden(
          `This needs the role review on the space, or a request to review; yours is ${role}`,
        );
      }
      requireActive(request, 'reviewed');
      const { status, comment = {} } = call.body;
      const markdown = markdownOf(comment).trim();
      const row = submitReview(call.db, actorOf(call), request, { status, markdown });
      return created(reviewObject(call, discussion, request, row, 'markdown'));
    },
  }),

  route(`GET ${REVIEWS}/{reviewId}`, {
    query: z.object({ format }),
    handle: (call) => {
      const { request, discussion } = open(call);
      const row = findReview(call.db, request.id, call.params.reviewId);
      return reviewObject(call, discussion, request, row, call.query.format);
    },
  }),
];

function open(
  call: Pick<Call, 'db' | 'user'> & { params: { spaceId: string; changeRequestId: string } },
) {
  return { request: openRequest(call), discussion: openDiscussion(call) };
}
