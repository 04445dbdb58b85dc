import type { Route } from '../../http/route.ts';
import { organizationChangeRequestRoutes } from './change-requests.ts';
import { importRunRoutes } from './imports.ts';
import { memberRoutes } from './members.ts';
import { pageByPathRoutes } from './pages-by-path.ts';
import { reviewerRoutes } from './reviewers.ts';
import { reviewRoutes } from './reviews.ts';
import { revisionRoutes } from './revisions.ts';
import { spacePlaceRoutes } from './space-places.ts';
import { spaceRoutes } from './spaces.ts';
import { urlRoutes } from './urls.ts';
import { userRoutes } from './users.ts';

/** Spaces, what is in them, and who works on it. */
export const currentContentRoutes: readonly Route[] = [
  ...pageByPathRoutes,
  ...revisionRoutes,
  ...organizationChangeRequestRoutes,
  ...reviewRoutes,
  ...reviewerRoutes,
  ...spaceRoutes,
  ...spacePlaceRoutes,
  ...userRoutes,
  ...memberRoutes,
  ...urlRoutes,
  ...importRunRoutes,
];
