import type { Route } from '../http/route.ts';
import { askRoutes } from './ask.ts';
import { changeRequestRoutes } from './change-requests.ts';
import { collectionRoutes } from './collections.ts';
import { commentRoutes } from './comments.ts';
import { spaceContentRoutes } from './content.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { gitRoutes } from './git.ts';
import { importRoutes } from './import.ts';
import { inviteRoutes } from './invites.ts';
import { openapiRoutes } from './openapi.ts';
import { organizationSettingsRoutes } from './organization-settings.ts';
import { organizationRoutes } from './organizations.ts';
import { pdfRoutes } from './pdf.ts';
import { samlRoutes } from './saml.ts';
import { searchRoutes } from './search.ts';
import { shareLinkRoutes } from './share-links.ts';
import { siteSectionGroupRoutes } from './site-section-groups.ts';
import { siteSectionRoutes } from './site-sections.ts';
import { siteSpaceRoutes } from './site-spaces.ts';
import { siteRoutes } from './sites.ts';
import { teamRoutes } from './teams.ts';
import { translationRoutes } from './translations.ts';

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...organizationSettingsRoutes,
  ...inviteRoutes,
  ...collectionRoutes,
  ...customFieldRoutes,
  ...samlRoutes,
  ...translationRoutes,
  ...teamRoutes,
  ...spaceContentRoutes,
  ...searchRoutes,
  ...changeRequestRoutes,
  ...commentRoutes,
  ...openapiRoutes,
  ...importRoutes,
  ...gitRoutes,
  ...siteRoutes,
  ...siteSectionRoutes,
  ...siteSectionGroupRoutes,
  ...siteSpaceRoutes,
  ...shareLinkRoutes,
  ...pdfRoutes,
  ...askRoutes,
];
