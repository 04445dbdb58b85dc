import { z } from 'zod';
import type { JsonServices } from '../../../client/index.ts';
import { isSafe } from './safe-url.ts';

/** The metadata of an authorization server (RFC 8414, OpenID Connect Discovery). */
export interface IssuerMetadata {
  jwksUri: string;
  /** Absent if it has no token endpoint. */
  tokenEndpoint: string | undefined;
}

/** The authorization server is not usable now. The message is for the operator. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
}

const DiscoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.string().refine(isSafe),
  token_endpoint: z.string().refine(isSafe).optional(),
});

/**
 * Fetches the metadata of an authorization server on first use, and caches them.
 * @throws {IssuerError} from the function, which may be called again.
 */
export function discoverIssuer(
  issuer: string,
  dependencies: JsonServices,
): () => Promise<IssuerMetadata> {
  let known: Promise<IssuerMetadata> | undefined;
  return () => {
    known ??= discover(issuer, dependencies).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function discover(issuer: string, dependencies: JsonServices): Promise<IssuerMetadata> {
  const problems: string[] = [];
  for (const url of placesOf(issuer)) {
    const { status, body } = await dependencies.ask(url).catch((cause: unknown) => {
      throw new IssuerError(`${url}: ${(cause as Error).message}`, { cause });
    });
    const { data, error } = DiscoveryDocument.safeParse(body);
    if (status !== 200) problems.push(`${url} answered ${status}`);
    else if (error) problems.push(`${url} has no usable ${error.issues[0]?.path.join('.')}`);
    else if (data.issuer !== issuer) problems.push(`${url} is about another issuer`);
    else return { jwksUri: data.jwks_uri, tokenEndpoint: data.token_endpoint };
  }
  throw new IssuerError(`no metadata of the issuer: ${problems.join('; ')}`);
}

/** Possible locations of the metadata, in the order in which MCP clients try them. */
function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `${origin}/.well-known/${name}${path}`,
  );
  return [...new Set([...inserted, `${origin}${path}/.well-known/openid-configuration`])];
}
