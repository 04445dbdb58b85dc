import { operations } from '../../../operations/index.ts';
import { compareRoles } from '../../runs/roles.ts';
import type { Steps } from '../workflow.ts';

/** One reason why a user has a role. */
export interface RoleSource {
  role: string | null;
  /** `space`, `collection` or `organization`. */
  on: string;
  title?: string;
  /** `own grant`, `team "…"`, `default level` or the role as a member. */
  through: string;
}

/** The grantees whose grants apply to a user. */
export interface Grantees {
  user: string;
  teams: readonly string[];
}

interface GrantTarget {
  kind: 'space' | 'collection';
  id: string;
  title: string;
}

/** An item of a list of permissions. */
export interface ListedGrant {
  permission?: string | null;
  role?: string | null;
  user?: { id: string; displayName?: string };
  team?: { id: string; title?: string };
}

/** The source of grants. */
export const PERMISSION_LISTS = [
  operations.listSpaceUserPermissions,
  operations.listSpaceTeamPermissions,
  operations.listCollectionUserPermissions,
  operations.listCollectionTeamPermissions,
];

const MAX_LISTED = 1000;

/** The grants of a user on one target: first the user's own, then those of teams, the highest first. */
export async function grantsOn(
  target: GrantTarget,
  grantees: Grantees,
  steps: Steps,
): Promise<RoleSource[]> {
  const [users, teams] =
    target.kind === 'space'
      ? await Promise.all([
          steps.list(operations.listSpaceUserPermissions, { spaceId: target.id }, MAX_LISTED),
          steps.list(operations.listSpaceTeamPermissions, { spaceId: target.id }, MAX_LISTED),
        ])
      : await Promise.all([
          steps.list(
            operations.listCollectionUserPermissions,
            { collectionId: target.id },
            MAX_LISTED,
          ),
          steps.list(
            operations.listCollectionTeamPermissions,
            { collectionId: target.id },
            MAX_LISTED,
          ),
        ]);
  const on = { on: target.kind, title: target.title };
  const own = (users as ListedGrant[])
    .filter(({ user }) => user?.id === grantees.user)
    .map((grant) => ({ role: roleOf(grant), ...on, through: 'own grant' }));
  const shared = (teams as ListedGrant[])
    .filter(({ team }) => team !== undefined && grantees.teams.includes(team.id))
    .map((grant) => ({
      role: roleOf(grant),
      ...on,
      through: `team ${JSON.stringify(grant.team?.title ?? grant.team?.id)}`,
    }))
    .sort((one, other) => compareRoles(one.role, other.role));
  return [...own, ...shared];
}

/** The role of a grant; null for one that denies access. */
export function roleOf({ permission, role }: ListedGrant): string | null {
  return permission ?? role ?? null;
}
