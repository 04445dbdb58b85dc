import { readableSpaces } from '../auth/access.ts';
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
import { readableSites } from '../sites/sites.ts';
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
) {
  return {
    organization: memberObject(context, organization, membership),
    team: { role },
    permissions: { view: true },
  };
}

/** A user as a member of the organization. */
export function memberObject(
  context: Context,
  organization: OrganizationRow,
  { user, role, joinedAt }: Membership,
) {
  const { db } = context;
  return {
    object: 'member' as const,
    id: user.id,
    role,
    user: userObject(context, user),
    disabled: false,
    joinedAt,
    sso: organization.sso === 1,
    spaces: readableSpaces({ db, user }, organization.id).length,
    teams: countTeams(db, organization.id, user.id),
    sites: readableSites({ db, user }, organization.id).length,
  };
}
