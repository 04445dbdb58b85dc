import { z } from 'zod';
import { givenRole, rolesOn } from '../auth/access.ts';
import { ROLES, type Role } from '../auth/roles.ts';
import type { User } from '../auth/schema.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { notFound } from '../errors.ts';
import { paging, roleOrGuest } from '../http/input.ts';
import { arrayPage, keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, type RouteText, route } from '../http/route.ts';
import { changeGrant, type Grant, type Grantee, grant, revoke } from '../organization/grants.ts';
import { MEMBERS, type MemberRow } from '../organization/members.ts';
import { teams } from '../organization/owned.ts';
import type { TeamRow } from '../organization/schema.ts';
import { findMember } from '../organization/teams.ts';
import { teamObject } from '../serializers/team.ts';
import { userObject } from '../serializers/user.ts';
import {
  collections,
  openList,
  type PermissionTarget,
  sites,
  spaces,
  type TargetKind,
} from './permission-targets.ts';

const invited = counted(MAX_NAMED, z.array(z.string()).min(1));

/** Roles of people and teams on one kind of target. A caller who grants access must have full access. */
function routesOf(kind: TargetKind): Route[] {
  const at = <M extends string>(method: M, rest = '') =>
    `${method} /v1${kind.path}/permissions${rest}` as RouteText;
  return [
    route(at('POST'), {
      profile: 'current',
      body: z
        .object({ users: invited.optional(), teams: invited.optional(), role: roleOrGuest })
        .refine(({ users, teams }) => users ?? teams, 'must name users or teams'),
      handle: (call) => {
        const { id: target, organization } = kind.open(call, 'admin');
        const { users = [], teams: groups = [], role } = call.body;
        for (const user of users) {
          const id = findMember(call.db, organization, user);
          if (id === undefined) throw notFound(`Member ${user}`);
          grant(call.db, { target, kind: 'user', id }, role);
        }
        for (const team of groups) {
          if (!teams.find(call.db, organization, team)) throw notFound(`Team ${team}`);
          grant(call.db, { target, kind: 'team', id: team }, role);
        }
        return HttpReply.noContent();
      },
    }),
    route(at('GET', '/users'), {
      profile: 'current',
      query: z.object(paging),
      handle: (call) => {
        const { id } = openList(call, kind);
        const from = `FROM content_role JOIN user ON user.id = content_role.user WHERE target = ?${roleCondition(kind)}`;
        return keysetPage<User & { role: Role | null }, object>(
          call,
          {
            select: `SELECT user.*, content_role.role ${from}`,
            values: [id],
            keys: ['user.id'],
            count: { select: `SELECT COUNT(*) AS total ${from}`, values: [id] },
          },
          ({ role, ...user }) => ({ permission: role, user: userObject(call, user) }),
        );
      },
    }),
    route(at('GET', '/teams'), {
      profile: 'current',
      query: z.object(paging),
      handle: (call) => {
        const { id, role: own } = openList(call, kind);
        const from = `FROM team_content_role JOIN team ON team.id = team_content_role.team WHERE target = ?${roleCondition(kind)}`;
        return keysetPage<TeamRow & { role: Role | null }, object>(
          call,
          {
            select: `SELECT team.*, team_content_role.role ${from}`,
            values: [id],
            keys: ['team.id'],
            count: { select: `SELECT COUNT(*) AS total ${from}`, values: [id] },
          },
          ({ role, ...team }) => ({ permission: role, team: teamObject(call, team, own) }),
        );
      },
    }),
    ...(['user', 'team'] as const).flatMap((grantee) => [
      route(at('PATCH', `/${grantee}s/{${grantee}Id}`), {
        profile: 'current',
        body: z.object({ role: kind.role.optional() }),
        handle: (call) => {
          changeGrant(call.db, grantOf(call, kind, grantee), call.body.role);
          return HttpReply.noContent();
        },
      }),
      route(at('DELETE', `/${grantee}s/{${grantee}Id}`), {
        profile: 'current',
        handle: (call) => HttpReply.deleted(revoke(call.db, grantOf(call, kind, grantee))),
      }),
    ]),
  ];
}

function roleCondition({ tellsNone }: TargetKind): string {
  return tellsNone ? '' : ' AND role IS NOT NULL';
}

function grantOf(call: Call, kind: TargetKind, grantee: Grantee): Grant {
  const { id: target } = kind.open(call, 'admin');
  return { target, kind: grantee, id: call.params[`${grantee}Id`] ?? '' };
}

/** Everybody with access to a target, and the resulting role from all grants. */
function aggregateRoute(kind: TargetKind): Route {
  return route(`GET /v1${kind.path}/permissions/aggregate` as RouteText, {
    profile: 'current',
    query: z.object({ ...paging, role: z.enum(ROLES).optional() }),
    handle: (call) => {
      const { role } = call.query;
      const all = permissionsOn(call, openList(call, kind));
      return arrayPage(
        call,
        all.filter(({ permission }) => permission && (!role || permission === role)),
        ({ member }) => [member.display_name, member.id],
        ({ permission, member }) => ({ permission, user: userObject(call, member) }),
      );
    },
  });
}

/** The same as for other targets, with the source of each permission. */
function siteAggregateRoute(): Route {
  return route('GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate', {
    profile: 'current',
    query: z.object({
      ...paging,
      role: z.enum([...ROLES, 'guest']).optional(),
      search: z.string().default(''),
      team: z.string().optional(),
      sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).default('joinedAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    handle: (call) => {
      const { role, search, team, sort, order } = call.query;
      const target = openList(call, sites);
      const newRole = role === 'guest' ? null : role;
      const inTeam = team === undefined ? undefined : membersOfTeam(call, target, team);
      const found = permissionsOn(call, target).filter(
        ({ permission, member }) =>
          (newRole === undefined ? permission !== null : permission === newRole) &&
          (inTeam?.has(member.id) ?? true) &&
          `${member.display_name}\n${member.email ?? ''}`
            .toLowerCase()
            .includes(search.toLowerCase()),
      );
      return arrayPage(
        call,
        found,
        // Activity is not recorded: the time of joining counts as the last activity.
        ({ member }) => [sort === 'name' ? member.display_name : member.joined_at, member.id],
        ({ permission, member }) => ({
          permission,
          user: userObject(call, member),
          origin: originOf(call, target, member),
          disabled: false,
        }),
        order === 'desc',
      );
    },
  });
}

function permissionsOn({ db }: Pick<Call, 'db'>, target: PermissionTarget) {
  const roleOf = rolesOn(db, target);
  return db.all<MemberRow>(MEMBERS, target.organization).map((member) => {
    return { member, permission: roleOf(member) };
  });
}

function membersOfTeam({ db }: Pick<Call, 'db'>, { organization }: PermissionTarget, id: string) {
  const team = teams.find(db, organization, id);
  const sql = 'SELECT user FROM team_member WHERE team = ?';
  return new Set(db.all<{ user: string }>(sql, team?.id ?? '').map(({ user }) => user));
}

/** The source of a member's permission: administrators always have theirs from the organization. */
function originOf(
  { db }: Pick<Call, 'db'>,
  { id: site, organization }: PermissionTarget,
  member: MemberRow,
) {
  const granted = member.role === 'admin' ? undefined : givenRole(db, site, member.id);
  if (!granted) return { type: 'organization' as const, organization };
  const reason = granted.team === undefined ? 'member' : 'team';
  return { type: 'site' as const, site, reason, ...(granted.team && { team: granted.team }) };
}

export const permissionRoutes: readonly Route[] = [
  ...[spaces, collections, sites].flatMap(routesOf),
  ...[spaces, collections].map(aggregateRoute),
  siteAggregateRoute(),
];
