import { z } from 'zod';
import {
  whenAny,
  whenChanged,
  whenClosed,
  whenCreatedOpen,
  whenNull,
  whenOpened,
} from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { AdaptiveSchema, PublishedSite, Site, Sites } from './outputs/sites.ts';
import {
  JsonObject,
  onDemand,
  paging,
  SiteSectionId,
  SiteSpaceId,
  SiteType,
  SiteVisibility,
  shareKey,
} from './params.ts';
import { atMostOneOf } from './rules.ts';

const operation = toolset('sites');

const title = z.string().min(2).max(128).optional();

const proxyPattern = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

export const sites = {
  listSites: operation({
    id: 'listSites',
    tool: 'list_sites',
    summary: 'List the docs sites of an organization.',
    tasks: [
      'which websites do we have',
      'which sites are not published',
      'which sites are published',
      'live sites',
      'all docs sites',
      'which sites do we run',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites',
    effect: 'read',
    locatedBy: { items: 'id', of: 'site' },
    query: {
      ...paging,
      space: idOf('space', 'space id').optional(),
      title: z.string().optional(),
      published: z.boolean().optional(),
      type: z.array(SiteType).optional(),
    },
    output: Sites,
  }),
  createSite: operation({
    id: 'createSite',
    tool: 'create_site',
    summary: 'Create an unpublished docs site from `spaces`, or from a new space by `template`.',
    tasks: [
      'new docs website',
      'set up a help center',
      'create a docs site',
      'new help center website',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites',
    effect: 'create',
    confirm: whenCreatedOpen,
    body: {
      type: SiteType.optional(),
      title,
      visibility: SiteVisibility.optional(),
      spaces: z.array(idOf('space')).optional(),
      template: z.enum(['sample', 'empty']).optional(),
    },
    check: atMostOneOf('spaces', 'template'),
    encodeBody: ({ template, ...body }) =>
      template === undefined ? body : { ...body, spaces: template },
    output: Site,
  }),
  getSite: operation({
    id: 'getSiteById',
    tool: 'get_site',
    summary: 'Read one docs site.',

    tasks: ['settings of a site', 'who may read a site'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: Site,
  }),
  deleteSite: operation({
    id: 'deleteSiteById',
    tool: 'delete_site',
    summary: 'Delete a docs site.',
    tasks: ['remove a website for good', 'get rid of a docs site', 'delete a docs site'],
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSite: operation({
    id: 'updateSiteById',
    tool: 'update_site',
    summary: 'Change settings of a docs site: title, audience, defaults, proxy.',
    tasks: [
      'hide the docs from outsiders',
      'keep strangers out of a site',
      'take a site away from the public',
      'only visitors who are logged in may see a site',
      'make a site private',
      'who may see a site',
      'rename a site',
      'put a site behind a login',
      'restrict a site to visitors with a link',
      'change the visibility of a site',
      'change the title of a site',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}',
    effect: 'update',
    confirm: whenAny(
      whenOpened,
      whenClosed,
      whenNull('Readers will no longer reach it at its proxy address.', 'proxy'),
      whenChanged('Readers will no longer reach it at its present address.', 'basename', 'proxy'),
      ({ adaptiveContent }) =>
        (adaptiveContent as { enabled: boolean } | undefined)?.enabled === false
          ? 'Conditions on its readers will no longer decide who sees what.'
          : undefined,
    ),
    body: {
      title,
      visibility: SiteVisibility.optional(),
      basename: z.string().min(1).max(100).optional(),
      adaptiveContent: z.strictObject({ enabled: z.boolean() }).optional(),
      defaultSiteSpace: SiteSpaceId.optional(),
      defaultSiteSection: SiteSectionId.optional(),
      proxy: z
        .string()
        .max(512)
        .refine((value) => proxyPattern.test(value), {
          error: 'must be a host with a path, such as example.com/docs',
        })
        .nullable()
        .optional()
        .meta(onDemand('such as example.com/docs; null removes it')),
    },
    output: Site,
  }),
  getSiteAdaptiveSchema: operation({
    id: 'getSiteAdaptiveSchema',
    tool: 'get_site_adaptive_schema',
    summary: 'Read the schema of the visitor attributes that adaptive content may use.',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    since: '0.130.0',
    effect: 'read',
    locatedBy: 'no-space',
    output: AdaptiveSchema,
  }),
  setSiteAdaptiveSchema: operation({
    id: 'updateSiteAdaptiveSchema',
    tool: 'set_site_adaptive_schema',
    summary: 'Create or replace the schema of visitor attributes of a site.',
    tasks: [
      'define what is known of visitors',
      'personalize content by visitor attributes',
      'adaptive content',
    ],
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    since: '0.130.0',
    effect: 'update',
    body: {
      jsonSchema: JsonObject.describe(
        'draft-07: type object, properties each with a description, additionalProperties false',
      ),
    },
    output: AdaptiveSchema,
  }),
  getPublishedSite: operation({
    id: 'getPublishedContentSite',
    tool: 'get_published_site',
    summary: 'Read a whole published site: structure, customization, sections and spaces.',

    tasks: ['everything about a live site'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/published',
    effect: 'read',
    query: { shareKey },
    view: 'object',
    output: PublishedSite,
  }),
};
