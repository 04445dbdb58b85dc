import type { Route } from '../../http/route.ts';

/** The routes that today's service has beyond the contract, as far as they are served here. */
export const currentRoutes: readonly Route[] = [];
