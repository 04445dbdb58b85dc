import { z } from 'zod';
import { everyCall, whenShownToOthers } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { AddedSiteSpace, SiteSpace, SiteSpaces } from './outputs/sites.ts';
import { condition, onDemand, paging, positionOf, SpaceId, shareKey } from './params.ts';

const operation = toolset('site-spaces');

export const siteSpaces = {
  listSiteSpaces: operation({
    id: 'listSiteSpaces',
    tool: 'list_site_spaces',
    summary: 'List the spaces of a site, with space ids and paths.',
    tasks: ['which spaces are on a site', 'versions that readers can choose'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    effect: 'read',
    locatedBy: { items: 'space.id' },
    query: {
      shareKey,
      ...paging,
      default: z.boolean().optional().meta(onDemand('true: default only; false: others only')),
    },
    output: SiteSpaces,
  }),
  addSpaceToSite: operation({
    id: 'addSpaceToSite',
    tool: 'add_space_to_site',
    summary: 'Add a space to a site as a variant.',
    tasks: [
      'add a space to a site',
      'put a variant of a space on a site',
      'show a space on a site',
      'show another version of the docs as a variant',
      'offer a second language on the site',
      'add version 2 of the docs to the site',
      'let readers switch between versions',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
    effect: 'create',
    confirm: everyCall('Readers of the site will be able to read the space.'),
    body: {
      spaceId: SpaceId,
      sectionId: idOf('siteSection', 'absent: default section or root').optional(),
    },
    run: 'addToSite',
    output: AddedSiteSpace,
  }),
  removeSpaceFromSite: operation({
    id: 'deleteSiteSpaceById',
    tool: 'remove_space_from_site',
    summary: 'Take a space off a site.',
    tasks: [
      'take a space off a site',
      'a space must not be on the site any more',
      'remove a version of the docs from the site',
    ],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSiteSpace: operation({
    id: 'updateSiteSpaceById',
    tool: 'update_site_space',
    summary: 'Change path or display condition of a space on a site.',
    tasks: [
      'change the address of a variant',
      'change the slug of a version',
      'change the url path of a space on a site',
      'rename a variant',
      'hide a variant',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    effect: 'update',
    confirm: whenShownToOthers,
    body: { path: z.string().min(1).max(100).optional(), condition },
    output: SiteSpace,
  }),
  moveSiteSpace: operation({
    id: 'moveSiteSpace',
    tool: 'move_site_space',
    summary: 'Reorder a space on its site.',

    tasks: ['change the order of the versions that readers choose from'],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    effect: 'update',
    body: {
      position: positionOf(
        z.strictObject({
          type: z.literal('site-space').default('site-space'),
          siteSpace: idOf('siteSpace'),
        }),
      ),
    },
    output: SiteSpace,
  }),
};
