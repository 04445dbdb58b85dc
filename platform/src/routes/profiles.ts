import type { Profile } from '../auth/context.ts';
import { ApiError } from '../errors.ts';
import { type Route, type RouteText, route } from '../http/route.ts';
import { routes } from './index.ts';
import { INFORMATION } from './information.ts';
import { PUBLISHED_ROUTES } from './published-routes.ts';

/** The implemented routes of a profile. */
export function servedRoutes(profile: Profile): readonly Route[] {
  return routes.filter((given) => [undefined, profile].includes(given.profile));
}

/** Every route of a profile; routes of the current service that this platform lacks answer 501. */
export function routesOf(profile: Profile): readonly Route[] {
  const served = servedRoutes(profile);
  if (profile === 'contract') return served;
  const known = new Set([...served.map(textOf), `GET ${INFORMATION}`]);
  return [...served, ...PUBLISHED_ROUTES.filter((text) => !known.has(text)).map(missing)];
}

function missing(text: RouteText): Route {
  return route(text, {
    handle: () => {
      throw new ApiError(
        501,
        `${text} is an operation of the service that the embedded platform does not offer`,
      );
    },
  });
}

function textOf({ method, template }: Route): string {
  return `${method} ${template}`;
}
