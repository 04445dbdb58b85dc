import { type Guard, refuse } from './guard.ts';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** The bearer token of a request, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/** Lets only requests pass that carry a bearer token; the platform judges the token itself. */
export const requireBearer: Guard = (request, response) =>
  bearerToken(request.headers.authorization) !== undefined ||
  refuse(response, 401, 'Send your platform access token as "Authorization: Bearer <token>".', {
    'www-authenticate': 'Bearer realm="docs-platform-mcp"',
  });
