import { z } from 'zod';
import { paging, queryBoolean } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { itemObject, siteSpaceObject } from '../serializers/site-structure.ts';
import { siteLocation } from '../serializers/site-url.ts';
import { condition, moveBody, path, shareKey } from '../sites/input.ts';
import { openSite, visitSite } from '../sites/open.ts';
import { sectionsInOrder } from '../sites/sections.ts';
import {
  addSiteSpace,
  moveSiteSpace,
  sectionFor,
  siteSpacesIn,
  updateSiteSpace,
} from '../sites/site-spaces.ts';
import { siteSpaces } from '../sites/tables.ts';
import { actorOf } from './shared.ts';
import { openOwnSpace } from './sites.ts';

const pointer = z
  .object({ type: z.literal('site-space'), siteSpace: z.string() })
  .transform(({ type, siteSpace: id }) => ({ type, id }));

const ROOT = { id: null, place: '' };

export const siteSpaceRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces', {
    query: z.object({ ...paging, shareKey, default: queryBoolean.optional() }),
    handle: (call) => {
      const context = visitSite(call);
      const isDefault = call.query.default;
      const all = [ROOT, ...sectionsInOrder(call.db, context.site.id)].flatMap((section) =>
        siteSpacesIn(call.db, context.site.id, section.id).map((row) => ({ section, row })),
      );
      return arrayPage(
        call,
        all.filter(({ row }) => isDefault === undefined || (row.is_default === 1) === isDefault),
        ({ section, row }) => [section.place, row.position, row.id],
        ({ row }) => siteSpaceObject(context, row),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces', {
    body: z.object({ spaceId: z.string(), sectionId: z.string().optional() }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { organization, id } = context.site;
      const space = openOwnSpace(call, organization, call.body.spaceId);
      const section = sectionFor(call.db, id, call.body.sectionId);
      const row = addSiteSpace(call.db, actorOf(call), id, section, space);
      const address = siteLocation(context, `/site-spaces/${row.id}`);
      return HttpReply.created(siteSpaceObject(context, row), address);
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}', {
    handle: (call) => {
      const { db, site } = openSite(call, 'create');
      siteSpaces.delete(db, site.id, call.params.siteSpaceId);
      return HttpReply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}', {
    body: z.object({ path, condition }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const row = siteSpaces.get(call.db, context.site.id, call.params.siteSpaceId);
      updateSiteSpace(call.db, row, call.body);
      return itemObject(context, { type: 'site-space', id: row.id });
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move', {
    body: moveBody(pointer),
    handle: (call) => {
      const context = openSite(call, 'create');
      const row = siteSpaces.get(call.db, context.site.id, call.params.siteSpaceId);
      moveSiteSpace(call.db, row, call.body);
      return itemObject(context, { type: 'site-space', id: row.id });
    },
  }),
];
