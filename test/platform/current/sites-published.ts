import type { Area } from '../asked.ts';

export const currentSiteArea: Area = {};

const BEFORE = 'the contract has sites, specifications and search without these fields';
const BODIES = 'it is asked without what it needs';

/** What the description does not allow, by route. */
export const CURRENT_SITE_DIFFERENCES: Record<string, { reason: string; violations: string[] }> = {
  'GET /v1/spaces/{spaceId}/search': {
    reason: BEFORE,
    violations: [
      "/items/[] must have required property 'ancestors'",
      "/items/[] must have required property 'description'",
      "/items/[] must have required property 'rank'",
      "/items/[] must have required property 'score'",
      "/items/[]/sections/[] must have required property 'score'",
    ],
  },
  'GET /v1/orgs/{organizationId}/search': {
    reason: BEFORE,
    violations: [
      "/items/[] must have required property 'score'",
      "/items/[] must have required property 'type'",
      "/items/[]/pages/[] must have required property 'ancestors'",
      "/items/[]/pages/[] must have required property 'description'",
      "/items/[]/pages/[] must have required property 'rank'",
      "/items/[]/pages/[] must have required property 'score'",
      "/items/[]/pages/[]/sections/[] must have required property 'score'",
    ],
  },
  'GET /v1/orgs/{organizationId}/openapi': {
    reason: BEFORE,
    violations: ["/items/[] must have required property 'lastProcessedErrorCount'"],
  },
  'POST /v1/orgs/{organizationId}/openapi': {
    reason: BEFORE,
    violations: [" must have required property 'lastProcessedErrorCount'"],
  },
  'PUT /v1/orgs/{organizationId}/openapi/{specSlug}': {
    reason: BEFORE,
    violations: [" must have required property 'lastProcessedErrorCount'"],
  },
  'GET /v1/orgs/{organizationId}/openapi/{specSlug}': {
    reason: BEFORE,
    violations: [" must have required property 'lastProcessedErrorCount'"],
  },
  'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content': {
    reason: BEFORE,
    violations: [" must have required property 'urls'"],
  },
  'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content': {
    reason: BEFORE,
    violations: [" must have required property 'urls'"],
  },
  'GET /v1/orgs/{organizationId}/sites/{siteId}/published': {
    reason: BEFORE,
    violations: [
      "/customizations/site must have required property 'socialAccounts'",
      "/customizations/site/pageActions must have required property 'items'",
      "/customizations/site/styling must have required property 'codeTheme'",
    ],
  },
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/structure/sort': {
    reason: BODIES,
    violations: ['status 400 is not published'],
  },
  'POST /v1/orgs/{organizationId}/sites/{siteId}/external-links': {
    reason: BODIES,
    violations: ['status 400 is not published'],
  },
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}': {
    reason: BODIES,
    violations: ['status 404 is not published'],
  },
  'POST /v1/orgs/{organizationId}/sites/{siteId}/redirects': {
    reason: BODIES,
    violations: ['status 400 is not published'],
  },
  'PUT /v1/orgs/{organizationId}/sites/{siteId}/redirects': {
    reason: BODIES,
    violations: ['status 400 is not published'],
  },
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}': {
    reason: BODIES,
    violations: ['status 404 is not published'],
  },
  'GET /v1/orgs/{organizationId}/sites/{siteId}/redirect': {
    reason: BODIES,
    violations: ['status 400 is not published'],
  },
};
