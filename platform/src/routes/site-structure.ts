import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { itemObject, siteStructureObject } from '../serializers/site-structure.ts';
import { placeBeside, shareKey } from '../sites/input.ts';
import { ITEM_TYPES, sortItem } from '../sites/navigation.ts';
import { openSite, visitSite } from '../sites/open.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';

const item = z.object({ type: z.enum(ITEM_TYPES), id: z.string() });

export const siteStructureRoutes: readonly Route[] = [
  route(`GET ${SITE}/structure`, {
    profile: 'current',
    query: z.object({ shareKey }),
    handle: (call) => siteStructureObject(visitSite(call)),
  }),

  route(`PATCH ${SITE}/structure/sort`, {
    profile: 'current',
    body: z.object({ item, position: placeBeside(item) }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { item, position } = call.body;
      sortItem(call.db, context.site.id, item, position);
      return itemObject(context, item);
    },
  }),
];
