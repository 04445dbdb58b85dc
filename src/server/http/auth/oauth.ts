import type { IncomingMessage } from 'node:http';
import type { OAuthProtectedResourceMetadata } from '@modelcontextprotocol/server';
import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import type { JWTPayload } from 'jose';
import { createJsonServices, type JsonServices } from '../../../client/index.ts';
import { SERVER_INFO } from '../../assemble.ts';
import { HttpRefusal } from '../guards/guard.ts';
import { ENDPOINT, jsonRoute, type PathHandler, READ_ONLY_ENDPOINT } from '../routes.ts';
import { requiredToken } from './bearer.ts';
import { type ExchangeOptions, ExchangeRefusedError, tokenExchange } from './exchange.ts';
import { type Authentication, type Identity, secretHash } from './identity.ts';
import { discoverIssuer, IssuerError } from './issuer.ts';
import { challenge } from './no-sign-in.ts';
import { InvalidTokenError, tokenVerifier } from './verify.ts';

export interface OAuthOptions {
  /** The issuer of accepted tokens. */
  issuer: string;
  /** Accepted audiences, besides the address of this server. */
  audience: readonly string[];
  /** The address of its keys; undefined: taken from its metadata. */
  jwksUrl: string | undefined;
  /** The public address of the MCP endpoint; undefined: the bound one. */
  publicUrl: string | undefined;
  /** Undefined: callers send their token of the platform in addition. */
  exchange: ExchangeOptions | undefined;
}

const PLATFORM_TOKEN = 'x-docs-platform-token';
const HEADER_SAFE = /^[\x21-\x7e]+$/;
const TIMEOUT_MS = 10_000;

const READ_SCOPE = 'docs:read';
/** Includes the rights of `READ_SCOPE`. */
const WRITE_SCOPE = 'docs:write';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Public: browser clients read it before they are authenticated. */
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=3600' };

/**
 * An OAuth protected resource. Callers present a token that was issued for this server and never leaves it. The token
 * for the platform is a different one: in a header of its own, or obtained by exchange.
 */
export function protectedResource(
  options: OAuthOptions,
  bound: string,
  report: (problem: Error) => void,
): Authentication {
  const dependencies = createJsonServices({ timeoutMs: TIMEOUT_MS });
  const resource = options.publicUrl ?? bound;
  const metadata = discoverIssuer(options.issuer, dependencies);
  const verify = tokenVerifier(
    {
      issuer: options.issuer,
      audience: [resource, ...options.audience],
      jwksUri: async () => options.jwksUrl ?? (await metadata()).jwksUri,
    },
    dependencies,
  );
  const upstream = upstreamToken(
    options,
    async () => (await metadata()).tokenEndpoint,
    dependencies,
  );
  const refusals = refusalsOf(resource);

  async function identify(request: IncomingMessage): Promise<Identity> {
    const token = requiredToken(
      request,
      `Send an access token of ${options.issuer} as "Authorization: Bearer <token>".`,
      refusals.challenge(),
    );
    const claims = await verify(token);
    const grant = grantOf(claims);
    if (grant === 'nothing') {
      throw refusals.insufficient(
        `The token has neither the scope ${READ_SCOPE} nor ${WRITE_SCOPE}`,
      );
    }
    return {
      token: await upstream(request, token),
      key: secretHash(`${options.issuer} ${claims.sub ?? token}`),
      readOnly: grant === 'read',
      ...(grant === 'read' && {
        insufficient: () => refusals.insufficient(`This needs the scope ${WRITE_SCOPE}`),
      }),
      ...(options.exchange && { principal: principalOf(claims, token) }),
      expiresAt: (claims.exp as number) * 1000,
    };
  }

  const refusalOf = (error: unknown): unknown => {
    if (error instanceof InvalidTokenError) return refusals.invalid(error.message);
    if (error instanceof ExchangeRefusedError) return new HttpRefusal(403, error.message);
    if (!(error instanceof IssuerError)) return error;
    report(new Error(`Authorization server ${options.issuer}: ${error.message}`, { cause: error }));
    return new HttpRefusal(503, 'The authorization server cannot be asked now; try again later.', {
      'retry-after': '5',
    });
  };

  return {
    identify: (request) =>
      identify(request).catch((error: unknown) => {
        throw refusalOf(error);
      }),
    routes: resourceRoutes(resource, options.issuer),
    close: () => dependencies.close(),
  };
}

/** Refusals that tell a client how to get a token for this resource. */
function refusalsOf(resource: string) {
  const asking = (parameters: Record<string, string> = {}) =>
    challenge({
      ...parameters,
      scope: `${READ_SCOPE} ${WRITE_SCOPE}`,
      resource_metadata: getOAuthProtectedResourceMetadataUrl(new URL(resource)),
    });
  const refuse = (status: number, error: string) => (message: string) =>
    new HttpRefusal(status, message, asking({ error, error_description: message }));
  return {
    challenge: () => asking(),
    invalid: refuse(401, 'invalid_token'),
    insufficient: refuse(403, 'insufficient_scope'),
  };
}

/** Obtains the platform token for a token of this server. */
function upstreamToken(
  { exchange }: OAuthOptions,
  discovered: () => Promise<string | undefined>,
  dependencies: JsonServices,
): (request: IncomingMessage, token: string) => Promise<string> {
  const exchanged =
    exchange && tokenExchange(exchange, endpointOf(exchange, discovered), dependencies);
  return async (request, token) => {
    const header = request.headers[PLATFORM_TOKEN];
    if (header === undefined && exchanged) return exchanged(token);
    if (header === token) {
      throw new HttpRefusal(
        400,
        'X-Docs-Platform-Token is the token that was issued for this server, which must not be passed on: send one of the platform.',
      );
    }
    if (typeof header === 'string' && HEADER_SAFE.test(header)) return header;
    throw new HttpRefusal(
      400,
      'Send your access token of the platform as "X-Docs-Platform-Token".',
    );
  };
}

function endpointOf(
  { url }: ExchangeOptions,
  discovered: () => Promise<string | undefined>,
): () => Promise<string> {
  return async () => {
    const endpoint = url ?? (await discovered());
    if (endpoint !== undefined) return endpoint;
    throw new IssuerError('it names no token endpoint; name it with --exchange-url');
  };
}

/** The identity of the caller, which stays the same when the token changes. */
function principalOf({ sub, iss }: JWTPayload, token: string): string {
  return sub === undefined ? token : JSON.stringify([iss, sub]);
}

/** The rights that the claims of a token grant. */
function grantOf({ scope, scp }: JWTPayload): 'nothing' | 'read' | 'write' {
  const granted = [scope, scp].flatMap((claim) =>
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [],
  );
  if (granted.includes(WRITE_SCOPE)) return 'write';
  return granted.includes(READ_SCOPE) ? 'read' : 'nothing';
}

/** Tells clients which authorization server to use (RFC 9728): at the root, and for each path of the endpoint. */
function resourceRoutes(resource: string, issuer: string): ReadonlyMap<string, PathHandler> {
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
