import { z } from 'zod';
import { whenAny, whenNoLonger } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent } from './outputs/common.ts';
import { OrganizationTeam, TeamMembers } from './outputs/organizations.ts';
import { JsonObject, paging, TeamRole } from './params.ts';

const operation = toolset('teams');

const users = z.array(idOf('user')).optional();

const LOSE_OWNERSHIP = 'Owners of the team lose that role.';

const listTeamMembers = operation({
  id: 'listTeamMembersInOrganizationById',
  tool: 'list_team_members',
  summary: 'List the members of a team with their roles.',
  tasks: [
    'who is in a team',
    'members of a team',
    'people of a team',
    'who belongs to the support team',
    'list the people of a team',
  ],
  route: 'GET /v1/orgs/{organizationId}/teams/{teamId}/members',
  effect: 'read',
  locatedBy: 'no-space',
  query: paging,
  output: TeamMembers,
});

export const teams = {
  listTeamMembers,
  updateTeamMembers: operation({
    id: 'updateMembersInOrganizationTeam',
    tool: 'update_team_members',
    summary: 'Add, remove and set roles of members, by user id or e-mail.',
    tasks: [
      'replace the members of a team',
      'add several people to a team',
      'swap members of a team',
      'add Anna and Ben to a team and remove Carl',
    ],
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
    effect: 'update',
    confirm: whenAny(
      ({ remove = [] }) =>
        (remove as string[]).length > 0 ? 'It removes members from the team.' : undefined,
      ({ memberships = {} }) =>
        Object.values(memberships as object).some(({ role }) => role === 'member')
          ? LOSE_OWNERSHIP
          : undefined,
    ),
    body: {
      add: users,
      memberships: JsonObject.pipe(z.record(idOf('user'), z.strictObject({ role: TeamRole })))
        .optional()
        .describe('{ <user>: { role: owner or member } }'),
      remove: users,
    },
    readBack: (args) => [{ from: listTeamMembers, args }],
    output: NoContent,
  }),
  addTeamMember: operation({
    id: 'addMemberToOrganizationTeamById',
    tool: 'add_team_member',
    summary: 'Add a user to a team, or change the role of a member.',
    tasks: [
      'put somebody into a team',
      'make somebody owner of a team',
      'promote a member of a team',
      'add a person to a team',
    ],
    route: 'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    effect: 'create',
    confirm: whenNoLonger(
      'role',
      (role, present) => role === 'member' && present === 'owner',
      LOSE_OWNERSHIP,
    ),
    body: { role: TeamRole.optional() },
    readBack: (args) => [{ from: listTeamMembers, args, everybody: true }],
    output: NoContent,
  }),
  removeTeamMember: operation({
    id: 'deleteMemberFromOrganizationTeamById',
    tool: 'remove_team_member',
    summary: 'Remove a member from a team.',
    tasks: [
      'take a colleague out of a team',
      'take a person out of a team',
      'kick somebody out of a team',
      'remove somebody from a team',
    ],
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    effect: 'delete',
    output: NoContent,
  }),
  listTeams: operation({
    id: 'listTeamsInOrganizationById',
    tool: 'list_teams',
    summary: 'List the teams of an organization.',
    tasks: ['which teams do we have'],
    route: 'GET /v1/orgs/{organizationId}/teams',
    service: 'current',
    effect: 'read',
    locatedBy: 'no-space',
    query: { ...paging, owner: idOf('user').optional(), title: z.string().optional() },
    output: listOf(OrganizationTeam),
  }),
  createTeam: operation({
    id: 'createOrganizationTeam',
    tool: 'create_team',
    summary: 'Create a team with its members; those in `owners` own it.',
    tasks: ['make a team', 'new team with members', 'create a team', 'new group of people'],
    route: 'PUT /v1/orgs/{organizationId}/teams',
    service: 'current',
    effect: 'create',
    body: { title: z.string().min(1).max(64), members: z.array(idOf('user')).optional() },
    run: 'team',
    readBack: ({ organizationId, members }, { id }) =>
      members ? [{ from: listTeamMembers, args: { organizationId, teamId: id } }] : [],
    output: OrganizationTeam,
  }),
  getTeam: operation({
    id: 'getTeamInOrganizationById',
    tool: 'get_team',
    summary: 'Read one team.',
    route: 'GET /v1/orgs/{organizationId}/teams/{teamId}',
    service: 'current',
    effect: 'read',
    locatedBy: 'no-space',
    output: OrganizationTeam,
  }),
  updateTeam: operation({
    id: 'updateTeamInOrganizationById',
    tool: 'update_team',
    summary: 'Rename a team.',
    tasks: ['rename a team'],
    route: 'PATCH /v1/orgs/{organizationId}/teams/{teamId}',
    service: 'current',
    effect: 'update',
    body: { title: z.string().min(1).max(64) },
    output: OrganizationTeam,
  }),
  deleteTeam: operation({
    id: 'removeTeamFromOrganizationById',
    tool: 'delete_team',
    summary: 'Delete a team.',
    tasks: ['dissolve a team', 'team no longer exists'],
    route: 'DELETE /v1/orgs/{organizationId}/teams/{teamId}',
    service: 'current',
    effect: 'delete',
    output: NoContent,
  }),
};
