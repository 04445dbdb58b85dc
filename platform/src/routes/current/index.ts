import type { Route } from '../../http/route.ts';
import { currentContentRoutes } from './content.ts';
import { currentInviteRoutes } from './invites.ts';
import { memberChangeRoutes } from './member-changes.ts';
import { openapiSourceRoutes } from './openapi-source.ts';
import { permissionRoutes } from './permissions.ts';
import { permissionAggregateRoutes } from './permissions-aggregate.ts';
import { redirectRoutes } from './redirects.ts';
import { siteExternalLinkRoutes } from './site-external-links.ts';
import { sitePublishingRoutes } from './site-publishing.ts';
import { siteSearchRoutes } from './site-search.ts';
import { siteStructureRoutes } from './site-structure.ts';
import { currentTeamRoutes } from './teams.ts';

/** The routes that today's service has beyond the contract, as far as they are served here. */
export const currentRoutes: readonly Route[] = [
  ...currentContentRoutes,
  ...siteStructureRoutes,
  ...siteExternalLinkRoutes,
  ...redirectRoutes,
  ...sitePublishingRoutes,
  ...siteSearchRoutes,
  ...openapiSourceRoutes,
  ...permissionRoutes,
  ...permissionAggregateRoutes,
  ...currentTeamRoutes,
  ...memberChangeRoutes,
  ...currentInviteRoutes,
];
