import { z } from 'zod';
import { givenRole } from '../../auth/access.ts';
import { ROLES } from '../../auth/roles.ts';
import { paging } from '../../http/input.ts';
import { arrayPage } from '../../http/pagination.ts';
import { type Call, type Route, type RouteText, route } from '../../http/route.ts';
import { MEMBERS, type MemberRow } from '../../organization/members.ts';
import { teams } from '../../organization/owned.ts';
import { userObject } from '../../views/user.ts';
import {
  collections,
  openList,
  sites,
  spaces,
  type Target,
  type TargetKind,
} from './permission-targets.ts';

/** Everybody who can do something on a target, with what that is: all grants taken together. */
function aggregateRoute(kind: TargetKind): Route {
  return route(`GET /v1${kind.path}/permissions/aggregate` as RouteText, {
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

/** As for other targets; tells besides where each permission comes from. */
function siteAggregateRoute(): Route {
  return route('GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate', {
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
      const wanted = role === 'guest' ? null : role;
      const inTeam = team === undefined ? undefined : membersOfTeam(call, target, team);
      const found = permissionsOn(call, target).filter(
        ({ permission, member }) =>
          (wanted === undefined ? permission !== null : permission === wanted) &&
          (inTeam?.has(member.id) ?? true) &&
          `${member.display_name}\n${member.email ?? ''}`
            .toLowerCase()
            .includes(search.toLowerCase()),
      );
      return arrayPage(
        call,
        found,
        // Nobody is seen: who joined last counts as seen last.
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

function permissionsOn({ db }: Pick<Call, 'db'>, { organization, roleOf }: Target) {
  return db.all<MemberRow>(MEMBERS, organization).map((member) => {
    return { member, permission: roleOf({ db, user: member }) };
  });
}

function membersOfTeam({ db }: Pick<Call, 'db'>, { organization }: Target, id: string) {
  const team = teams.find(db, organization, id);
  const sql = 'SELECT user FROM team_member WHERE team = ?';
  return new Set(db.all<{ user: string }>(sql, team?.id ?? '').map(({ user }) => user));
}

/** What gave a member the permission: administrators have theirs from the organization whatever the site says. */
function originOf({ db }: Pick<Call, 'db'>, { id: site, organization }: Target, member: MemberRow) {
  const given = member.role === 'admin' ? undefined : givenRole(db, site, member.id);
  if (!given) return { type: 'organization' as const, organization };
  const reason = given.team === undefined ? 'member' : 'team';
  return { type: 'site' as const, site, reason, ...(given.team && { team: given.team }) };
}

export const permissionAggregateRoutes: readonly Route[] = [
  ...[spaces, collections].map(aggregateRoute),
  siteAggregateRoute(),
];
