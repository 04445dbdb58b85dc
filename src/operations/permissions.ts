import { z } from 'zod';
import type { Lifetime } from './api-versions.ts';
import { whenAny, whenLowered, whenNull, whenSomebodyLowered } from './confirm.ts';
import { type Operation, type RouteTemplate, toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent, object, texts, User } from './outputs/common.ts';
import { onDemand, paging, Role } from './params.ts';
import { atLeastOneOf } from './rules.ts';

const operation = toolset('permissions', {}, { service: 'current' });

const UserPermission = z.looseObject({ ...texts('permission'), user: User.optional() });
const TeamPermission = z.looseObject({ ...texts('permission'), team: object });

/** The targets of permissions: their paths, and since when permissions on them can be granted individually. */
interface PermissionTarget<Name extends string> {
  name: Name;
  path: string;
  lifetime?: Lifetime;
  /** Whether a role can be null, which denies access but keeps the grant. */
  nullable?: boolean;
}

const role = Role.nullable();

const filter = { ...paging, role: Role.optional() };

/** The keys of the operations on one kind of target. */
type PermissionKey<Name extends string, Kind extends string = 'Team' | 'User'> =
  | `inviteTo${Name}`
  | `list${Name}Permissions`
  | `list${Name}${Kind}Permissions`
  | `update${Name}${Kind}Permission`
  | `remove${Kind}From${Name}`;

const KINDS = [
  { kind: 'team', Kind: 'Team', noun: 'team', id: 'teamId', item: TeamPermission },
  { kind: 'user', Kind: 'User', noun: 'person', id: 'userId', item: UserPermission },
] as const;

/** A target with its name in the form of ids, and routes under its path. */
interface Target extends Required<PermissionTarget<string>> {
  Name: string;
  route: (method: string, rest?: string) => RouteTemplate;
}

/** The roles of users and teams on one kind of target: the same eight operations for each. */
function permissionsOf<Name extends string>(
  given: PermissionTarget<Name>,
): Record<PermissionKey<Capitalize<Name>>, Operation> {
  const Name = `${given.name.charAt(0).toUpperCase()}${given.name.slice(1)}`;
  const route = (method: string, rest = '') =>
    `${method} /v1${given.path}/permissions${rest}` as RouteTemplate;
  const target: Target = { lifetime: {}, nullable: true, ...given, Name, route };
  const aggregate = listAll(target);
  const lists = KINDS.map((kind) => ({ kind, list: listOfKind(target, kind) }));
  const ofKinds = lists.flatMap(({ kind, list }) => [
    [`list${Name}${kind.Kind}Permissions`, list],
    [`update${Name}${kind.Kind}Permission`, updateRole(target, kind, { list, aggregate })],
    [`remove${kind.Kind}From${Name}`, removeRole(target, kind)],
  ]);
  return Object.fromEntries([
    [`inviteTo${Name}`, invite(target, { lists, aggregate })],
    [`list${Name}Permissions`, aggregate],
    ...ofKinds,
  ]) as Record<PermissionKey<Capitalize<Name>>, Operation>;
}

type Kind = (typeof KINDS)[number];

function listOfKind({ name, Name, lifetime, route }: Target, { kind, Kind, noun, item }: Kind) {
  return operation({
    ...lifetime,
    id: `list${Kind}PermissionsIn${Name}`,
    tool: `list_${name}_${kind}_permissions`,
    summary: `List the roles of ${kind}s in a ${name}.`,
    tasks: [
      `each ${noun} that was given access to a ${name}`,
      `which ${kind}s may write in a ${name}`,
    ],
    route: route('GET', `/${kind}s`),
    effect: 'read',
    locatedBy: 'no-space',
    query: paging,
    output: listOf(item),
  });
}

function listAll({ name, Name, route }: Target) {
  return operation({
    id: `listPermissionsAggregateIn${Name}`,
    tool: `list_${name}_permissions`,
    summary: `List who can do what in a ${name}, by all grants; explain_access says why.`,
    tasks: [
      `list everybody with access to a ${name}`,
      `who may read this ${name}`,
      `who has access to a ${name}`,
      `everybody who can edit a ${name}`,
      `permissions of a ${name}`,
    ],
    route: route('GET', '/aggregate'),
    effect: 'read',
    locatedBy: 'no-space',
    query: filter,
    output: listOf(UserPermission),
  });
}

function invite(
  { name, Name, lifetime, route }: Target,
  { lists, aggregate }: { lists: { kind: Kind; list: Operation }[]; aggregate: Operation },
) {
  return operation({
    ...lifetime,
    id: `inviteTo${Name}`,
    tool: `invite_to_${name}`,
    summary: `Give users or teams a role in a ${name}.`,
    tasks: [
      `give a team write access to a ${name}`,
      `give a person access to a ${name}`,
      `let somebody edit a ${name}`,
      `let somebody manage a ${name}`,
      `make somebody an editor of a ${name}`,
      `grant a role in a ${name}`,
      `allow a team to write in a ${name}`,
      `share a ${name} with a team`,
    ],
    route: route('POST'),
    effect: 'update',
    confirm: whenAny(
      whenNull('Without a role, they lose the access that they have.', 'role'),
      whenSomebodyLowered,
    ),
    body: {
      users: z.array(idOf('user')).min(1).optional().meta(onDemand('user ids, from list_members')),
      teams: z.array(idOf('team')).min(1).optional().meta(onDemand('team ids, from list_teams')),
      role,
    },
    check: atLeastOneOf('users', 'teams'),
    readBack: (args) => [
      ...lists.flatMap(({ kind: { kind }, list }) =>
        args[`${kind}s`] ? [{ from: list, args }] : [],
      ),
      { from: aggregate, args, effective: 'shown' as const },
    ],
    output: NoContent,
  });
}

function updateRole(
  { name, Name, lifetime, nullable, route }: Target,
  { kind, Kind, noun, id }: Kind,
  { list, aggregate }: { list: Operation; aggregate: Operation },
) {
  return operation({
    ...lifetime,
    id: `update${Kind}PermissionIn${Name}`,
    tool: `update_${name}_${kind}_permission`,
    summary: `Change the role of a ${kind} in a ${name}.`,
    tasks: [
      `change what a ${noun} may do in a ${name}`,
      `make a ${noun} read only in a ${name}`,
      `make a ${noun} reviewer of a ${name}`,
    ],
    route: route('PATCH', `/${kind}s/{${id}}`),
    effect: 'update',
    confirm: whenLowered(`Without a role the ${kind} loses access.`),
    body: { role: (nullable ? role : Role).optional() },
    readBack: (args) => [
      { from: list, args },
      { from: aggregate, args, effective: 'compared' as const },
    ],
    output: NoContent,
  });
}

function removeRole({ name, Name, lifetime, route }: Target, { kind, Kind, noun, id }: Kind) {
  return operation({
    ...lifetime,
    id: `remove${Kind}From${Name}`,
    tool: `remove_${kind}_from_${name}`,
    summary: `Revoke the role of a ${kind} in a ${name}.`,
    tasks: [
      `take a ${noun} out of a ${name}`,
      `a ${noun} must not see this ${name} any more`,
      `revoke the access of a ${noun} to a ${name}`,
    ],
    route: route('DELETE', `/${kind}s/{${id}}`),
    effect: 'delete',
    output: NoContent,
  });
}

export const permissions = {
  ...permissionsOf({ name: 'space', path: '/spaces/{spaceId}' }),
  ...permissionsOf({ name: 'collection', path: '/collections/{collectionId}' }),
  ...permissionsOf({
    name: 'site',
    path: '/orgs/{organizationId}/sites/{siteId}',
    lifetime: { since: '0.167.0' },
    nullable: false,
  }),
};
