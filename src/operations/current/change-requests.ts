import { z } from 'zod';
import { toolset } from '../define.ts';
import { idOf } from '../ids.ts';
import { ChangeRequest } from '../outputs/collaboration.ts';
import { listOf } from '../outputs/common.ts';
import { paging } from '../params.ts';
import { RevisionSemanticChanges } from './outputs.ts';

const operation = toolset('change-requests', {}, { beyondContract: true });

export const changeRequests = [
  operation({
    id: 'getChangeRequestChanges',
    tool: 'get_change_request_changes',
    summary:
      'List what a change request changes: pages, files, moves, attributes. `more` counts what `limit` left out.',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    since: '0.130.0',
    effect: 'read',
    query: { limit: z.number().optional() },
    view: 'object',
    output: RevisionSemanticChanges,
  }),
  operation({
    id: 'listChangeRequestsForOrganization',
    tool: 'list_organization_change_requests',
    summary:
      'List change requests across an organization; `finding` all includes those that triage made.',
    route: 'GET /v1/orgs/{organizationId}/change-requests',
    since: '0.143.2',
    effect: 'read',
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
    view: 'list',
    output: listOf(ChangeRequest),
  }),
];
