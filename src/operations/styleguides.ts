import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf } from './outputs/common.ts';
import { Space } from './outputs/organizations.ts';
import {
  CreateStyleguideRunResult,
  OrganizationStyleguides,
  SiteStyleguideRun,
  StyleguideTemplates,
} from './outputs/site-insights.ts';
import { paging } from './params.ts';

const operation = toolset('styleguides', {}, { service: 'current' });

export const styleguides = {
  createSiteStyleguide: operation({
    id: 'createSiteStyleguideById',
    tool: 'create_site_styleguide',
    summary: 'Create the style guide space of a site, or get the existing one.',
    tasks: ['set up rules of style', 'new style guide', 'write down our style rules'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/styleguide',
    since: '0.201.0',
    effect: 'create',
    body: { template: idOf('styleguideTemplate').optional() },
    output: Space,
  }),
  createStyleguideRun: operation({
    id: 'createSiteStyleguideRun',
    tool: 'create_styleguide_run',
    summary: 'Check spaces against the style guide; drafts change requests.',
    tasks: [
      'check spelling and wording rules',
      'check a site against the style guide',
      'lint our docs',
      'check the docs against the style guide',
      'lint the writing style',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
    since: '0.201.0',
    effect: 'create',
    body: { spaces: z.array(idOf('space')).min(1).max(3) },
    output: CreateStyleguideRunResult,
  }),
  listStyleguideRuns: operation({
    id: 'listSiteStyleguideRuns',
    tool: 'list_styleguide_runs',
    summary: 'List style guide runs of a site.',
    tasks: ['results of style checks'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
    since: '0.201.0',
    effect: 'read',
    query: { ...paging },
    output: listOf(SiteStyleguideRun),
  }),
  listStyleguides: operation({
    id: 'listOrganizationStyleguides',
    tool: 'list_styleguides',
    summary: 'List the style guides of an organization.',
    tasks: [
      'which rules of style are there',
      'style guides of a site',
      'which style guides do we have',
    ],
    route: 'GET /v1/orgs/{organizationId}/styleguides',
    since: '0.201.0',
    effect: 'read',
    output: OrganizationStyleguides,
  }),
  listStyleguideTemplates: operation({
    id: 'listStyleguideTemplates',
    tool: 'list_styleguide_templates',
    summary: 'List templates for style guides.',
    route: 'GET /v1/orgs/{organizationId}/styleguide-templates',
    since: '0.201.0',
    effect: 'read',
    locatedBy: 'no-space',
    output: StyleguideTemplates,
  }),
};
