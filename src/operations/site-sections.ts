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
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/sections',
    effect: 'read',
    query: { shareKey, ...paging },
    output: SiteSections,
  }),
  createSiteSection: operation({
    id: 'addSectionToSite',
    tool: 'create_site_section',
    summary: 'Add a section to a site with a space as its first variant.',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections',
    effect: 'create',
    confirm: everyCall('Whoever reads the site can read the space then.'),
    body: { spaceId: SpaceId, title: z.string().min(2).max(64).optional() },
    run: 'addToSite',
    output: AddedSiteSection,
  }),
  deleteSiteSection: operation({
    id: 'deleteSiteSectionById',
    tool: 'delete_site_section',
    summary: 'Delete a section of a site.',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSiteSection: operation({
    id: 'updateSiteSectionById',
    tool: 'update_site_section',
    summary: 'Change a section of a site.',
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
