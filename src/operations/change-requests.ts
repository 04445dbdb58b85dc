import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { ChangeRequest, ChangeRequests } from './outputs/collaboration.ts';
import { listOf, RevisionResult, UrlOutput } from './outputs/common.ts';
import { RevisionSemanticChanges } from './outputs/content.ts';
import { onDemand, openEnum, paging } from './params.ts';

const operation = toolset('change-requests');

const subject = z.string().max(100).optional();

export const changeRequests = {
  listChangeRequests: operation({
    id: 'listChangeRequestsForSpace',
    tool: 'list_change_requests',
    summary:
      'List change requests of spaces; `open` by default. filter: by subject. changes: their pages; diffs: in full. since: a date.',
    tasks: [
      'which drafts are there',
      'what is not live yet',
      'what is not published yet',
      'unpublished changes',
      'what is in review',
      'what is open at the moment',
      'anything that waits for review',
      'what was merged lately',
      'my drafts',
      'open pull requests of a space',
      'drafts of a colleague',
      'recently merged changes',
      'what changed in a space since a date',
      'what is new for readers since last week',
    ],
    route: 'GET /v1/spaces/{spaceId}/change-requests',
    effect: 'read',
    byDefault: true,
    query: {
      ...paging,
      status: openEnum('draft', 'open', 'archived', 'merged').optional(),
      contributor: idOf('user', 'user id').optional(),
    },
    run: 'changeRequestList',
    output: ChangeRequests,
  }),
  createChangeRequest: operation({
    id: 'createChangeRequest',
    tool: 'create_change_request',
    summary: 'Open a draft change request.',
    tasks: [
      'start a draft',
      'new change request',
      'begin a branch',
      'open a pull request',
      'start a branch of a space',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests',
    effect: 'create',
    byDefault: true,
    body: { subject },
    output: ChangeRequest,
  }),
  getChangeRequest: operation({
    id: 'getChangeRequestById',
    tool: 'get_change_request',
    summary: 'Read one change request; `outdated` means primary content has moved on.',
    tasks: [
      'who opened a change request',
      'status of a change request',
      'is a draft outdated',
      'state of a draft',
      'is a change request merged',
    ],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    effect: 'read',
    byDefault: true,
    output: ChangeRequest,
  }),
  updateChangeRequest: operation({
    id: 'updateChangeRequestById',
    tool: 'update_change_request',
    summary:
      'Change subject or status: `open` asks for review, `archived` closes it, `draft` reopens.',
    tasks: [
      'close a change request without merging',
      'abandon a draft',
      'archive a change request',
      'mark a change request as ready for review',
      'reopen a change request',
      'throw away a draft that nobody needs',
      'rename a draft',
      'reopen an archived draft',
      'change the subject of a change request',
      'discard a change request',
    ],
    route: 'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    effect: 'update',
    byDefault: true,
    body: { subject, status: openEnum('draft', 'open', 'archived').optional() },
    output: ChangeRequest,
  }),
  mergeChangeRequest: operation({
    id: 'mergeChangeRequest',
    tool: 'merge_change_request',
    summary:
      'Apply a change request to primary content. Returns the pages changed; `conflicts` shows both sides of each.',
    tasks: [
      'publish a draft',
      'make a change request live',
      'merge a change request',
      'ship a draft',
      'accept a change request and make it live',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    effect: 'update',
    byDefault: true,
    destructive: true,
    revisionGuard: 'merge',
    run: 'merge',
    output: RevisionResult,
  }),
  updateChangeRequestFromPrimary: operation({
    id: 'updateChangeRequest',
    tool: 'update_change_request_from_primary',
    summary:
      'Pull primary content into an outdated change request. Returns the pages changed, and both sides of conflicts.',
    tasks: [
      'resolve a merge conflict',
      'change request is behind',
      'rebase a change request',
      'bring a draft up to date with main',
      'sync a branch with the live content',
    ],
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    effect: 'update',
    byDefault: true,
    revisionGuard: 'edit',
    run: 'merge',
    output: RevisionResult,
  }),
  getChangeRequestPdf: operation({
    id: 'getChangeRequestPDF',
    tool: 'get_change_request_pdf',
    summary: 'Get a PDF of a change request or one page.',
    tasks: ['a draft as pdf', 'print a draft', 'export a draft as PDF'],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    effect: 'read',
    query: {
      only: z.boolean().optional().meta(onDemand('only that page')),
      page: idOf('page', 'page id').optional(),
    },
    output: UrlOutput,
  }),
  getChangeRequestChanges: operation({
    id: 'getChangeRequestChanges',
    tool: 'get_change_request_changes',
    predecessor: 'review_change_request shows them.',
    summary:
      'List what a change request changes: pages, files, attributes. `more`: left out by `limit`.',

    tasks: ['which pages does a change request touch', 'list of changed files of a draft'],
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    since: '0.130.0',
    service: 'current',
    effect: 'read',
    query: { limit: z.number().optional() },
    view: 'object',
    output: RevisionSemanticChanges,
  }),
  listOrganizationChangeRequests: operation({
    id: 'listChangeRequestsForOrganization',
    tool: 'list_organization_change_requests',
    predecessor: 'list_change_requests lists those of one space.',
    summary:
      'List change requests across an organization; `finding` all includes those that triage made.',
    tasks: [
      'open drafts of all spaces',
      'everything that I drafted',
      'what waits for my review anywhere',
      'all open reviews of the organization',
      'change requests in every space',
    ],
    route: 'GET /v1/orgs/{organizationId}/change-requests',
    since: '0.143.2',
    service: 'current',
    effect: 'read',
    locatedBy: { items: 'space' },
    query: {
      ...paging,
      status: z.array(z.enum(['draft', 'open', 'archived', 'merged'])).optional(),
      creator: idOf('user').optional(),
      contributor: idOf('user').optional(),
      requestedReviewer: idOf('user').optional(),
      site: idOf('site').optional(),
      space: idOf('space').optional(),
      topic: idOf('topic').optional(),
      styleguideRun: idOf('styleguideRun').optional(),
      finding: z.enum(['none', 'all']).optional(),
      orderBy: z.enum(['updatedAt', 'createdAt']).optional(),
    },
    output: listOf(ChangeRequest),
  }),
};
