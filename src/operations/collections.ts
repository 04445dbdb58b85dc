import { z } from 'zod';
import { CHANGES_DEFAULT, whenChanged, whenMoved } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { Collection, Collections, Spaces } from './outputs/organizations.ts';
import { ContentSibling, idFrom, onDemand, paging, positionOf, Role } from './params.ts';

const operation = toolset('collections');

const Parent = idFrom('collection', 'list_collections');

export const collections = {
  getCollection: operation({
    id: 'getCollectionById',
    tool: 'get_collection',
    summary: 'Read one collection.',
    tasks: ['what is a collection about', 'details of a folder'],
    route: 'GET /v1/collections/{collectionId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: Collection,
  }),
  deleteCollection: operation({
    id: 'deleteCollectionById',
    tool: 'delete_collection',
    summary: 'Delete a collection.',
    tasks: ['remove an empty folder', 'get rid of a collection'],
    route: 'DELETE /v1/collections/{collectionId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateCollection: operation({
    id: 'updateCollectionById',
    tool: 'update_collection',
    summary: 'Change title, description or default access level of a collection.',
    tasks: [
      'rename a folder',
      'give a collection another name',
      'set the default access of a collection',
    ],
    route: 'PATCH /v1/collections/{collectionId}',
    effect: 'update',
    confirm: whenChanged(CHANGES_DEFAULT, 'defaultLevel'),
    body: {
      title: z.string().max(50).optional(),
      description: z.string().max(100).optional(),
      defaultLevel: Role.optional(),
    },
    output: Collection,
  }),
  listSpacesInCollection: operation({
    id: 'listSpacesInCollectionById',
    tool: 'list_spaces_in_collection',
    summary: 'List the spaces of a collection.',
    tasks: ['what is in a folder', 'spaces of a folder'],
    route: 'GET /v1/collections/{collectionId}/spaces',
    effect: 'read',
    locatedBy: { items: 'id' },
    byDefault: true,
    query: paging,
    output: Spaces,
  }),
  moveCollection: operation({
    id: 'moveCollection',
    tool: 'move_collection',
    summary: 'Move a collection under another one or among its siblings.',
    tasks: ['put a folder into another folder'],
    route: 'POST /v1/collections/{collectionId}/move',
    effect: 'update',
    confirm: whenMoved,
    body: {
      parent: Parent.nullable().optional().describe('collection id, null for the top'),
      position: positionOf(ContentSibling),
    },
    output: Collection,
  }),
  transferCollection: operation({
    id: 'transferCollection',
    tool: 'transfer_collection',
    summary: 'Transfer a collection and its spaces to another organization.',
    tasks: ['hand spaces over to another organization', 'hand a collection to a sister company'],
    route: 'POST /v1/collections/{collectionId}/transfer',
    effect: 'update',
    destructive: true,
    body: { organization: idOf('organization', 'target, from list_organizations') },
    output: Collection,
  }),
  listCollections: operation({
    id: 'listCollectionsInOrganizationById',
    tool: 'list_collections',
    summary: 'List the collections of an organization, nested ones included.',
    tasks: ['which folders are there', 'folders of the organization'],
    route: 'GET /v1/orgs/{organizationId}/collections',
    effect: 'read',
    locatedBy: { items: 'id', of: 'collection' },
    byDefault: true,
    query: {
      ...paging,
      nested: z.boolean().optional().meta(onDemand('false: top level only')),
    },
    output: Collections,
  }),
  createCollection: operation({
    id: 'createCollection',
    tool: 'create_collection',
    summary: 'Create a collection.',
    tasks: ['new folder for spaces', 'group spaces', 'make a folder for the docs of a department'],
    route: 'POST /v1/orgs/{organizationId}/collections',
    effect: 'create',
    body: {
      title: z.string().max(50).optional(),
      parent: Parent.optional(),
    },
    output: Collection,
  }),
};
