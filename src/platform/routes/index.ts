import type { Route } from '../http/route.ts';
import { askRoutes } from './ask.ts';
import { changeRequestRoutes } from './change-requests.ts';
import { commentRoutes } from './comments.ts';
import { spaceContentRoutes } from './content.ts';
import { importRoutes } from './import.ts';
import { openapiRoutes } from './openapi.ts';
import { organizationRoutes } from './organizations.ts';
import { pdfRoutes } from './pdf.ts';
import { searchRoutes } from './search.ts';
import { unservedRoutes } from './unserved.ts';

/** Every route of the API. */
export const routes: readonly Route[] = [
  ...organizationRoutes,
  ...spaceContentRoutes,
  ...searchRoutes,
  ...changeRequestRoutes,
  ...commentRoutes,
  ...openapiRoutes,
  ...importRoutes,
  ...pdfRoutes,
  ...askRoutes,
  ...unservedRoutes,
];
