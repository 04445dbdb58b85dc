import { collectionRole, openOrganization, spaceRole } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { CollectionRow, InviteRow } from '../organization/schema.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import { collectionObject } from './collection.ts';
import { spaceObject } from './space.ts';

/** An invite to the organization has a role, one to content a level and the content. */
export function inviteObject(context: Context, { id, organization, role, ...target }: InviteRow) {
  const common = { object: 'invite' as const, id };
  if (target.space !== null) {
    const sql = 'SELECT * FROM space WHERE id = ?';
    const row = referenced(context.db.get<SpaceRow>(sql, target.space));
    const own = spaceRole(context, row);
    const space = spaceObject(context, { row, role: own });
    return { ...common, level: role, redundant: hasAlready(own, role), space };
  }
  if (target.collection !== null) {
    const sql = 'SELECT * FROM collection WHERE id = ?';
    const row = referenced(context.db.get<CollectionRow>(sql, target.collection));
    const own = collectionRole(context, row);
    const collection = collectionObject(context, { row, role: own });
    return { ...common, level: role, redundant: hasAlready(own, role), collection };
  }
  const { role: own } = openOrganization(context, organization);
  return { ...common, role, redundant: hasAlready(own, role) };
}

function referenced<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('The content of an invite is referenced and missing');
  return row;
}

/**
 * Whether an invite gives nothing to somebody with the role `own`. An invite as a guest gives access to nothing in
 * particular.
 */
function hasAlready(own: Role | null, invited: Role | null): boolean {
  return invited === null || allows(own, invited);
}
