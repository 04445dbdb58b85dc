import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';
import { placeBeside, shareKey } from '../../sites/input.ts';
import { ITEM_TYPES, sortItem } from '../../sites/navigation.ts';
import { openSite, visitSite } from '../../sites/open.ts';
import { regroupSection, regroupSectionGroup, updateSection } from '../../sites/sections.ts';
import { sectionGroups, sections } from '../../sites/tables.ts';
import { itemObject, siteStructureObject } from '../../views/site-structure.ts';
import { openGroup, sectionGroupFields } from '../site-section-groups.ts';
import { sectionFields } from '../site-sections.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';

const item = z.object({ type: z.enum(ITEM_TYPES), id: z.string() });

/** A group to go into; null stands for the site itself. */
const group = z.string().nullable().optional();

export const siteStructureRoutes: readonly Route[] = [
  route(`GET ${SITE}/structure`, {
    query: z.object({ shareKey }),
    handle: (call) => siteStructureObject(visitSite(call)),
  }),

  route(`PATCH ${SITE}/structure/sort`, {
    body: z.object({ item, position: placeBeside(item) }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { item, position } = call.body;
      sortItem(call.db, context.site.id, item, position);
      return itemObject(context, item);
    },
  }),

  route(`PATCH ${SITE}/sections/{siteSectionId}`, {
    body: z.object({ ...sectionFields, siteSectionGroupId: group }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const section = sections.get(call.db, context.site.id, call.params.siteSectionId);
      const { siteSectionGroupId, ...fields } = call.body;
      updateSection(call.db, section, fields);
      if (siteSectionGroupId !== undefined) regroupSection(call.db, section, siteSectionGroupId);
      return itemObject(context, { type: 'site-section', id: section.id });
    },
  }),

  route(`PATCH ${SITE}/section-groups/{siteSectionGroupId}`, {
    body: z.object({ ...sectionGroupFields, parentSectionGroupId: group }),
    handle: (call) => {
      const { context, group } = openGroup(call);
      const { parentSectionGroupId: parent, ...fields } = call.body;
      sectionGroups.update(call.db, group.id, fields);
      if (parent !== undefined) regroupSectionGroup(call.db, group, parent);
      return itemObject(context, { type: 'site-section-group', id: group.id });
    },
  }),
];
