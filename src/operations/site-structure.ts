import { z } from 'zod';
import { whenAny, whenDraftChanged, whenShownToOthers } from './confirm.ts';
import { toolset } from './define.ts';
import { idBeside, idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  SiteStructureItem,
} from './outputs/sites.ts';
import { condition, icon, SiteSectionGroupId, Url } from './params.ts';
import { exactlyOneOf, ruled } from './rules.ts';

const operation = toolset('site-structure', {}, { service: 'current' });

const Sibling = z.strictObject({
  type: z.enum(['site-space', 'site-section', 'site-section-group', 'site-external-link']),
  id: idBeside('type', {
    'site-space': 'siteSpace',
    'site-section': 'siteSection',
    'site-section-group': 'siteSectionGroup',
    'site-external-link': 'siteExternalLink',
  }),
});

const title = z.string().min(2).max(128);

const link = {
  description: z.string().max(256).nullable().optional(),
  icon,
  draft: z.boolean().optional(),
  condition,
};

export const siteStructure = {
  getSiteStructure: operation({
    id: 'getSiteStructure',
    tool: 'get_site_structure',
    predecessor: 'list_site_sections and list_site_spaces show it.',
    summary: 'Read sections, groups and spaces of a site in one call.',
    tasks: [
      'what is in the navigation of a site',
      'structure of a site',
      'navigation of a site',
      'sections and spaces of a site',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/structure',
    effect: 'read',
    query: { shareKey: z.string().optional() },
    view: 'object',
    output: SiteStructure,
  }),
  sortSiteStructure: operation({
    id: 'sortSiteStructure',
    tool: 'sort_site_structure',
    predecessor: 'move_site_section and move_site_space do it one by one.',
    summary: 'Move a section, group, space or link before or after a sibling.',
    tasks: [
      'change the order of the navigation',
      'put a group last in the navigation',
      'move a tab to the front',
      'reorder the navigation',
      'move a section before another',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort',
    since: '0.130.0',
    effect: 'update',
    body: {
      item: Sibling,
      position: z
        .strictObject({ before: Sibling.optional(), after: Sibling.optional() })
        .check(ruled(exactlyOneOf('before', 'after'))),
    },
    output: SiteStructureItem,
  }),
  duplicateSiteSpace: operation({
    id: 'duplicateSiteSpace',
    tool: 'duplicate_site_space',
    summary: 'Copy a space of a site, within the site.',
    tasks: [
      'copy a variant of a site',
      'new version of the docs as a copy',
      'copy a variant to start a new version',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
    since: '0.201.0',
    effect: 'create',
    confirm: ({ draft }) =>
      draft === true ? undefined : 'Readers of the site will be able to read the copy.',
    body: { draft: z.boolean().optional() },
    output: SiteSpace,
  }),
  createSiteExternalLink: operation({
    id: 'addExternalLinkToSite',
    tool: 'create_site_external_link',
    summary: 'Add an external link to the navigation of a site with sections.',
    tasks: [
      'link to another website in the navigation',
      'a link to the status page in the menu',
      'add an address outside to the navigation',
      'link to our status page in the navigation bar',
      'add a link to the blog in the top menu',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/external-links',
    since: '0.201.0',
    effect: 'create',
    body: {
      title,
      url: Url,
      parent: idOf('siteSectionGroup', 'section group id').optional(),
      ...link,
    },
    output: SiteExternalLink,
  }),
  updateSiteExternalLink: operation({
    id: 'updateSiteExternalLinkById',
    tool: 'update_site_external_link',
    summary: 'Change an external link of a site.',
    tasks: ['change a link in the navigation'],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    since: '0.201.0',
    effect: 'update',
    confirm: whenAny(whenShownToOthers, whenDraftChanged),
    body: {
      title: title.optional(),
      url: Url.optional(),
      parent: idOf('siteSectionGroup').nullable().optional(),
      ...link,
    },
    output: SiteExternalLink,
  }),
  deleteSiteExternalLink: operation({
    id: 'deleteSiteExternalLinkById',
    tool: 'delete_site_external_link',
    summary: 'Remove an external link from a site.',
    tasks: ['remove a link to another website from the navigation'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    since: '0.201.0',
    effect: 'delete',
    output: NoContent,
  }),
  setSiteSectionGroup: operation({
    id: 'updateSiteSectionById',
    tool: 'set_site_section_group',
    predecessor: 'add_section_to_group and remove_section_from_group do it.',
    summary: 'Put a section of a site into a group, or with null take it out.',

    tasks: ['move a section into a dropdown'],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    effect: 'update',
    body: { siteSectionGroupId: SiteSectionGroupId.nullable() },
    output: SiteSection,
  }),
  setParentSectionGroup: operation({
    id: 'updateSiteSectionGroupById',
    tool: 'set_parent_section_group',
    summary: 'Put a section group of a site into another group, or with null take it out.',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    effect: 'update',
    body: { parentSectionGroupId: SiteSectionGroupId.nullable() },
    output: SiteSectionGroup,
  }),
};
