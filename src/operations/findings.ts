import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { ChangeRequest } from './outputs/collaboration.ts';
import { listOf, NoContent } from './outputs/common.ts';
import {
  ContextRecord,
  SiteFinding,
  SiteFindingPage,
  SiteFindingStats,
  SiteQuestion,
} from './outputs/site-insights.ts';
import { DateTime, paging, unlisted } from './params.ts';

const operation = toolset('findings', {}, { service: 'current' });

/** The filters of findings. */
const FILTERS = {
  topic: idOf('topic').optional(),
  status: z.enum(['candidate', 'open', 'done', 'canceled']).optional(),
  type: z
    .array(
      z.enum([
        'content-outdated',
        'content-incorrect',
        'content-gap',
        'broken-link',
        'outbound-link-error',
        'other',
      ]),
    )
    .optional(),
  severity: z.enum(['low', 'medium', 'high']).optional(),
  hasChangeRequests: z.boolean().optional(),
  source: z
    .array(z.enum(['questions']))
    .optional()
    .meta(unlisted()),
};

export const findings = {
  listSiteFindings: operation({
    id: 'listSiteFindings',
    tool: 'list_site_findings',
    summary:
      'List problems that the service found in the docs of a site: outdated, wrong or missing content.',
    tasks: [
      'what is wrong with our docs according to the service',
      'outdated or missing content that was found',
      'suggestions for better docs',
      'outdated content that the service found',
      'problems of the docs',
      'content gaps',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings',
    since: '0.181.0',
    effect: 'read',
    query: {
      ...paging,
      ...FILTERS,
      question: idOf('question').optional().meta(unlisted()),
      updatedAfter: DateTime.optional(),
      updatedBefore: DateTime.optional().meta(unlisted()),
      orderBy: z.enum(['updatedAt', 'severity', 'sources']).optional(),
    },
    output: listOf(SiteFinding),
  }),
  getSiteFinding: operation({
    id: 'getSiteFindingById',
    tool: 'get_site_finding',
    summary: 'Read one finding.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
    since: '0.181.0',
    effect: 'read',
    output: SiteFinding,
  }),
  updateSiteFinding: operation({
    id: 'updateSiteFindingById',
    tool: 'update_site_finding',
    summary: 'Mark a finding `done` or `canceled`; content stays as it is.',
    tasks: [
      'ignore a finding',
      'mark a finding as fixed',
      'dismiss a problem of the docs',
      'close a finding',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}',
    since: '0.181.0',
    effect: 'update',
    body: { status: z.enum(['candidate', 'open', 'done', 'canceled']) },
    output: SiteFinding,
  }),
  listFindingPages: operation({
    id: 'listPagesForSiteFinding',
    tool: 'list_finding_pages',
    summary: 'List the pages that a finding is about.',
    tasks: ['pages that have a problem', 'pages of a finding'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/pages',
    since: '0.181.0',
    effect: 'read',
    locatedBy: { items: 'spaceId' },
    query: { ...paging },
    output: listOf(SiteFindingPage),
  }),
  listFindingQuestions: operation({
    id: 'listQuestionsForSiteFinding',
    tool: 'list_finding_questions',
    summary: "List the readers' questions behind a finding.",

    tasks: ['why was a finding reported'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/questions',
    since: '0.181.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(SiteQuestion),
  }),
  listFindingRecords: operation({
    id: 'listRecordsForSiteFinding',
    tool: 'list_finding_records',
    summary: 'List the evidence behind a finding.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/records',
    since: '0.181.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(ContextRecord),
  }),
  listFindingChangeRequests: operation({
    id: 'listChangeRequestsForSiteFinding',
    tool: 'list_finding_change_requests',
    summary: 'List the change requests meant to fix a finding.',
    tasks: ['which drafts fix a finding'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
    since: '0.181.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(ChangeRequest),
  }),
  createFindingChangeRequests: operation({
    id: 'triggerChangeRequestsForSiteFinding',
    tool: 'create_finding_change_requests',
    summary: 'Let the service draft a fix of a finding; poll list_finding_change_requests.',
    tasks: [
      'have findings fixed',
      'draft fixes of problems automatically',
      'let the service draft a fix for a finding',
      'fix a finding automatically',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests',
    since: '0.181.0',
    effect: 'create',
    output: NoContent,
  }),
  getSiteFindingStats: operation({
    id: 'getSiteFindingStats',
    tool: 'get_site_finding_stats',
    summary: 'Count findings by status and severity.',
    tasks: ['how many findings are open'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/stats/findings',
    since: '0.201.0',
    effect: 'read',
    query: {
      ...FILTERS,
    },
    output: SiteFindingStats,
  }),
};
