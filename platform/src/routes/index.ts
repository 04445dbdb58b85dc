import type { Route } from '../http/route.ts';
import { askRoutes } from './ask.ts';
import { changeRequestRoutes } from './change-requests.ts';
import { collectionRoutes } from './collections.ts';
import { commentRoutes } from './comments.ts';
import { spaceContentRoutes } from './content.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { gitRoutes } from './git.ts';
import { importRoutes } from './imports.ts';
import { inviteRoutes } from './invites.ts';
import { memberRoutes } from './members.ts';
import { openapiRoutes } from './openapi.ts';
import { organizationSettingsRoutes } from './organization-settings.ts';
import { organizationRoutes } from './organizations.ts';
import { pdfRoutes } from './pdf.ts';
import { permissionRoutes } from './permissions.ts';
import { reviewRoutes } from './reviews.ts';
import { revisionRoutes } from './revisions.ts';
import { samlRoutes } from './saml.ts';
import { searchRoutes } from './search.ts';
import { shareLinkRoutes } from './share-links.ts';
import { siteExternalLinkRoutes } from './site-external-links.ts';
import { sitePublishingRoutes } from './site-publishing.ts';
import { redirectRoutes } from './site-redirects.ts';
import { siteSearchRoutes } from './site-search.ts';
import { siteSectionGroupRoutes } from './site-section-groups.ts';
import { siteSectionRoutes } from './site-sections.ts';
import { siteSpaceRoutes } from './site-spaces.ts';
import { siteStructureRoutes } from './site-structure.ts';
import { siteRoutes } from './sites.ts';
import { spaceRoutes } from './spaces.ts';
import { teamRoutes } from './teams.ts';
import { translationRoutes } from './translations.ts';
import { urlRoutes } from './urls.ts';
import { userRoutes } from './users.ts';

/** Every route of the API, in either profile. */
export const routes: readonly Route[] = [
  ...askRoutes,
  ...changeRequestRoutes,
  ...collectionRoutes,
  ...commentRoutes,
  ...spaceContentRoutes,
  ...customFieldRoutes,
  ...gitRoutes,
  ...importRoutes,
  ...inviteRoutes,
  ...memberRoutes,
  ...openapiRoutes,
  ...organizationSettingsRoutes,
  ...organizationRoutes,
  ...pdfRoutes,
  ...permissionRoutes,
  ...reviewRoutes,
  ...revisionRoutes,
  ...samlRoutes,
  ...searchRoutes,
  ...shareLinkRoutes,
  ...siteExternalLinkRoutes,
  ...sitePublishingRoutes,
  ...redirectRoutes,
  ...siteSearchRoutes,
  ...siteSectionGroupRoutes,
  ...siteSectionRoutes,
  ...siteSpaceRoutes,
  ...siteStructureRoutes,
  ...siteRoutes,
  ...spaceRoutes,
  ...teamRoutes,
  ...translationRoutes,
  ...urlRoutes,
  ...userRoutes,
];
