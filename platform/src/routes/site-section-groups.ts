import { z } from 'zod';
import type { Context } from '../auth/context.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { paging } from '../http/input.ts';
import { arrayPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { location } from '../serializers/context.ts';
import { itemObject, sectionGroupObject } from '../serializers/site-structure.ts';
import { icon, moveBody, parentGroup } from '../sites/input.ts';
import { openSite, type SiteContext } from '../sites/open.ts';
import type { SectionGroupRow } from '../sites/schema.ts';
import {
  addSectionGroup,
  addToGroup,
  deleteSectionGroup,
  moveSectionGroup,
  regroupSectionGroup,
  removeFromGroup,
} from '../sites/sections.ts';
import { sectionGroups, sections } from '../sites/tables.ts';
import { actorOf } from './shared.ts';

const title = z.string().min(1).max(100);

/** The contract knows only the type of sections here; ids are unique, so the id alone identifies the target. */
const pointer = z
  .object({ type: z.enum(['site-section', 'site-section-group']), id: z.string() })
  .transform(({ id }) => ({ id }));

const members = counted(
  MAX_NAMED,
  z
    .array(z.string())
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a section twice'),
);

/** The changeable fields of a group. */
const sectionGroupFields = { title: title.optional(), icon };

export const siteSectionGroupRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups', {
    query: z.object(paging),
    handle: (call) => {
      const context = openSite(call);
      return arrayPage(
        call,
        sectionGroups.all(call.db, context.site.id),
        (group) => [group.position, group.id],
        (group) => sectionGroupObject(context, group),
      );
    },
  }),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups', {
    body: z.object({ title, icon, sections: members.default([]) }),
    handle: (call) => {
      const context = openSite(call, 'create');
      const { title, icon = null, sections } = call.body;
      const groupFields = { title, icon, sections };
      const group = addSectionGroup(call.db, actorOf(call), context.site.id, groupFields);
      return HttpReply.created(sectionGroupObject(context, group), addressOf(context, group));
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
    handle: (call) => {
      deleteSectionGroup(call.db, openGroup(call).group);
      return HttpReply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
    profile: 'contract',
    body: z.object(sectionGroupFields),
    handle: (call) => {
      const { context, group } = openGroup(call);
      sectionGroups.update(call.db, group.id, call.body);
      return itemObject(context, { type: 'site-section-group', id: group.id });
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
    profile: 'current',
    body: z.object({ ...sectionGroupFields, parentSectionGroupId: parentGroup }),
    handle: (call) => {
      const { context, group } = openGroup(call);
      const { parentSectionGroupId: parent, ...fields } = call.body;
      sectionGroups.update(call.db, group.id, fields);
      if (parent !== undefined) regroupSectionGroup(call.db, group, parent);
      return itemObject(context, { type: 'site-section-group', id: group.id });
    },
  }),

  route(
    'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    {
      profile: 'contract',
      body: z.object({ sectionId: z.string() }),
      handle: (call) => {
        const { context, group } = openGroup(call);
        const section = sections.get(call.db, context.site.id, call.body.sectionId);
        addToGroup(call.db, group, section);
        const address = `${addressOf(context, group)}/sections/${section.id}`;
        return HttpReply.created(sectionGroupObject(context, group), address);
      },
    },
  ),

  route(
    'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    {
      profile: 'contract',
      handle: (call) => {
        const { context, group } = openGroup(call);
        const section = sections.get(call.db, context.site.id, call.params.siteSectionId);
        removeFromGroup(call.db, group, section);
        return HttpReply.noContent();
      },
    },
  ),

  route('POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move', {
    body: moveBody(pointer),
    handle: (call) => {
      const { context, group } = openGroup(call);
      moveSectionGroup(call.db, group, call.body);
      return itemObject(context, { type: 'site-section-group', id: group.id });
    },
  }),
];

type GroupCall = Context & {
  params: { organizationId: string; siteId: string; siteSectionGroupId: string };
};

/** The group that the path names, for a change. */
function openGroup(call: GroupCall): { context: SiteContext; group: SectionGroupRow } {
  const context = openSite(call, 'create');
  const group = sectionGroups.get(call.db, context.site.id, call.params.siteSectionGroupId);
  return { context, group };
}

function addressOf(context: SiteContext, group: SectionGroupRow): string {
  const { organization, id } = context.site;
  return location(context, `/orgs/${organization}/sites/${id}/section-groups/${group.id}`);
}
