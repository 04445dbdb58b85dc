import type { OAuthProtectedResourceMetadata } from '@modelcontextprotocol/server';
import type { JWTPayload } from 'jose';
import { SERVER_INFO } from '../../assemble.ts';
import { ENDPOINT, jsonRoute, type PathHandler, READ_ONLY_ENDPOINT } from '../routes.ts';

export const READ_SCOPE = 'docs:read';
/** Includes the rights of `READ_SCOPE`. */
export const WRITE_SCOPE = 'docs:write';

/** The rights that the claims of a token grant. */
export function grantOf({ scope, scp }: JWTPayload): 'nothing' | 'read' | 'write' {
  const granted = [scope, scp].flatMap((claim) =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [],
  );
  if (granted.includes(WRITE_SCOPE)) return 'write';
  return granted.includes(READ_SCOPE) ? 'read' : 'nothing';
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Public: browser clients read it before they are authenticated. */
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=3600' };

/** Tells clients which authorization server to use (RFC 9728): at the root, and for each path of the endpoint. */
export function resourceRoutes(resource: string, issuer: string): ReadonlyMap<string, PathHandler> {
  const document: OAuthProtectedResourceMetadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [READ_SCOPE, WRITE_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: SERVER_INFO.title,
  };
  const route = jsonRoute(document, HEADERS);
  const paths = ['', ENDPOINT, READ_ONLY_ENDPOINT, new URL(resource).pathname.replace(/\/$/, '')];
  return new Map(paths.map((path) => [`${WELL_KNOWN}${path}`, route]));
}
