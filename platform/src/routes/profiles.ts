import { ApiError } from '../errors.ts';
import { type Route, type RouteText, route } from '../http/route.ts';
import { currentRoutes } from './current/index.ts';
import { INFORMATION } from './current/information.ts';
import { PUBLISHED_ROUTES } from './current/published-routes.ts';
import { routes } from './index.ts';
import { translationRoutes } from './translations.ts';

/** Which service the platform is: that of the contract, or today's. */
export type Profile = 'contract' | 'current';

/** Routes whose namesakes of today are about something else: translations of one space, where these are settings. */
const OTHERS_TODAY: ReadonlySet<Route> = new Set(translationRoutes);

/** The routes of a profile that do something. */
export function servedRoutes(profile: Profile): readonly Route[] {
  return profile === 'contract' ? routes : servedToday;
}

/** Every route of a profile; what today's service has and this platform lacks answers 501. */
export function routesOf(profile: Profile): readonly Route[] {
  if (profile === 'contract') return routes;
  const served = new Set([...servedToday.map(textOf), `GET ${INFORMATION}`]);
  return [...servedToday, ...PUBLISHED_ROUTES.filter((text) => !served.has(text)).map(missing)];
}

const published: ReadonlySet<string> = new Set(PUBLISHED_ROUTES);

/** What today's service does in another way is written anew. */
const renewed: ReadonlySet<string> = new Set(currentRoutes.map(textOf));

const servedToday = [
  ...routes.filter(
    (given) =>
      published.has(textOf(given)) && !OTHERS_TODAY.has(given) && !renewed.has(textOf(given)),
  ),
  ...currentRoutes,
];

function missing(text: RouteText): Route {
  return route(text, {
    handle: () => {
      throw new ApiError(
        501,
        `${text} is an operation of the service that the embedded platform does not have`,
      );
    },
  });
}

function textOf({ method, template }: Route): string {
  return `${method} ${template}`;
}
