import { ApiError } from '../errors.ts';
import { type Route, type RouteText, route } from '../http/route.ts';

/** Operations of the API that this platform does not carry out; they answer 501. */
export const UNSERVED: readonly RouteText[] = [
  'GET /v1/orgs/{organizationId}/sites',
  'POST /v1/orgs/{organizationId}/sites',
  'GET /v1/orgs/{organizationId}/sites/{siteId}',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}',
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  'PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/published',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/sections',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/sections',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
  'GET /v1/orgs/{organizationId}/sites/{siteId}/share-links',
  'POST /v1/orgs/{organizationId}/sites/{siteId}/share-links',
  'DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  'PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
];

export const unservedRoutes: readonly Route[] = UNSERVED.map((text) =>
  route(text, {
    handle: () => {
      throw new ApiError(501, `The embedded platform does not offer ${text}`);
    },
  }),
);
