import { z } from 'zod';
import { everyCall, whenShownToOthers } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { AddedSiteSection, SiteSection, SiteSections } from './outputs/sites.ts';
import { condition, icon, paging, positionOf, SiteSpaceId, SpaceId, shareKey } from './params.ts';

const operation = toolset('site-sections');

export const siteSections = {
  listSiteSections: operation({
    id: 'listSiteSections',
    tool: 'list_site_sections',
    summary: 'List the sections of a site with their spaces.',
    tasks: ['which tabs does a site have'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/sections',
    effect: 'read',
    query: { shareKey, ...paging },
    output: SiteSections,
  }),
  createSiteSection: operation({
    id: 'addSectionToSite',
    tool: 'create_site_section',
    summary: 'Add a section to a site with a space as its first variant.',
    tasks: [
      'add a space to a site as its own section',
      'new section of a site',
      'put a space on the site in a section of its own',
      'new tab on the site',
      'show another space on the site as a tab',
      'have a space appear as a separate section on our docs site',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections',
    effect: 'create',
    confirm: everyCall('Readers of the site will be able to read the space.'),
    body: { spaceId: SpaceId, title: z.string().min(2).max(64).optional() },
    run: 'addToSite',
    output: AddedSiteSection,
  }),
  deleteSiteSection: operation({
    id: 'deleteSiteSectionById',
    tool: 'delete_site_section',
    summary: 'Delete a section of a site.',
    tasks: ['remove a tab from a site', 'delete a tab'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSiteSection: operation({
    id: 'updateSiteSectionById',
    tool: 'update_site_section',
    summary: 'Change a section of a site.',
    tasks: [
      'rename a section of a site',
      'change the address of a section',
      'hide a section from some visitors',
      'show a section to customers only',
      'rename a tab',
      'change the icon of a section',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    effect: 'update',
    confirm: whenShownToOthers,
    body: {
      title: z.string().min(2).max(128).optional(),
      path: z.string().min(1).max(100).optional(),
      defaultSiteSpace: SiteSpaceId.optional(),
      condition,
      icon,
      description: z.string().max(256).nullable().optional(),
    },
    output: SiteSection,
  }),
  moveSiteSection: operation({
    id: 'moveSiteSection',
    tool: 'move_site_section',
    summary: 'Reorder a section of a site.',
    tasks: ['put a tab first', 'reorder tabs', 'swap two tabs', 'put a section first'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    effect: 'update',
    body: {
      position: positionOf(
        z.strictObject({
          type: z.literal('site-section').default('site-section'),
          siteSection: idOf('siteSection'),
        }),
      ),
    },
    output: SiteSection,
  }),
};
