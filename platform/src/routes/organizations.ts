import { z } from 'zod';
import { openCollection, openOrganization, readableSpaces, rolesOf } from '../auth/access.ts';
import type { Role } from '../auth/roles.ts';
import { paging, queryBoolean } from '../http/input.ts';
import { arrayPage, keysetPage } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import type { CollectionRow, OrganizationRow } from '../organization/schema.ts';
import { collectionObject } from '../serializers/collection.ts';
import { organizationObject } from '../serializers/organization.ts';
import { spaceObject } from '../serializers/space.ts';

const MINE =
  'FROM organization JOIN member ON member.organization = organization.id WHERE member.user = ?';

export const organizationRoutes: readonly Route[] = [
  route('GET /v1/orgs', {
    query: z.object(paging),
    handle: (call) =>
      keysetPage<OrganizationRow & { role: Role | null }, object>(
        call,
        {
          select: `SELECT organization.*, member.role ${MINE}`,
          values: [call.user.id],
          keys: ['organization.id'],
          count: { select: `SELECT COUNT(*) AS total ${MINE}`, values: [call.user.id] },
        },
        (row) => organizationObject(call, { row, role: row.role }),
      ),
  }),

  route('GET /v1/orgs/{organizationId}', {
    handle: (call) => organizationObject(call, openOrganization(call, call.params.organizationId)),
  }),

  route('GET /v1/orgs/{organizationId}/collections', {
    query: z.object({ ...paging, nested: queryBoolean.default(true) }),
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const roleOn = rolesOf(call, organization.id);
      const readable = call.db
        .all<CollectionRow>(
          'SELECT * FROM collection WHERE organization = ? ORDER BY position, id',
          organization.id,
        )
        .map((row) => ({ row, role: roleOn(row) }))
        .filter(({ row, role }) => role !== null && (call.query.nested || row.parent === null));
      return arrayPage(
        call,
        readable,
        ({ row }) => [row.position, row.id],
        (collection) => collectionObject(call, collection),
      );
    },
  }),

  route('GET /v1/collections/{collectionId}', {
    handle: (call) => collectionObject(call, openCollection(call, call.params.collectionId)),
  }),

  route('GET /v1/collections/{collectionId}/spaces', {
    query: z.object(paging),
    handle: (call) => {
      const { row: collection } = openCollection(call, call.params.collectionId);
      const spaces = readableSpaces(call, collection.organization).filter(
        ({ row }) => row.collection === collection.id,
      );
      return arrayPage(
        call,
        spaces,
        ({ row }) => [row.position, row.id],
        (space) => spaceObject(call, space),
      );
    },
  }),
];
