import { z } from 'zod';
import { type Accessed, openCollection, openOrganization } from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import { ROLES } from '../auth/roles.ts';
import { ApiError, conflict, forbidden } from '../errors.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import {
  allowsWhole,
  createCollection,
  deleteCollection,
  moveCollection,
  spaceOnSite,
  transferCollection,
} from '../organization/collections.ts';
import type { CollectionRow } from '../organization/schema.ts';
import { collectionObject } from '../serializers/collection.ts';
import { updateRow } from '../store/rows.ts';
import { checkContainer, checkGain, containedTitle, placement } from './containers.ts';
import { created } from './shared.ts';

export const collectionRoutes: readonly Route[] = [
  route('POST /v1/orgs/{organizationId}/collections', {
    body: z
      .object({ title: containedTitle.default('Untitled'), parent: z.string().optional() })
      .default({
        title: 'Untitled',
      }),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const { title, parent = null } = call.body;
      checkContainer(call, organization.id, parent);
      const id = createCollection(call.db, { organization: organization.id, parent }, title);
      return created(collectionObject(call, openCollection(call, id)));
    },
  }),

  route('PATCH /v1/collections/{collectionId}', {
    body: z.object({
      title: containedTitle.optional(),
      description: z.string().max(100).optional(),
      defaultLevel: z
        .enum([...ROLES, 'inherit'])
        .nullable()
        .optional(),
    }),
    handle: (call) => {
      const { title, description, defaultLevel } = call.body;
      // A caller who grants access must have full access.
      const needed = defaultLevel === undefined ? 'create' : 'admin';
      const { row } = openCollection(call, call.params.collectionId, needed);
      updateRow(call.db, 'collection', row.id, {
        title,
        description,
        default_level: defaultLevel,
      });
      return collectionObject(call, openCollection(call, row.id));
    },
  }),

  route('DELETE /v1/collections/{collectionId}', {
    handle: (call) => {
      const { row } = openWhole(call, call.params.collectionId);
      const onSite = spaceOnSite(call.db, row.id);
      if (onSite) {
        throw conflict(
          `The collection holds "${onSite.title}", which is on a site; remove it from there first`,
        );
      }
      deleteCollection(call.db, row.id, new Date().toISOString());
      return HttpReply.noContent();
    },
  }),

  route('POST /v1/collections/{collectionId}/move', {
    body: z.object({ parent: z.string().nullable().optional(), position: placement.default({}) }),
    handle: (call) => {
      const before = openCollection(call, call.params.collectionId, 'create');
      const { parent = before.row.parent, position } = call.body;
      checkContainer(call, before.row.organization, parent);
      moveCollection(call.db, before.row, parent, position);
      const after = openCollection(call, before.row.id);
      checkGain('collection', before.role, after.role);
      return collectionObject(call, after);
    },
  }),

  route('POST /v1/collections/{collectionId}/transfer', {
    body: z.object({ organization: z.string() }),
    handle: (call) => {
      const { row } = openWhole(call, call.params.collectionId);
      const { organization } = call.body;
      if (organization === row.organization) {
        throw conflict('The collection belongs to this organization already');
      }
      checkTransfer(call, row.id, organization);
      transferCollection(call.db, row.id, organization);
      return collectionObject(call, openCollection(call, row.id));
    },
  }),
];

/**
 * The collection, if the caller administrates all of it: content hidden from the caller must not be transferred unseen.
 */
function openWhole(caller: UserContext, id: string): Accessed<CollectionRow> {
  const opened = openCollection(caller, id, 'admin');
  if (!allowsWhole(caller, opened.row, 'admin')) {
    throw forbidden('This needs the role admin on everything in the collection');
  }
  return opened;
}

/**
 * 412 if the collection cannot be transferred to the organization: the caller may not move it, or one of its sites
 * prevents it.
 */
function checkTransfer(caller: UserContext, collection: string, organization: string): void {
  const onSite = spaceOnSite(caller.db, collection);
  if (onSite) {
    throw new ApiError(
      412,
      `The collection holds "${onSite.title}", which is on a site of its organization; remove it from there first`,
    );
  }
  try {
    openOrganization(caller, organization, 'create');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(412, `The collection cannot go to ${organization}: ${error.message}`);
  }
}
