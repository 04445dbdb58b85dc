import { z } from 'zod';
import { toolset } from '../define.ts';
import { idOf } from '../ids.ts';
import { listOf, NoContent } from '../outputs/common.ts';
import { paging } from '../params.ts';
import { OrganizationTeam } from './outputs.ts';

const operation = toolset('teams', {}, { beyondContract: true });

export const teams = [
  operation({
    id: 'listTeamsInOrganizationById',
    tool: 'list_teams',
    summary: 'List the teams of an organization.',
    route: 'GET /v1/orgs/{organizationId}/teams',
    effect: 'read',
    query: { ...paging, owner: idOf('user').optional(), title: z.string().optional() },
    view: 'list',
    output: listOf(OrganizationTeam),
  }),
  operation({
    id: 'createOrganizationTeam',
    tool: 'create_team',
    summary: 'Create a team.',
    route: 'PUT /v1/orgs/{organizationId}/teams',
    effect: 'create',
    body: { title: z.string().min(1).max(64), members: z.array(idOf('user')).optional() },
    output: OrganizationTeam,
  }),
  operation({
    id: 'getTeamInOrganizationById',
    tool: 'get_team',
    summary: 'Read one team.',
    route: 'GET /v1/orgs/{organizationId}/teams/{teamId}',
    effect: 'read',
    output: OrganizationTeam,
  }),
  operation({
    id: 'updateTeamInOrganizationById',
    tool: 'update_team',
    summary: 'Rename a team.',
    route: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}',
    effect: 'update',
    body: { title: z.string().min(1).max(64) },
    output: OrganizationTeam,
  }),
  operation({
    id: 'removeTeamFromOrganizationById',
    tool: 'delete_team',
    summary: 'Delete a team.',
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}',
    effect: 'delete',
    output: NoContent,
  }),
];
