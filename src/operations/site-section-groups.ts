import { z } from 'zod';
import { MEMBERSHIP_ENDED } from './api-versions.ts';
import { toolset } from './define.ts';
import { idBeside, idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { SiteSectionGroup, SiteSectionGroups } from './outputs/sites.ts';
import { icon, onDemand, paging, positionOf, SiteSectionId } from './params.ts';

const operation = toolset('site-section-groups');

const title = z.string().min(1).max(100);

export const siteSectionGroups = {
  listSiteSectionGroups: operation({
    id: 'listSiteSectionGroups',
    tool: 'list_site_section_groups',
    summary: 'List the section groups of a site with their sections.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    since: '0.130.0',
    effect: 'read',
    query: paging,
    output: SiteSectionGroups,
  }),
  createSiteSectionGroup: operation({
    id: 'addSectionGroupToSite',
    tool: 'create_site_section_group',
    summary: 'Group sections of a site under one title.',
    tasks: [
      'put several tabs into one menu',
      'combine sections under a dropdown',
      'put sections under a dropdown',
      'group tabs in the navigation',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
    effect: 'create',
    body: {
      title,
      icon,
      sections: z.array(idOf('siteSection')).optional().meta(onDemand('section ids')),
    },
    output: SiteSectionGroup,
  }),
  deleteSiteSectionGroup: operation({
    id: 'deleteSiteSectionGroupById',
    tool: 'delete_site_section_group',
    summary: 'Delete a section group.',
    tasks: ['dissolve a menu of tabs'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSiteSectionGroup: operation({
    id: 'updateSiteSectionGroupById',
    tool: 'update_site_section_group',
    summary: 'Change title or icon of a section group.',

    tasks: ['rename a dropdown of the navigation'],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    effect: 'update',
    body: { title: title.optional(), icon },
    output: SiteSectionGroup,
  }),
  addSectionToGroup: operation({
    id: 'addSectionToGroup',
    tool: 'add_section_to_group',
    summary: 'Put a section into a section group.',
    tasks: ['put a tab into a menu'],
    route:
      'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    since: '0.130.0',
    ...MEMBERSHIP_ENDED,
    effect: 'create',
    body: { sectionId: SiteSectionId },
    output: SiteSectionGroup,
  }),
  removeSectionFromGroup: operation({
    id: 'removeSectionFromGroup',
    tool: 'remove_section_from_group',
    summary: 'Take a section out of its group.',
    tasks: ['take a tab out of a menu'],
    route:
      'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    since: '0.130.0',
    ...MEMBERSHIP_ENDED,
    effect: 'delete',
    output: NoContent,
  }),
  moveSiteSectionGroup: operation({
    id: 'moveSiteSectionGroup',
    tool: 'move_site_section_group',
    summary: 'Reorder a section group among sections and groups.',
    tasks: ['put a group of tabs last', 'reorder groups of sections'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    since: '0.130.0',
    effect: 'update',
    body: {
      position: positionOf(
        z.strictObject({
          type: z.enum(['site-section', 'site-section-group']),
          id: idBeside('type', {
            'site-section': 'siteSection',
            'site-section-group': 'siteSectionGroup',
          }),
        }),
      ),
    },
    output: SiteSectionGroup,
  }),
};
