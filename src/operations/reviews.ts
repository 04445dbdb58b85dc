import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import {
  AskedReviewers,
  ChangeRequestRequestedReviewer,
  ChangeRequestReview,
  ChangeRequestUserContributor,
} from './outputs/collaboration.ts';
import { listOf, NoContent } from './outputs/common.ts';
import { OrganizationMember } from './outputs/organizations.ts';
import { CommentText, formatOfComments as format, onDemand, paging } from './params.ts';

const operation = toolset('reviews', {}, { service: 'current' });

export const reviews = {
  listChangeRequestReviews: operation({
    id: 'getReviewsByChangeRequestId',
    tool: 'list_change_request_reviews',
    summary: 'List the reviews of a change request; `outdated` ones judged an earlier revision.',
    tasks: [
      'who has approved a draft',
      'who approved a change',
      'verdicts of reviewers',
      'what did the reviewers say',
      'is a change request approved',
    ],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    effect: 'read',
    query: { ...paging, format, outdated: z.boolean().optional() },
    output: listOf(ChangeRequestReview),
  }),
  submitChangeRequestReview: operation({
    id: 'submitChangeRequestReview',
    tool: 'submit_change_request_review',
    predecessor: 'post_change_request_comment says what you think of it.',
    alsoCalled: 'i approve, lgtm, looks good, sign off, request changes',
    summary: 'Approve a change request or ask for changes, with a comment.',
    tasks: [
      'approve a change request',
      'request changes',
      'reject a change request',
      'approve',
      'reject',
      'reject a draft with a comment',
      'give my approval',
      'ask the author of a change request for changes',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    effect: 'create',
    body: { status: z.enum(['changes-requested', 'approved']), comment: CommentText.optional() },
    output: ChangeRequestReview,
  }),
  getChangeRequestReview: operation({
    id: 'getChangeRequestReviewById',
    tool: 'get_change_request_review',
    summary: 'Read one review.',
    tasks: ['what did one reviewer decide'],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    since: '0.146.0',
    effect: 'read',
    query: { format },
    output: ChangeRequestReview,
  }),
  listRequestedReviewers: operation({
    id: 'getRequestedReviewersByChangeRequestId',
    tool: 'list_requested_reviewers',
    summary: 'List people who were asked to review and have not yet.',
    tasks: [
      'who still has to review',
      'whose review is missing',
      'who has not looked at a draft yet',
      'waiting for which reviewers',
      'who was asked to review',
    ],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    effect: 'read',
    query: { ...paging },
    output: listOf(ChangeRequestRequestedReviewer),
  }),
  requestReviewers: operation({
    id: 'requestReviewersForChangeRequest',
    tool: 'request_reviewers',
    predecessor: 'update_change_request with status open asks for review.',
    alsoCalled:
      'look over, second pair of eyes, ask for review, send to review, draft to review, ask to review',
    summary: 'Ask people to review a change request; they are notified.',
    tasks: [
      'ask somebody to review',
      'who should review',
      'assign a reviewer',
      'get colleagues to look at a draft',
      'ask Ben to review',
      'add a reviewer to a change request',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    effect: 'create',
    body: {
      users: z.array(idOf('user')).min(1).meta(onDemand('user ids, from list_members')),
      subject: z.string().optional(),
    },
    output: AskedReviewers,
  }),
  removeRequestedReviewer: operation({
    id: 'removeRequestedReviewerFromChangeRequest',
    tool: 'remove_requested_reviewer',
    summary: 'Withdraw a review request.',
    tasks: [
      'a reviewer is on holiday',
      'take back a request for review',
      'no longer ask somebody to review',
      'withdraw a review request',
      'unassign a reviewer',
    ],
    route:
      'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    since: '0.130.0',
    effect: 'delete',
    output: NoContent,
  }),
  listChangeRequestContributors: operation({
    id: 'getContributorsByChangeRequestId',
    tool: 'list_change_request_contributors',
    summary: 'List who edited a change request.',
    tasks: [
      'who worked on a change request',
      'who wrote in a draft',
      'who worked on this draft',
      'authors of a change request',
    ],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    effect: 'read',
    view: 'list',
    output: listOf(ChangeRequestUserContributor),
  }),
  listChangeRequestCommenters: operation({
    id: 'listCommentersInChangeRequest',
    tool: 'list_change_request_commenters',
    predecessor: 'list_change_request_comments shows who commented.',
    summary: 'List who commented on a change request.',
    tasks: ['who commented on a draft'],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
    since: '0.130.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(OrganizationMember),
  }),
};
