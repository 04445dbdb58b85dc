import type { Route } from '../../http/route.ts';
import { organizationChangeRequestRoutes } from './change-requests.ts';
import { pageByPathRoutes } from './pages-by-path.ts';
import { reviewerRoutes } from './reviewers.ts';
import { reviewRoutes } from './reviews.ts';
import { revisionRoutes } from './revisions.ts';

/** Pages, revisions and change requests, and the spaces that have them. */
export const currentContentRoutes: readonly Route[] = [
  ...pageByPathRoutes,
  ...revisionRoutes,
  ...organizationChangeRequestRoutes,
  ...reviewRoutes,
  ...reviewerRoutes,
];
