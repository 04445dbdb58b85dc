import { z } from 'zod';
import { everyCall, whenAny, whenNoLonger, whenOneOf } from './confirm.ts';
import { toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import { AddedShareLink, ShareLink, ShareLinks } from './outputs/sites.ts';
import { paging } from './params.ts';

const operation = toolset('share-links');

const name = z.string().max(50);

export const shareLinks = {
  listShareLinks: operation({
    id: 'listSiteShareLinks',
    tool: 'list_share_links',
    summary: 'List the share links of a site.',
    tasks: ['which secret links are there', 'who got a link', 'who can read the site by a link'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/share-links',
    effect: 'read',
    query: paging,
    output: ShareLinks,
  }),
  createShareLink: operation({
    id: 'createSiteShareLink',
    tool: 'create_share_link',
    summary: 'Create a share link, with which anybody can read the site.',
    tasks: [
      'rotate a share link',
      'new share link in place of an old one',
      'give somebody a link to read the site',
      'secret link to a site',
      'let an auditor view the site',
      'private link for a customer',
      'share a site with somebody outside',
      'let people view a site without an account',
      'put the docs behind a secret link',
      'send the docs to a partner by link',
      'make unpublished docs readable by a link',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/share-links',
    effect: 'create',
    confirm: everyCall('It works until it is deleted or suspended.'),
    body: { name },
    run: 'shareLink',
    output: AddedShareLink,
  }),
  deleteShareLink: operation({
    id: 'deleteSiteShareLinkById',
    tool: 'delete_share_link',
    summary: 'Delete a share link. To only suspend it, update `active`.',
    tasks: [
      'rotate a share link',
      'a share link leaked',
      'the link for the auditor must stop working',
      'withdraw a share link',
      'take a secret link back',
    ],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateShareLink: operation({
    id: 'updateSiteShareLinkById',
    tool: 'update_share_link',
    summary: 'Rename, suspend or revive a share link.',
    tasks: [
      'switch a share link off for a while',
      'suspend a secret link',
      'withdraw a link for now',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    effect: 'update',
    confirm: whenAny(
      whenOneOf('active', [true], 'Anyone with the link will be able to read the site again.'),
      whenNoLonger(
        'active',
        (active, present) => active === false && present === true,
        'The link will no longer open the site.',
      ),
    ),
    body: { active: z.boolean().optional(), name: name.optional() },
    output: ShareLink,
  }),
};
