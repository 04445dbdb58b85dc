import { forbidden, notFound } from '../errors.ts';
import type { CollectionRow, OrganizationRow } from '../organization/schema.ts';
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
  const roleOn = rolesOf(caller, organization);
  return caller.db
    .all<SpaceRow>(
      'SELECT * FROM space WHERE organization = ? AND deleted_at IS NULL ORDER BY position, id',
      organization,
    )
    .map((row) => ({ row, role: roleOn(placeOf(row)) }))
    .filter(({ role }) => role !== null);
}

/** An object with its access level, and the collection around it. */
export type Target = Pick<CollectionRow, 'id' | 'organization' | 'default_level' | 'parent'>;

export function placeOf(
  row: Pick<SpaceRow, 'id' | 'organization' | 'default_level' | 'collection'>,
) {
  const { id, organization, default_level, collection: parent } = row;
  return { id, organization, default_level, parent };
}

/** Sites belong to no collection and have no access level. */
export function placeOfSite({ id, organization }: { id: string; organization: string }): Target {
  return { id, organization, default_level: 'inherit', parent: null };
}

export function collectionRole({ db, user }: UserContext, row: Target): Role | null {
  const member = membership(db, row.organization, user.id);
  if (!member) return null;
  const given = (target: string) => givenRole(db, target, user.id)?.role;
  const above = (id: string) => db.get<CollectionRow>('SELECT * FROM collection WHERE id = ?', id);
  return inheritedRole({ role: member.role, given, above }, row);
}

export function spaceRole(caller: UserContext, row: SpaceRow): Role | null {
  return collectionRole(caller, placeOf(row));
}

export function siteRole(
  caller: UserContext,
  site: { id: string; organization: string },
): Role | null {
  return collectionRole(caller, placeOfSite(site));
}

type Above = ReadonlyMap<string, Target>;

/** All collections of an organization by id. */
export function collectionsIn(db: Database, organization: string): Above {
  const sql = 'SELECT * FROM collection WHERE organization = ?';
  return new Map(db.all<CollectionRow>(sql, organization).map((row) => [row.id, row]));
}

/** The roles of one user on many objects of an organization: their grants and its collections are read once. */
export function rolesOf(
  { db, user }: UserContext,
  organization: string,
  collections = collectionsIn(db, organization),
): (target: Target) => Role | null {
  const member = membership(db, organization, user.id);
  if (!member) return () => null;
  const grants = db.all<Grant>(
    `SELECT target AS subject, role, 1 AS own FROM content_role WHERE user = ? UNION ALL
     SELECT target, team_content_role.role, 0 FROM team_member JOIN team_content_role USING (team) WHERE user = ?`,
    user.id,
    user.id,
  );
  const given = rolesBySubject(grants);
  const facts = {
    role: member.role,
    given: (target: string) => given.get(target),
    above: (id: string) => collections.get(id),
  };
  return (target) => inheritedRole(facts, target);
}

/** The roles of many members on one object: the grants on it and on the collections around it are read once. */
export function rolesOn(
  db: Database,
  target: Target,
): (member: { id: string; role: Role | null }) => Role | null {
  const collections = collectionsIn(db, target.organization);
  const above = (id: string) => collections.get(id);
  const places = new Map<string, ReadonlyMap<string, Role | null>>();
  for (let at: Target | undefined = target; at; at = at.parent ? above(at.parent) : undefined) {
    const grants = db.all<Grant>(
      `SELECT user AS subject, role, 1 AS own FROM content_role WHERE target = ? UNION ALL
       SELECT user, team_content_role.role, 0 FROM team_content_role JOIN team_member USING (team) WHERE target = ?`,
      at.id,
      at.id,
    );
    places.set(at.id, rolesBySubject(grants));
  }
  return ({ id, role }) =>
    inheritedRole({ role, given: (place) => places.get(place)?.get(id), above }, target);
}

/** A role of a user, or of one of their teams. */
interface Grant {
  subject: string;
  role: Role | null;
  own: number;
}

/** As `givenRole`: a user's own role counts, else the strongest of the teams. */
function rolesBySubject(grants: readonly Grant[]): Map<string, Role | null> {
  const roles = new Map<string, Role | null>();
  for (const { subject, role, own } of grants) {
    if (own === 0) roles.set(subject, greatest([role, roles.get(subject) ?? null]));
  }
  for (const { subject, role, own } of grants) if (own === 1) roles.set(subject, role);
  return roles;
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

/** What decides about the roles of a member. */
interface Facts {
  /** The role in the organization. */
  role: Role | null;
  /** The role granted on a target; undefined if there is none. */
  given: (target: string) => Role | null | undefined;
  above: (collection: string) => Target | undefined;
}

/**
 * The role that is set nearest to the content, on the way up to its organization: the caller's own role there, or that
 * of the caller's teams, else its default level (which does not apply to guests), else the role in the organization.
 * Administrators keep theirs.
 */
function inheritedRole({ role, given, above }: Facts, target: Target): Role | null {
  if (role === 'admin') return role;
  for (let at: Target | undefined = target; at; at = at.parent ? above(at.parent) : undefined) {
    const granted = given(at.id);
    if (granted !== undefined) return granted;
    if (at.default_level !== 'inherit') return role === null ? null : at.default_level;
  }
  return role;
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
