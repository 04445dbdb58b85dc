import { z } from 'zod';
import { type OrganizationRow, openOrganization } from '../auth/access.ts';
import type { Role } from '../auth/roles.ts';
import type { User } from '../auth/users.ts';
import { badRequest, forbidden, notFound } from '../errors.ts';
import { paging } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { Reply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { teams } from '../organization/owned.ts';
import { TEAM_ROLES, type TeamRole, type TeamRow } from '../organization/schema.ts';
import {
  countTeamMembers,
  findMember,
  managesTeam,
  putTeamMember,
  removeTeamMember,
} from '../organization/teams.ts';
import { teamMemberObject } from '../views/team.ts';

type TeamMemberRow = User & { role: Role | null; joined_at: string; team_role: TeamRole };

const role = z.enum(TEAM_ROLES);

export const teamRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/teams/{teamId}/members', {
    query: z.object(paging),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'read');
      const team = teams.get(call.db, organization.id, call.params.teamId);
      return keysetPage<TeamMemberRow, object>(
        call,
        {
          select: `SELECT user.*, member.role, member.joined_at, team_member.role AS team_role
            FROM team_member JOIN user ON user.id = team_member.user
            JOIN member ON member.user = user.id AND member.organization = ? WHERE team_member.team = ?`,
          values: [organization.id, team.id],
          keys: ['user.id'],
          count: countTeamMembers(call.db, team.id),
        },
        ({ role, joined_at, team_role, ...user }) =>
          teamMemberObject(call, organization, { user, role, joinedAt: joined_at }, team_role),
      );
    },
  }),

  route('PUT /v1/orgs/{organizationId}/teams/{teamId}/members', {
    body: z.object({
      add: z.array(z.string()).default([]),
      memberships: z.record(z.string(), z.object({ role })).default({}),
      remove: z.array(z.string()).default([]),
    }),
    handle: (call) => {
      const { organization, team } = openManaged(call);
      const { add, memberships, remove } = call.body;
      const member = (field: string, user: string) => {
        const found = findMember(call.db, organization.id, user);
        if (!found) throw badRequest(`body.${field}: the organization has no member ${user}`);
        return found;
      };
      for (const user of add) putTeamMember(call.db, team.id, member('add', user));
      for (const [user, { role }] of Object.entries(memberships)) {
        putTeamMember(call.db, team.id, member('memberships', user), role);
      }
      // Last, because who is both added and removed is removed.
      for (const user of remove) removeTeamMember(call.db, team.id, member('remove', user));
      return Reply.noContent();
    },
  }),

  route('PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
    body: z.object({ role: role.optional() }).default({}),
    handle: (call) => {
      const { organization, team } = openManaged(call);
      const user = findMember(call.db, organization.id, call.params.userId);
      if (!user) throw notFound('Member');
      putTeamMember(call.db, team.id, user, call.body.role);
      return Reply.noContent();
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
    handle: (call) => {
      const { team } = openManaged(call);
      removeTeamMember(call.db, team.id, call.params.userId);
      return Reply.noContent();
    },
  }),
];

type TeamCall = Pick<Call, 'db' | 'user'> & { params: { organizationId: string; teamId: string } };

/** The team, when the caller may change who is in it: administrators and its owners. */
export function openManaged(call: TeamCall): {
  organization: OrganizationRow;
  team: TeamRow;
  role: Role | null;
} {
  const { row: organization, role } = openOrganization(call, call.params.organizationId);
  const team = teams.get(call.db, organization.id, call.params.teamId);
  if (!managesTeam(call, team, role)) {
    throw forbidden('This needs the role admin in the organization, or owner in the team');
  }
  return { organization, team, role };
}
