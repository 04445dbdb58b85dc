import { z } from 'zod';
import { type Operation, operations } from '../../operations/index.ts';
import { SpaceId, UserId } from '../../operations/params.ts';
import { compareRoles, ROLE_RIGHTS } from '../runs/roles.ts';
import {
  type Grantees,
  grantsOn,
  type ListedGrant,
  PERMISSION_LISTS,
  type RoleSource,
  roleOf,
} from './access/grants.ts';
import { LEGACY_ACCESS, legacyAccess, legacyAccessOfAll } from './access/legacy.ts';
import { type Steps, workflow } from './workflow.ts';

const MAX_LISTED = 1000;

/** Maximum nesting depth of collections that are examined. */
const MAX_COLLECTIONS = 20;

const CURRENT: readonly Operation[] = [
  operations.getSpace,
  operations.getMember,
  operations.listMemberTeams,
  operations.getCollection,
  operations.listSpacePermissions,
  ...PERMISSION_LISTS,
];

/** What one user may do in one space, and why. */
export const explainAccess = workflow({
  name: 'explain_access',
  title: 'Explain access',
  summary:
    'Explain what a user may do in a space and why: grant to them or a team, default level, organization role. The legacy API lists no grants. Without `userId`: what everybody may do.',
  tasks: [
    'who may edit a space',
    'what may this user do in a space',
    'why can somebody not edit this space',
    'why can a person not write here',
    'why can somebody not edit',
    'explain the rights of a person',
    'check the access of a user',
    'through which grant does somebody have access',
    'effective permissions of a user',
    'why can she not see the space',
    'what can he do here',
    'what may one person do in a space',
    'rights of one person',
    'why does a person have no edit rights',
    'which role does a member have in a space and why',
    'may Anna edit a space',
    'why is a person not allowed to edit',
    'who gave somebody this role',
  ],
  toolset: 'permissions',
  effect: 'read',
  byDefault: false,
  calls: [],
  mayCall: [...CURRENT, ...LEGACY_ACCESS],
  input: { spaceId: SpaceId, userId: UserId.optional() },
  output: z.looseObject({ role: z.string().nullable().optional() }),
  async work({ spaceId, userId }, steps) {
    const isLegacy = (await steps.service()) === 'contract';
    if (userId === undefined) {
      return isLegacy ? legacyAccessOfAll(spaceId, steps) : accessOfAll(spaceId, steps);
    }
    if (isLegacy) return legacyAccess(spaceId, userId, steps);
    const space = await steps.send(operations.getSpace, { spaceId });
    const of = { organizationId: space.organization, userId };
    const [member, teams] = await Promise.all([
      steps.send(operations.getMember, of),
      steps.list(operations.listMemberTeams, of, MAX_LISTED),
    ]);
    const grantees: Grantees = {
      user: userId,
      teams: teams.flatMap(({ team }) => (team as { id?: string } | undefined)?.id ?? []),
    };
    const grants = await grantsOn(
      { kind: 'space', id: spaceId, title: space.title },
      grantees,
      steps,
    );
    grants.push(...levelOf(space, 'space', space.title));
    const lookedAt = [`space ${JSON.stringify(space.title)}`];
    let above = space.parent;
    for (let count = 0; above !== undefined && count < MAX_COLLECTIONS; count += 1) {
      const collection = await steps.send(operations.getCollection, { collectionId: above });
      const { id, title } = collection;
      grants.push(...(await grantsOn({ kind: 'collection', id, title }, grantees, steps)));
      grants.push(...levelOf(collection, 'collection', title));
      lookedAt.push(`collection ${JSON.stringify(title)}`);
      above = collection.parent;
    }
    const own = (member as { role?: string | null }).role ?? null;
    const organization = { role: own, on: 'organization', through: 'role as a member' };
    const all = [...grants, organization];
    const deciding = own === 'admin' ? organization : (all[0] ?? organization);
    const { user } = member;
    return {
      user: { id: userId, displayName: user.displayName, email: user.email },
      space: { id: spaceId, title: space.title },
      role: deciding.role,
      may: ROLE_RIGHTS[deciding.role ?? 'none'] ?? 'see the platform for this role',
      ...(deciding.role !== null && { through: deciding }),
      others: all.filter((grant) => grant !== deciding),
      lookedAt: [...lookedAt, 'organization'],
      ...(member.disabled === true && { warning: 'This member is disabled and cannot sign in.' }),
      rule: 'An organization administrator stays one. Otherwise the nearest grant decides: on the space, then collection by collection, then in the organization; a grant to the user before those of teams, of which the greatest counts.',
    };
  },
});

/** The effective role of everybody who may do anything in a space, the highest first. */
async function accessOfAll(spaceId: string, steps: Steps) {
  const [{ title }, listed] = await Promise.all([
    steps.send(operations.getSpace, { spaceId }),
    steps.list(operations.listSpacePermissions, { spaceId }, MAX_LISTED),
  ]);
  const people = (listed as ListedGrant[])
    .map((grant) => ({
      id: grant.user?.id,
      displayName: grant.user?.displayName,
      role: roleOf(grant),
    }))
    .sort((one, other) => compareRoles(one.role, other.role));
  const roles = new Set(people.map(({ role }) => role ?? 'none'));
  return {
    space: { id: spaceId, title },
    people,
    may: Object.fromEntries([...roles].map((role) => [role, ROLE_RIGHTS[role]])),
  };
}

/** The default level of all members on a target, unless it is inherited. */
function levelOf(place: object, on: string, title: string): RoleSource[] {
  const { defaultLevel } = place as { defaultLevel?: string };
  if (defaultLevel === undefined || defaultLevel === 'inherit') return [];
  return [{ role: defaultLevel, on, title, through: 'default level' }];
}
