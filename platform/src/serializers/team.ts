import { collectionsIn, placeOf, placeOfSite, rolesOf, type Target } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { User } from '../auth/schema.ts';
import type { OrganizationRow, TeamRole, TeamRow } from '../organization/schema.ts';
import {
  countTeamMembers,
  countTeamSpaces,
  countTeams,
  managesTeam,
} from '../organization/teams.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { step } from '../workers/computed.ts';
import { userObject } from './user.ts';

/** A user with a role in the organization. */
export interface Membership {
  user: User;
  role: Role | null;
  joinedAt: string;
}

/** `role` is the caller's in the organization. */
export function teamObject(context: Context, row: TeamRow, role: Role | null) {
  return {
    object: 'team' as const,
    id: row.id,
    title: row.title,
    members: countTeamMembers(context.db, row.id),
    spaces: countTeamSpaces(context.db, row.id),
    createdAt: row.created_at,
    permissions: { admin: managesTeam(context, row, role), view: allows(role, 'read') },
  };
}

export function teamMemberObject(
  context: Context,
  organization: OrganizationRow,
  membership: Membership,
  role: TeamRole,
  contentOf = readableContent(context.db, organization.id),
) {
  return {
    organization: memberObject(context, organization, membership, contentOf),
    team: { role },
    permissions: { view: true },
  };
}

/** A user as a member of the organization. */
export function memberObject(
  context: Context,
  organization: OrganizationRow,
  { user, role, joinedAt }: Membership,
  contentOf = readableContent(context.db, organization.id),
) {
  const { db } = context;
  const { spaces, sites } = contentOf(user);
  return {
    object: 'member' as const,
    id: user.id,
    role,
    user: userObject(context, user),
    disabled: false,
    joinedAt,
    sso: organization.sso === 1,
    spaces,
    teams: countTeams(db, organization.id, user.id),
    sites,
  };
}

/** Counts what users may read. Whatever is the same for all is read once, and others get turns between users. */
export function readableContent(db: Database, organization: string) {
  const collections = collectionsIn(db, organization);
  const spaces = db
    .all<SpaceRow>(
      'SELECT * FROM space WHERE organization = ? AND deleted_at IS NULL',
      organization,
    )
    .map(placeOf);
  const sites = db
    .all<{ id: string }>('SELECT id FROM site WHERE organization = ?', organization)
    .map(({ id }) => placeOfSite({ id, organization }));
  return (user: User) =>
    step(`content of ${user.id} in ${organization}`, () => {
      const roleOn = rolesOf({ db, user }, organization, collections);
      const readable = (targets: readonly Target[]) =>
        targets.filter((target) => roleOn(target) !== null).length;
      return { spaces: readable(spaces), sites: readable(sites) };
    });
}
