import { z } from 'zod';
import { membership, openOrganization } from '../auth/access.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { User } from '../auth/schema.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { badRequest, forbidden, notFound } from '../errors.ts';
import { paging } from '../http/input.ts';
import { arrayPage, keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { teams } from '../organization/owned.ts';
import {
  type OrganizationRow,
  TEAM_ROLES,
  type TeamRole,
  type TeamRow,
} from '../organization/schema.ts';
import {
  countTeamMembers,
  deleteTeam,
  findMember,
  managesTeam,
  putTeamMember,
  removeTeamMember,
} from '../organization/teams.ts';
import { location } from '../serializers/context.ts';
import { readableContent, teamMemberObject, teamObject } from '../serializers/team.ts';
import { actorOf } from './shared.ts';

type TeamMemberRow = User & { role: Role | null; joined_at: string; team_role: TeamRole };

const role = z.enum(TEAM_ROLES);

const TEAMS = '/v1/orgs/{organizationId}/teams';

const title = z.string().min(1).max(64);

const people = counted(MAX_NAMED, z.array(z.string()));

export const teamRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/teams/{teamId}/members', {
    query: z.object(paging),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'read');
      const team = teams.get(call.db, organization.id, call.params.teamId);
      const contentOf = readableContent(call.db, organization.id);
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
          teamMemberObject(
            call,
            organization,
            { user, role, joinedAt: joined_at },
            team_role,
            contentOf,
          ),
      );
    },
  }),

  route('PUT /v1/orgs/{organizationId}/teams/{teamId}/members', {
    body: z.object({
      add: people.default([]),
      memberships: counted(MAX_NAMED, z.record(z.string(), z.object({ role }))).default({}),
      remove: people.default([]),
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
      // Last, because a user who is both added and removed is removed.
      for (const user of remove) removeTeamMember(call.db, team.id, member('remove', user));
      return HttpReply.noContent();
    },
  }),

  route('PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
    body: z.object({ role: role.optional() }).default({}),
    handle: (call) => {
      const { organization, team } = openManaged(call);
      const user = findMember(call.db, organization.id, call.params.userId);
      if (!user) throw notFound('Member');
      putTeamMember(call.db, team.id, user, call.body.role);
      return HttpReply.noContent();
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', {
    handle: (call) => {
      const { team } = openManaged(call);
      removeTeamMember(call.db, team.id, call.params.userId);
      return HttpReply.noContent();
    },
  }),

  route(`GET ${TEAMS}`, {
    profile: 'current',
    query: z.object({ ...paging, owner: z.string().optional(), title: z.string().default('') }),
    handle: (call) => {
      const { db } = call;
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      const { owner, title } = call.query;
      const isManaged = (team: TeamRow, id: string) =>
        managesTeam({ db, user: { id } }, team, membership(db, row.id, id)?.role ?? null);
      const found = teams
        .all(db, row.id)
        .filter((team) => team.title.toLowerCase().includes(title.toLowerCase()))
        .filter((team) => owner === undefined || isManaged(team, owner));
      return arrayPage(
        call,
        found,
        (team) => [team.created_at, team.id],
        (team) => teamObject(call, team, role),
      );
    },
  }),

  route(`PUT ${TEAMS}`, {
    profile: 'current',
    body: z.object({ title, members: people.default([]) }),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const { newId, at } = actorOf(call);
      const { title, members } = call.body;
      const team = { id: newId(), organization: row.id, title, created_at: at };
      teams.insert(call.db, team);
      for (const member of members) {
        const user = findMember(call.db, row.id, member);
        if (!user) throw badRequest(`body.members: the organization has no member ${member}`);
        putTeamMember(call.db, team.id, user);
      }
      const address = location(call, `/orgs/${row.id}/teams/${team.id}`);
      return HttpReply.created(teamObject(call, team, role), address);
    },
  }),

  route(`GET ${TEAMS}/{teamId}`, {
    profile: 'current',
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      return teamObject(call, teams.get(call.db, row.id, call.params.teamId), role);
    },
  }),

  route(`PATCH ${TEAMS}/{teamId}`, {
    profile: 'current',
    body: z.object({ title }),
    handle: (call) => {
      const { team, role } = openManaged(call);
      teams.update(call.db, team.id, call.body);
      return teamObject(call, { ...team, ...call.body }, role);
    },
  }),

  route(`DELETE ${TEAMS}/{teamId}`, {
    profile: 'current',
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId);
      // A caller who may not manage teams in general has to be an owner of this one, which must then exist.
      const wasThere = teams.find(call.db, row.id, call.params.teamId) !== undefined;
      if (wasThere || !allows(role, 'admin')) deleteTeam(call.db, openManaged(call).team.id);
      return HttpReply.deleted(wasThere);
    },
  }),
];

type TeamCall = Pick<Call, 'db' | 'user'> & { params: { organizationId: string; teamId: string } };

/** The team, when the caller may change who is in it: administrators and its owners. */
function openManaged(call: TeamCall): {
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
