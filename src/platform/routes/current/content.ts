import type { Route } from '../../http/route.ts';
import { pageByPathRoutes } from './pages-by-path.ts';
import { revisionRoutes } from './revisions.ts';

/** Pages, revisions and change requests, and the spaces that have them. */
export const currentContentRoutes: readonly Route[] = [...pageByPathRoutes, ...revisionRoutes];
