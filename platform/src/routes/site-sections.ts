import { z } from 'zod';
import { paging } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { itemObject, sectionObject } from '../serializers/site-structure.ts';
import { siteLocation } from '../serializers/site-url.ts';
import { condition, icon, moveBody, parentGroup, path, shareKey } from '../sites/input.ts';
import { openSite, visitSite } from '../sites/open.ts';
import {
  addSection,
  deleteSection,
  moveSection,
  regroupSection,
  sectionsInOrder,
  updateSection,
} from '../sites/sections.ts';
import { sections } from '../sites/tables.ts';
import { actorOf } from './shared.ts';
import { openOwnSpace } from './sites.ts';

const pointer = z
  .object({ type: z.literal('site-section'), siteSection: z.string() })
  .transform(({ type, siteSection: id }) => ({ type, id }));

/** The changeable fields of a section. */
const sectionFields = {
  title: z.string().min(2).max(128).optional(),
  path,
  defaultSiteSpace: z.string().optional(),
  condition,
  icon,
  description: z.string().max(256).nullable().optional(),
};

export const siteSectionRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/sites/{siteId}/sections', {
    query: z.object({ ...paging, shareKey }),
    handle: (call) => {
      const context = visitSite(call);
      return arrayPage(
        call,
        sectionsInOrder(call.db, context.site.id),
        (section) => [section.place, section.id],
        (section) => sectionObject(context, section),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/sections', {
    body: z.object({ spaceId: z.string(), title: z.string().min(2).max(64).optional() }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const space = openOwnSpace(call, context.site.organization, call.body.spaceId);
      const section = addSection(call.db, actorOf(call), context.site, space, call.body.title);
      const address = siteLocation(context, `/sections/${section.id}`);
      return HttpReply.created(sectionObject(context, section), address);
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
    handle: (call) => {
      const { db, site } = openSite(call, 'create');
      deleteSection(db, sections.get(db, site.id, call.params.siteSectionId));
      return HttpReply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
    profile: 'contract',
    body: z.object(sectionFields),
    handle: (call) => {
      const context = openSite(call, 'create');
      const section = sections.get(call.db, context.site.id, call.params.siteSectionId);
      updateSection(call.db, section, call.body);
      return itemObject(context, { type: 'site-section', id: section.id });
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
    profile: 'current',
    body: z.object({ ...sectionFields, siteSectionGroupId: parentGroup }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const section = sections.get(call.db, context.site.id, call.params.siteSectionId);
      const { siteSectionGroupId, ...fields } = call.body;
      updateSection(call.db, section, fields);
      if (siteSectionGroupId !== undefined) regroupSection(call.db, section, siteSectionGroupId);
      return itemObject(context, { type: 'site-section', id: section.id });
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move', {
    body: moveBody(pointer),
    handle: (call) => {
      const context = openSite(call, 'create');
      const section = sections.get(call.db, context.site.id, call.params.siteSectionId);
      moveSection(call.db, section, call.body);
      return itemObject(context, { type: 'site-section', id: section.id });
    },
  }),
];
