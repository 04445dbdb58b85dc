import { z } from 'zod';
import { paging } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { location } from '../serializers/context.ts';
import { shareLinkObject } from '../serializers/site-structure.ts';
import { openSite } from '../sites/open.ts';
import { createShareLink } from '../sites/share-links.ts';
import { shareLinks } from '../sites/tables.ts';
import { actorOf } from './shared.ts';

const name = z.string().max(50);

export const shareLinkRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/sites/{siteId}/share-links', {
    query: z.object(paging),
    handle: (call) => {
      // Whoever knows a link can let anybody in.
      const context = openSite(call, 'create');
      return arrayPage(
        call,
        shareLinks.all(call.db, context.site.id),
        (link) => [link.created_at, link.id],
        (link) => shareLinkObject(context, link),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/share-links', {
    body: z.object({ name }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { organization, id } = context.site;
      const link = createShareLink(call.db, actorOf(call), id, call.body.name);
      const address = `/orgs/${organization}/sites/${id}/share-links/${link.id}`;
      return HttpReply.created(shareLinkObject(context, link), location(context, address));
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}', {
    handle: (call) => {
      const { db, site } = openSite(call, 'create');
      shareLinks.delete(db, site.id, call.params.shareLinkId);
      return HttpReply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}', {
    body: z.object({ active: z.boolean().optional(), name: name.optional() }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { db, site } = context;
      const { id } = shareLinks.get(db, site.id, call.params.shareLinkId);
      const { active, name } = call.body;
      shareLinks.update(db, id, {
        name,
        active: active === undefined ? undefined : Number(active),
      });
      return shareLinkObject(context, shareLinks.get(db, site.id, id));
    },
  }),
];
