import { z } from 'zod';
import {
  type Accessed,
  type CollectionRow,
  collectionRole,
  openCollection,
  openOrganization,
} from '../auth/access.ts';
import { allows, ROLES, type Role } from '../auth/roles.ts';
import { ApiError, badRequest, conflict, forbidden } from '../errors.ts';
import { Reply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import {
  allowsWhole,
  createCollection,
  deleteCollection,
  moveCollection,
  spaceOnSite,
  transferCollection,
} from '../organization/collections.ts';
import { collectionObject } from '../resources/collection.ts';
import type { Pointer } from '../store/order.ts';
import { updateRow } from '../store/rows.ts';
import { created } from './shared.ts';

const title = z.string().max(50);

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

const placement = z
  .object({ before: pointer.optional(), after: pointer.optional() })
  .refine(({ before, after }) => !before || !after, 'give before or after, not both');

export const collectionRoutes: readonly Route[] = [
  route('POST /v1/orgs/{organizationId}/collections', {
    body: z.object({ title: title.default('Untitled'), parent: z.string().optional() }).default({
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
      title: title.optional(),
      description: z.string().max(100).optional(),
      defaultLevel: z
        .enum([...ROLES, 'inherit'])
        .nullable()
        .optional(),
    }),
    handle: (call) => {
      const { title, description, defaultLevel } = call.body;
      // Who gives access away must have all of it.
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
          `The collection holds "${onSite.title}", which is on a site; take it off first`,
        );
      }
      deleteCollection(call.db, row.id, new Date().toISOString());
      return Reply.noContent();
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
      checkGain(before.role, after.role);
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

type Caller = Pick<Call, 'db' | 'user'>;

/** Whether the caller may put a collection there: 400 when it is not a place of the organization, 403 without the role. */
function checkContainer(caller: Caller, organization: string, parent: string | null): void {
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

/** The collection, when the caller administrates all of it: what is hidden in it may not go along unseen. */
function openWhole(caller: Caller, id: string): Accessed<CollectionRow> {
  const opened = openCollection(caller, id, 'admin');
  if (!allowsWhole(caller, id, 'admin')) {
    throw forbidden('This needs the role admin on everything in the collection');
  }
  return opened;
}

/** What is in a collection has the access of its surroundings; moving it must not be a way to more of it. */
function checkGain(before: Role | null, after: Role | null): void {
  if (after && !allows(before, after)) {
    throw forbidden(`This would give you the role ${after} on the collection; yours is ${before}`);
  }
}

/** 412 when the collection cannot go to the organization: the caller may not, or a site of its own holds it back. */
function checkTransfer(caller: Caller, collection: string, organization: string): void {
  const onSite = spaceOnSite(caller.db, collection);
  if (onSite) {
    throw new ApiError(
      412,
      `The collection holds "${onSite.title}", which is on a site of its organization; take it off first`,
    );
  }
  try {
    openOrganization(caller, organization, 'create');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(412, `The collection cannot go to ${organization}: ${error.message}`);
  }
}
