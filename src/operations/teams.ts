import { z } from 'zod';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { TeamMembers } from './outputs/organizations.ts';
import { JsonObject, paging, TeamRole } from './params.ts';

const operation = toolset('teams');

const users = z.array(idOf('user')).optional();

export const teams = [
  operation({
    id: 'listTeamMembersInOrganizationById',
    tool: 'list_team_members',
    summary: 'List the members of a team with their roles.',
    route: 'GET /v1/orgs/{organizationId}/teams/{teamId}/members',
    effect: 'read',
    query: paging,
    output: TeamMembers,
  }),
  operation({
    id: 'updateMembersInOrganizationTeam',
    tool: 'update_team_members',
    summary: 'Add, remove and set roles of members, by user id or e-mail.',
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
    effect: 'update',
    body: {
      add: users,
      memberships: JsonObject.pipe(z.record(idOf('user'), z.strictObject({ role: TeamRole })))
        .optional()
        .describe('{ <user>: { role: owner or member } }'),
      remove: users,
    },
    output: NoContent,
  }),
  operation({
    id: 'addMemberToOrganizationTeamById',
    tool: 'add_team_member',
    summary: 'Add a user to a team, or change the role of a member.',
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    effect: 'create',
    body: { role: TeamRole.optional() },
    output: NoContent,
  }),
  operation({
    id: 'deleteMemberFromOrganizationTeamById',
    tool: 'remove_team_member',
    summary: 'Remove a member from a team.',
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    effect: 'delete',
    output: NoContent,
  }),
];
