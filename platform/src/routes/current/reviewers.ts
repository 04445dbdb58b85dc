import { z } from 'zod';
import { openOrganization, openSpace, type SpaceRow } from '../../auth/access.ts';
import { requireActive } from '../../content/change-requests.ts';
import { contributors } from '../../content/contributors.ts';
import { discussants } from '../../discussion/comments.ts';
import { badRequest } from '../../errors.ts';
import { paging } from '../../http/input.ts';
import { arrayPage, type List, type PagedCall } from '../../http/pagination.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import { MEMBERS, type MemberRow, membershipOf } from '../../organization/members.ts';
import { removeRequest, requestedReviewers, requestReviews } from '../../review/requests.ts';
import { updateRow } from '../../store/rows.ts';
import type { Context } from '../../views/context.ts';
import { contributionObject } from '../../views/contribution.ts';
import { requestedReviewerObject } from '../../views/review.ts';
import { memberObject } from '../../views/team.ts';
import { description, subject } from '../change-requests.ts';
import { actorOf, openRequest } from '../shared.ts';

const REQUEST = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}';
const REVIEWERS = `${REQUEST}/requested-reviewers` as const;

export const reviewerRoutes: readonly Route[] = [
  route(`GET ${REVIEWERS}`, {
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
    body: z.object({
      users: z.array(z.string()).min(1),
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
    handle: (call) => {
      const request = openRequest(call, 'edit');
      return Reply.removed(removeRequest(call.db, request.id, call.params.userId) !== undefined);
    },
  }),

  route(`GET ${REQUEST}/contributors`, {
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
    query: z.object(paging),
    handle: (call) => {
      const request = openRequest(call);
      return commenters(call, openSpace(call, request.space).row, request.id);
    },
  }),

  route('GET /v1/spaces/{spaceId}/commenters', {
    query: z.object(paging),
    handle: (call) => {
      const { row } = openSpace(call, call.params.spaceId);
      return commenters(call, row, row.id);
    },
  }),
];

/** The members who took part in the discussion of a line. */
function commenters(call: Context & PagedCall, space: SpaceRow, line: string): List<object> {
  const { row: organization } = openOrganization(call, space.organization);
  const users = JSON.stringify(discussants(call.db, line).map(({ user }) => user));
  const sql = `${MEMBERS} AND user.id IN (SELECT value FROM json_each(?))`;
  return arrayPage(
    call,
    call.db.all<MemberRow>(sql, organization.id, users),
    ({ id }) => [id],
    (row) => memberObject(call, organization, membershipOf(row)),
  );
}
