import { forbidden, notFound } from '../errors.ts';
import type { AccessLevel, CollectionRow, OrganizationRow } from '../organization/schema.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import type { UserContext } from './context.ts';
import { allows, greatest, type Role } from './roles.ts';

/** An object that the caller may see, with the caller's role on it. */
export interface Accessed<T> {
  row: T;
  role: Role | null;
}

/** The organization if the caller belongs to it; 404 otherwise, 403 if the role does not suffice. */
export function openOrganization(
  caller: UserContext,
  id: string,
  needed?: Role,
): Accessed<OrganizationRow> {
  const row = caller.db.get<OrganizationRow>('SELECT * FROM organization WHERE id = ?', id);
  const member = row && membership(caller.db, id, caller.user.id);
  if (!row || !member) throw notFound('Organization');
  return permitted({ row, role: member.role }, needed, 'organization');
}

/** The collection if the caller may read it; 404 otherwise. */
export function openCollection(
  caller: UserContext,
  id: string,
  needed?: Role,
): Accessed<CollectionRow> {
  const row = caller.db.get<CollectionRow>('SELECT * FROM collection WHERE id = ?', id);
  const role = row ? collectionRole(caller, row) : null;
  if (!row || !role) throw notFound('Collection');
  return permitted({ row, role }, needed, 'collection');
}

/** The space if the caller may read it; 404 otherwise. */
export function openSpace(caller: UserContext, id: string, needed?: Role): Accessed<SpaceRow> {
  const row = caller.db.get<SpaceRow>(
    'SELECT * FROM space WHERE id = ? AND deleted_at IS NULL',
    id,
  );
  const role = row ? spaceRole(caller, row) : null;
  if (!row || !role) throw notFound('Space');
  return permitted({ row, role }, needed, 'space');
}

/** All spaces of an organization that the caller may read. */
export function readableSpaces(caller: UserContext, organization: string): Accessed<SpaceRow>[] {
  return caller.db
    .all<SpaceRow>(
      'SELECT * FROM space WHERE organization = ? AND deleted_at IS NULL ORDER BY position, id',
      organization,
    )
    .map((row) => ({ row, role: spaceRole(caller, row) }))
    .filter(({ role }) => role !== null);
}

export function collectionRole(caller: UserContext, row: CollectionRow): Role | null {
  return inheritedRole(caller, row.organization, row.id, row.default_level, row.parent);
}

export function spaceRole(caller: UserContext, row: SpaceRow): Role | null {
  return inheritedRole(caller, row.organization, row.id, row.default_level, row.collection);
}

/** Sites belong to no collection and have no access level. */
export function siteRole(
  caller: UserContext,
  site: { id: string; organization: string },
): Role | null {
  return inheritedRole(caller, site.organization, site.id, 'inherit', null);
}

/** The role granted to a user on a target: the user's own, else the strongest of the user's teams. */
export function givenRole(
  db: Database,
  target: string,
  user: string,
): { role: Role | null; team?: string } | undefined {
  const own = db.get<{ role: Role | null }>(
    'SELECT role FROM content_role WHERE target = ? AND user = ?',
    target,
    user,
  );
  if (own) return own;
  const shared = db.all<{ role: Role | null; team: string }>(
    `SELECT team_content_role.role, team FROM team_content_role JOIN team_member USING (team)
     WHERE target = ? AND user = ? ORDER BY team`,
    target,
    user,
  );
  const role = greatest(shared.map((grant) => grant.role));
  return shared.find((grant) => grant.role === role);
}

/**
 * The role that is set nearest to the content, on the way up to its organization: the caller's own role there, or that
 * of the caller's teams, else its default level (which does not apply to guests), else the role in the organization.
 * Administrators keep theirs.
 */
function inheritedRole(
  { db, user }: UserContext,
  organization: string,
  target: string,
  level: AccessLevel,
  parent: string | null,
): Role | null {
  const member = membership(db, organization, user.id);
  if (!member) return null;
  if (member.role === 'admin') return 'admin';
  const granted = givenRole(db, target, user.id);
  if (granted) return granted.role;
  if (level !== 'inherit') return member.role === null ? null : level;
  const above = parent
    ? db.get<CollectionRow>('SELECT * FROM collection WHERE id = ?', parent)
    : undefined;
  if (!above) return member.role;
  return inheritedRole({ db, user }, organization, above.id, above.default_level, above.parent);
}

/** The user's membership in the organization, if any. A role of null means guest. */
export function membership(db: Database, organization: string, user: string) {
  return db.get<{ role: Role | null }>(
    'SELECT role FROM member WHERE organization = ? AND user = ?',
    organization,
    user,
  );
}

/** The object if the role on it suffices; 403 otherwise. */
export function permitted<T>(
  accessed: Accessed<T>,
  needed: Role | undefined,
  kind: string,
): Accessed<T> {
  if (needed && !allows(accessed.role, needed)) {
    throw forbidden(
      `This needs the role ${needed} on the ${kind}; yours is ${accessed.role ?? 'guest'}`,
    );
  }
  return accessed;
}
