import type { Accessed } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { collectionPermissions } from '../auth/roles.ts';
import type { CollectionRow } from '../organization/schema.ts';
import { app, location, present } from './context.ts';

export function collectionObject(context: Context, { row, role }: Accessed<CollectionRow>) {
  return {
    object: 'collection' as const,
    id: row.id,
    title: row.title,
    organization: row.organization,
    ...present({ description: row.description, parent: row.parent }),
    defaultLevel: row.default_level,
    urls: {
      location: location(context, `/collections/${row.id}`),
      app: app(context, `/c/${row.id}`),
    },
    permissions: collectionPermissions(role),
  };
}
