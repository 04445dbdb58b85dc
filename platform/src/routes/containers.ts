import { z } from 'zod';
import { collectionRole, openCollection, openOrganization } from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import { badRequest, forbidden } from '../errors.ts';
import type { CollectionRow } from '../organization/schema.ts';
import type { Pointer } from '../store/order.ts';

/** The title of a space or collection. */
export const containedTitle = z.string().max(50);

const pointer = z
  .union(
    [
      z.object({ type: z.literal('space'), space: z.string() }),
      z.object({ type: z.literal('collection'), collection: z.string() }),
    ],
    'must be {"type": "space", "space": its id} or {"type": "collection", "collection": its id}',
  )
  .transform((given): Pointer => {
    return { type: given.type, id: given.type === 'space' ? given.space : given.collection };
  });

/** A position among the spaces and collections of a container. */
export const placement = z
  .object({ before: pointer.optional(), after: pointer.optional() })
  .refine(({ before, after }) => !before || !after, 'give before or after, not both');

/**
 * Checks that the caller may put something there: 400 if the position is not in the organization, 403 without the role.
 */
export function checkContainer(
  caller: UserContext,
  organization: string,
  parent: string | null,
): void {
  if (parent === null) {
    openOrganization(caller, organization, 'create');
    return;
  }
  const sql = 'SELECT * FROM collection WHERE id = ? AND organization = ?';
  const row = caller.db.get<CollectionRow>(sql, parent, organization);
  if (!row || collectionRole(caller, row) === null) {
    throw badRequest(`body.parent: the organization has no collection ${parent}`);
  }
  openCollection(caller, parent, 'create');
}

/** Contents of a collection inherit its access, so moving must not give more access. */
export function checkGain(kind: string, before: Role | null, after: Role | null): void {
  if (after && !allows(before, after)) {
    throw forbidden(`This would give you the role ${after} on the ${kind}; yours is ${before}`);
  }
}
