import { CURRENT, installed, publishedOperations, readDescription } from './published.ts';

/** The module with the current service's routes, for the embedded platform. */
export function publishedRoutes(): string {
  const routes = publishedOperations(readDescription(installed(CURRENT))).map(({ route }) => {
    return `  '${route.replace(' /', ' /v1/')}',`;
  });
  return [
    "import type { RouteText } from '../http/route.ts';",
    '',
    `/** Every route of the API as it is published in ${CURRENT}. Written by \`npm run generate\`. */`,
    'export const PUBLISHED_ROUTES: readonly RouteText[] = [',
    ...routes,
    '];',
    '',
  ].join('\n');
}
