import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { OrganizationHits } from './outputs/content.ts';
import {
  Invite,
  Organization,
  Organizations,
  OrganizationsOfDomain,
} from './outputs/organizations.ts';
import { onDemand, paging, Role, SearchQuery, Url } from './params.ts';
import { exactlyOneOf } from './rules.ts';

const operation = toolset('organizations');

export const organizations = [
  operation({
    id: 'listOrganizationsForAuthenticatedUser',
    tool: 'list_organizations',
    summary: 'List your organizations. Start here: most ids are found below one.',
    route: 'GET /v1/orgs',
    effect: 'read',
    daily: true,
    query: paging,
    view: 'list',
    output: Organizations,
  }),
  operation({
    id: 'getOrganizationById',
    tool: 'get_organization',
    summary: 'Read one organization: settings, plan and your permissions.',
    route: 'GET /v1/orgs/{organizationId}',
    effect: 'read',
    view: 'object',
    output: Organization,
  }),
  operation({
    id: 'updateOrganizationById',
    tool: 'update_organization',
    summary: 'Change settings of an organization. `emailDomains` replaces the whole list.',
    route: 'PATCH /v1/orgs/{organizationId}',
    effect: 'update',
    body: {
      title: z.string().min(2).max(255).optional(),
      emailDomains: z.array(z.string()).optional(),
      hostname: z.string().min(3).max(32).optional(),
      defaultRole: Role.nullable().optional().meta(onDemand('null: guest')),
      defaultContent: z
        .strictObject({ type: z.string().meta(onDemand('site, …')), site: idOf('site') })
        .nullable()
        .optional(),
      logo: Url.nullable().optional(),
      sso: z.boolean().optional(),
      ai: z.boolean().optional(),
      inviteLinks: z.boolean().optional(),
    },
    output: Organization,
  }),
  operation({
    id: 'getOrganizationInviteLink',
    tool: 'get_invite_link',
    summary: 'Read an invite link of an organization.',
    route: 'GET /v1/orgs/{organizationId}/link-invites/{inviteId}',
    since: '0.130.0',
    effect: 'read',
    output: Invite,
  }),
  operation({
    id: 'deleteOrganizationInviteById',
    tool: 'delete_invite_link',
    summary: 'Revoke an invite link.',
    route: 'DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}',
    effect: 'delete',
    output: NoContent,
  }),
  operation({
    id: 'updateOrganizationInviteById',
    tool: 'update_invite_link',
    summary: 'Change the `role` of an organization invite, or the `level` of a content invite.',
    route: 'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}',
    effect: 'update',
    body: {
      role: Role.nullable().optional(),
      level: Role.nullable().optional(),
    },
    check: exactlyOneOf('role', 'level'),
    output: Invite,
  }),
  operation({
    id: 'searchOrganizationContent',
    tool: 'search_organization',
    summary: 'Search all spaces of an organization; hits give space and page ids.',
    route: 'GET /v1/orgs/{organizationId}/search',
    effect: 'read',
    daily: true,
    query: { query: SearchQuery, ...paging },
    output: OrganizationHits,
  }),
  operation({
    id: 'getOrganizationsForEmailDomain',
    tool: 'list_organizations_by_email_domain',
    summary: 'List organizations that accept an e-mail domain. Ordinary tokens are refused.',
    route: 'GET /v1/email-domains/{emailDomain}/orgs',
    since: '0.130.0',
    effect: 'read',
    output: OrganizationsOfDomain,
  }),
];
