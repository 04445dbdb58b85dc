import { ApiError } from '../errors.ts';
import { type Route, type RouteText, route } from '../http/route.ts';

/** Operations of the API that this platform does not carry out; they answer 501. */
export const UNSERVED: readonly RouteText[] = [];

export const unservedRoutes: readonly Route[] = UNSERVED.map((text) =>
  route(text, {
    handle: () => {
      throw new ApiError(501, `The embedded platform does not offer ${text}`);
    },
  }),
);
