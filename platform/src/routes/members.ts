import { z } from 'zod';
import { membership, openOrganization, readableSpaces } from '../auth/access.ts';
import { ROLES } from '../auth/roles.ts';
import { paging, roleOrGuest } from '../http/input.ts';
import { arrayPage, keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { MEMBERS, type MemberRow, memberOf, membershipOf } from '../organization/members.ts';
import { removeMember, setRole } from '../organization/membership.ts';
import type { TeamRole, TeamRow } from '../organization/schema.ts';
import { spaceObject } from '../serializers/space.ts';
import { memberObject, readableContent, teamObject } from '../serializers/team.ts';

const MEMBER = '/v1/orgs/{organizationId}/members/{userId}';

/** The last activity is not stored: it equals the time of joining. */
const ORDERS = {
  joinedAt: 'member.joined_at',
  lastSeenAt: 'member.joined_at',
  name: 'user.display_name',
};

const order = z.enum(['asc', 'desc']).default('asc');

export const memberRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/members', {
    profile: 'current',
    query: z.object({
      ...paging,
      order,
      role: z.enum([...ROLES, 'guest']).optional(),
      search: z.string().default(''),
      sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).default('joinedAt'),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'read');
      const { role, search, sort, order } = call.query;
      const found = call.db
        .all<MemberRow>(MEMBERS, row.id)
        .filter((member) => role === undefined || (member.role ?? 'guest') === role)
        .filter(({ display_name: name, email }) => isIn(search, name) || isIn(search, email));
      const contentOf = readableContent(call.db, row.id);
      return keysetPage<MemberRow, object>(
        call,
        {
          select: `${MEMBERS} AND user.id IN (SELECT value FROM json_each(?))`,
          values: [row.id, JSON.stringify(found.map(({ id }) => id))],
          keys: [ORDERS[sort], 'user.id'],
          descending: order === 'desc',
          count: found.length,
        },
        (member) => memberObject(call, row, membershipOf(member), contentOf),
      );
    },
  }),

  route(`GET ${MEMBER}`, {
    profile: 'current',
    handle: (call) => {
      const { organization, member } = open(call);
      return memberObject(call, organization, membershipOf(member));
    },
  }),

  route(`GET ${MEMBER}/teams`, {
    profile: 'current',
    query: z.object({ ...paging, title: z.string().default('') }),
    handle: (call) => {
      const { organization, role, member } = open(call);
      const all = call.db
        .all<TeamRow & { member_role: TeamRole }>(
          `SELECT team.*, team_member.role AS member_role FROM team
             JOIN team_member ON team_member.team = team.id
           WHERE team.organization = ? AND team_member.user = ?`,
          organization.id,
          member.id,
        )
        .filter(({ title }) => isIn(call.query.title, title));
      return arrayPage(
        call,
        all,
        ({ created_at, id }) => [created_at, id],
        ({ member_role, ...team }) => ({
          team: teamObject(call, team, role),
          member: { role: member_role },
        }),
      );
    },
  }),

  route(`GET ${MEMBER}/spaces`, {
    profile: 'current',
    query: z.object({ ...paging, order }),
    handle: (call) => {
      const { organization, member } = open(call);
      const theirs = new Map(
        readableSpaces({ db: call.db, user: member }, organization.id).map(({ row, role }) => [
          row.id,
          role,
        ]),
      );
      // Content hidden from the caller stays hidden.
      const both = readableSpaces(call, organization.id).filter(({ row }) => theirs.has(row.id));
      return arrayPage(
        call,
        both,
        ({ row }) => [row.position, row.id],
        (space) => ({ permission: theirs.get(space.row.id), space: spaceObject(call, space) }),
        call.query.order === 'desc',
      );
    },
  }),

  route(`PATCH ${MEMBER}`, {
    profile: 'current',
    body: z.object({ role: roleOrGuest.optional() }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const member = memberOf(call.db, row.id, call.params.userId);
      const { role = member.role } = call.body;
      if (role !== member.role) setRole(call.db, row.id, member.id, role);
      return memberObject(call, row, membershipOf({ ...member, role }));
    },
  }),

  route(`DELETE ${MEMBER}`, {
    profile: 'current',
    handle: (call) => {
      const { organizationId, userId } = call.params;
      // Everybody may leave an organization.
      const { row } = openOrganization(
        call,
        organizationId,
        userId === call.user.id ? undefined : 'admin',
      );
      const wasThere = membership(call.db, row.id, userId) !== undefined;
      if (wasThere) removeMember(call.db, row.id, userId);
      return HttpReply.deleted(wasThere);
    },
  }),
];

function open(
  call: Pick<Call, 'db' | 'user'> & { params: { organizationId: string; userId: string } },
) {
  const { row, role } = openOrganization(call, call.params.organizationId, 'read');
  return { organization: row, role, member: memberOf(call.db, row.id, call.params.userId) };
}

/** Whether a text contains the words, regardless of case and accents. */
function isIn(words: string, text: string | null): boolean {
  return text?.toLocaleLowerCase('en').includes(words.toLocaleLowerCase('en')) ?? false;
}
