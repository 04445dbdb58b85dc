import { z } from 'zod';
import type { Role } from '../../auth/roles.ts';
import type { User } from '../../auth/users.ts';
import { notFound } from '../../errors.ts';
import { paging, roleOrGuest } from '../../http/input.ts';
import { keysetPage } from '../../http/pagination.ts';
import { Reply } from '../../http/reply.ts';
import { type Call, type Route, type RouteText, route } from '../../http/route.ts';
import { changeGrant, type Grant, type Grantee, grant, revoke } from '../../organization/grants.ts';
import { teams } from '../../organization/owned.ts';
import type { TeamRow } from '../../organization/schema.ts';
import { findMember } from '../../organization/teams.ts';
import { teamObject } from '../../views/team.ts';
import { userObject } from '../../views/user.ts';
import { collections, openList, sites, spaces, type TargetKind } from './permission-targets.ts';

const invited = z.array(z.string()).min(1);

/** Roles of people and teams on one kind of targets. Who gives access away must have all of it. */
function routesOf(kind: TargetKind): Route[] {
  const at = <M extends string>(method: M, rest = '') =>
    `${method} /v1${kind.path}/permissions${rest}` as RouteText;
  return [
    route(at('POST'), {
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
        return Reply.noContent();
      },
    }),
    route(at('GET', '/users'), {
      query: z.object(paging),
      handle: (call) => {
        const { id } = openList(call, kind);
        const from = `FROM content_role JOIN user ON user.id = content_role.user WHERE target = ?${toldBy(kind)}`;
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
      query: z.object(paging),
      handle: (call) => {
        const { id, role: own } = openList(call, kind);
        const from = `FROM team_content_role JOIN team ON team.id = team_content_role.team WHERE target = ?${toldBy(kind)}`;
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
        body: z.object({ role: kind.role.optional() }),
        handle: (call) => {
          changeGrant(call.db, grantOf(call, kind, grantee), call.body.role);
          return Reply.noContent();
        },
      }),
      route(at('DELETE', `/${grantee}s/{${grantee}Id}`), {
        handle: (call) => Reply.deleted(revoke(call.db, grantOf(call, kind, grantee))),
      }),
    ]),
  ];
}

function toldBy({ tellsNone }: TargetKind): string {
  return tellsNone ? '' : ' AND role IS NOT NULL';
}

function grantOf(call: Call, kind: TargetKind, grantee: Grantee): Grant {
  const { id: target } = kind.open(call, 'admin');
  return { target, kind: grantee, id: call.params[`${grantee}Id`] ?? '' };
}

export const permissionRoutes: readonly Route[] = [spaces, collections, sites].flatMap(routesOf);
