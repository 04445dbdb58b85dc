import { z } from 'zod';
import { openOrganization, openSpace } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { allows } from '../auth/roles.ts';
import { requireActive } from '../content/change-requests.ts';
import { contributors } from '../content/contributors.ts';
import { documentForm } from '../content/edit/changes.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { discussants } from '../discussion/comments.ts';
import { badRequest, forbidden } from '../errors.ts';
import { format, paging, queryBoolean } from '../http/input.ts';
import { arrayPage, keysetPage, type List, type PagedCall } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { markdownOf } from '../markdown/from-document.ts';
import { MEMBERS, type MemberRow, membershipOf } from '../organization/members.ts';
import {
  isRequested,
  removeRequest,
  requestedReviewers,
  requestReviews,
} from '../review/requests.ts';
import { findReview, submitReview } from '../review/reviews.ts';
import { REVIEW_STATUSES, type ReviewRow } from '../review/schema.ts';
import { requestedReviewerObject, reviewObject } from '../serializers/review.ts';
import { memberObject } from '../serializers/team.ts';
import { contributionObject } from '../serializers/user.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { updateRow } from '../store/rows.ts';
import { description, subject } from './change-requests.ts';
import { actorOf, created, openDiscussion, openRequest } from './shared.ts';

const REVIEWS = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

const REQUEST = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';
const REVIEWERS = `${REQUEST}/requested-reviewers` as const;

export const reviewRoutes: readonly Route[] = [
  route(`GET ${REVIEWS}`, {
    profile: 'current',
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
    profile: 'current',
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
    profile: 'current',
    query: z.object({ format }),
    handle: (call) => {
      const { request, discussion } = open(call);
      const row = findReview(call.db, request.id, call.params.reviewId);
      return reviewObject(call, discussion, request, row, call.query.format);
    },
  }),

  route(`GET ${REVIEWERS}`, {
    profile: 'current',
    query: z.object(paging),
    handle: (call) =>
      arrayPage(
        call,
        requestedReviewers(call.db, openRequest(call).id),
        ({ created_at, user }) => [created_at, user],
        (row) => requestedReviewerObject(call, row),
      ),
  }),

  route(`POST ${REVIEWERS}`, {
    profile: 'current',
    body: z.object({
      users: counted(MAX_NAMED, z.array(z.string()).min(1)),
      subject: subject.optional(),
      description: description.optional(),
    }),
    handle: (call) => {
      const request = openRequest(call, 'edit');
      requireActive(request, 'reviewed');
      const { row } = openSpace(call, request.space);
      const actor = actorOf(call);
      const { users, subject, description } = call.body;
      const asked = requestReviews(call.db, actor, { row, request }, users);
      if (asked.length === 0) {
        throw badRequest('body.users: none of them is a user who can see the space');
      }
      updateRow(call.db, 'change_request', request.id, {
        subject,
        description,
        status: 'open',
        updated_at: actor.at,
      });
      return { users: asked.map((reviewer) => requestedReviewerObject(call, reviewer)) };
    },
  }),

  route(`DELETE ${REVIEWERS}/{userId}`, {
    profile: 'current',
    handle: (call) => {
      const request = openRequest(call, 'edit');
      return HttpReply.deleted(
        removeRequest(call.db, request.id, call.params.userId) !== undefined,
      );
    },
  }),

  route(`GET ${REQUEST}/contributors`, {
    profile: 'current',
    handle: (call) => {
      const { id } = openRequest(call);
      const items = [
        ...contributors(call.db, id).map((given) => contributionObject(call, given, 'edit')),
        ...discussants(call.db, id).map((given) => contributionObject(call, given, 'comment')),
      ];
      return { items, count: items.length };
    },
  }),

  route(`GET ${REQUEST}/commenters`, {
    profile: 'current',
    query: z.object(paging),
    handle: (call) => {
      const request = openRequest(call);
      return commenters(call, openSpace(call, request.space).row, request.id);
    },
  }),

  route('GET /v1/spaces/{spaceId}/commenters', {
    profile: 'current',
    query: z.object(paging),
    handle: (call) => {
      const { row } = openSpace(call, call.params.spaceId);
      return commenters(call, row, row.id);
    },
  }),
];

function open(
  call: Pick<Call, 'db' | 'user'> & { params: { spaceId: string; changeRequestId: string } },
) {
  return { request: openRequest(call), discussion: openDiscussion(call) };
}

/** The members who took part in the discussion of a branch. */
function commenters(call: Context & PagedCall, space: SpaceRow, branch: string): List<object> {
  const { row: organization } = openOrganization(call, space.organization);
  const users = JSON.stringify(discussants(call.db, branch).map(({ user }) => user));
  const sql = `${MEMBERS} AND user.id IN (SELECT value FROM json_each(?))`;
  return arrayPage(
    call,
    call.db.all<MemberRow>(sql, organization.id, users),
    ({ id }) => [id],
    (row) => memberObject(call, organization, membershipOf(row)),
  );
}
