import { NAME } from '../../../version.ts';
import { ENDPOINT, jsonRoute, type PathHandler, READ_ONLY_ENDPOINT } from '../routes.ts';

/** The paths where clients look for an OAuth sign-in. They open one unless the answer says that there is none. */
const METADATA = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
];
const ENDPOINTS = ['/register', '/authorize', '/token'];
const SUFFIXES = ['', ENDPOINT, READ_ONLY_ENDPOINT];

const HEADERS = { 'access-control-allow-origin': '*' };

/**
 * Tells clients that look for a sign-in that this server has none, and what to send instead, as an OAuth error, which
 * they show to a person.
 */
export function noSignIn(howTo: string): ReadonlyMap<string, PathHandler> {
  const error_description = `This server has no sign-in. ${howTo}`;
  const missing = jsonRoute({ error: 'not_found', error_description }, HEADERS, 404);
  const refused = jsonRoute({ error: 'access_denied', error_description }, HEADERS, 400);
  const metadata = METADATA.flatMap((path) => SUFFIXES.map((suffix) => `${path}${suffix}`));
  return new Map([
    ...[...metadata, `${ENDPOINT}/.well-known/openid-configuration`].map(
      (path) => [path, missing] as const,
    ),
    ...ENDPOINTS.map((path) => [path, refused] as const),
  ]);
}

/** The `WWW-Authenticate` header (RFC 6750), with these parameters besides the realm. */
export function challenge(parameters: Record<string, string> = {}): Record<string, string> {
  const all = Object.entries({ realm: NAME, ...parameters });
  const quoted = all.map(([name, value]) => `${name}="${value.replaceAll(/[\\"]/g, '\\$&')}"`);
  return { 'www-authenticate': `Bearer ${quoted.join(', ')}` };
}
