import {
  type CollectionRow,
  collectionRole,
  openOrganization,
  type SpaceRow,
  spaceRole,
} from '../auth/access.ts';
import { allows, type Role } from '../auth/roles.ts';
import type { InviteRow } from '../organization/schema.ts';
import { collectionObject } from './collection.ts';
import type { Context } from './context.ts';
import { spaceObject } from './space.ts';

/** An invite to the organization has a role, one to content a level and the content. */
export function inviteObject(context: Context, invite: InviteRow) {
  const { db } = context;
  const common = { object: 'invite' as const, id: invite.id };
  const space = db.get<SpaceRow>('SELECT * FROM space WHERE id = ?', invite.space);
  if (space) {
    const role = spaceRole(context, space);
    const redundant = hasAlready(role, invite.role);
    return {
      ...common,
      level: invite.role,
      redundant,
      space: spaceObject(context, { row: space, role }),
    };
  }
  const collection = db.get<CollectionRow>(
    'SELECT * FROM collection WHERE id = ?',
    invite.collection,
  );
  if (collection) {
    const role = collectionRole(context, collection);
    const redundant = hasAlready(role, invite.role);
    const object = collectionObject(context, { row: collection, role });
    return { ...common, level: invite.role, redundant, collection: object };
  }
  const { role } = openOrganization(context, invite.organization);
  return { ...common, role: invite.role, redundant: hasAlready(role, invite.role) };
}

/** Whether somebody with the role gains nothing from an invite. Guests are invited to nothing in particular. */
function hasAlready(role: Role | null, invited: Role | null): boolean {
  return invited === null || allows(role, invited);
}
