import { z } from 'zod';
import { openSpace, permitted, type SpaceRow, spaceRole } from '../../auth/access.ts';
import { conflict, notFound } from '../../errors.ts';
import { Reply } from '../../http/reply.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import { moveSpace } from '../../organization/collections.ts';
import { deleteSpace, isOnSite, isRestorable, restoreSpace } from '../../spaces/deletion.ts';
import { duplicateSpace } from '../../spaces/duplicate.ts';
import { spaceObject } from '../../views/space.ts';
import { checkContainer, checkGain, placement } from '../containers.ts';
import { actorOf, created } from '../shared.ts';

/** Where spaces are, and whether they are there at all. */
export const spacePlaceRoutes: readonly Route[] = [
  route('POST /v1/spaces/{spaceId}/move', {
    body: z
      .object({ parent: z.string().nullable().optional(), position: placement.optional() })
      .refine(
        ({ parent, position }) => parent !== undefined || position !== undefined,
        'give parent, position, or both',
      ),
    handle: (call) => {
      const { row, role } = openSpace(call, call.params.spaceId, 'create');
      const { parent = row.collection, position = {} } = call.body;
      checkContainer(call, row.organization, parent);
      moveSpace(call.db, row, parent, position);
      const moved = openSpace(call, row.id);
      checkGain('space', role, moved.role);
      return spaceObject(call, moved);
    },
  }),

  route('POST /v1/spaces/{spaceId}/duplicate', {
    handle: (call) => {
      const { row } = openSpace(call, call.params.spaceId);
      checkContainer(call, row.organization, row.collection);
      const { id } = duplicateSpace(call.db, actorOf(call), row);
      return created(spaceObject(call, openSpace(call, id)));
    },
  }),

  route('DELETE /v1/spaces/{spaceId}', {
    handle: (call) => {
      const found = findSpace(call);
      if (!found || found.row.deleted_at !== null) return Reply.removed(false);
      const { row } = permitted(found, 'admin', 'space');
      if (isOnSite(call.db, row.id)) {
        throw conflict(`"${row.title}" is on a site; take it off first`);
      }
      deleteSpace(call.db, row.id, actorOf(call).at);
      return Reply.removed(true);
    },
  }),

  route('POST /v1/spaces/{spaceId}/restore', {
    handle: (call) => {
      const found = findSpace(call);
      if (!found || !isRestorable(found.row, Date.now())) throw notFound('Space');
      const { row } = permitted(found, 'admin', 'space');
      restoreSpace(call.db, row.id);
      return spaceObject(call, openSpace(call, row.id));
    },
  }),
];

/** The space, deleted or not, when the caller may read it. */
function findSpace(call: Pick<Call, 'db' | 'user'> & { params: { spaceId: string } }) {
  const row = call.db.get<SpaceRow>('SELECT * FROM space WHERE id = ?', call.params.spaceId);
  const role = row && spaceRole(call, row);
  return row && role ? { row, role } : undefined;
}
