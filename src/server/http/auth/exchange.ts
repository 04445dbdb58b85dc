import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { JsonServices } from '../../../client/index.ts';
import { secretHash } from './identity.ts';
import { IssuerError } from './issuer.ts';

/** Exchanges callers' tokens for tokens of the platform (RFC 8693). */
export interface ExchangeOptions {
  /** The token endpoint; undefined: the issuer's own. */
  url: string | undefined;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** Audience of the new tokens: the authorization server's name for the platform. */
  audience: string | undefined;
  /** Scopes of the new tokens, separated by spaces. */
  scope: string | undefined;
}

/** The authorization server refuses to exchange this token. The message is for its caller. */
export class ExchangeRefusedError extends Error {
  override readonly name = 'ExchangeRefusedError';
}

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const MAX_KNOWN = 10_000;
/** Do not use a token this close to its expiry, because calls take time. */
const MARGIN_SECONDS = 30;
/** Used if the answer does not say how long a token lasts. */
const UNKNOWN_SECONDS = 60;

const TokenResponse = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().optional(),
});

/** Errors (RFC 6749, RFC 8693) that concern the token rather than this server. */
const Refused = z.object({
  error: z.enum([
    'invalid_request',
    'invalid_grant',
    'invalid_target',
    'invalid_scope',
    'access_denied',
  ]),
});

/**
 * Exchanges tokens. Each new one is cached until it expires, under the hash of the original.
 * @throws {ExchangeRefusedError} from the function, if this token cannot be exchanged.
 * @throws {IssuerError} from the function, if the endpoint cannot be used.
 */
export function tokenExchange(
  options: ExchangeOptions,
  endpoint: () => Promise<string>,
  dependencies: JsonServices,
): (subject: string) => Promise<string> {
  const known = new LRUCache<string, string, string>({
    max: MAX_KNOWN,
    ttl: UNKNOWN_SECONDS * 1000,
    fetchMethod: async (_key, _stale, { context: subject, options: entry }) => {
      const { token, seconds } = await exchange(subject, await endpoint());
      entry.ttl = Math.max(1, (seconds - MARGIN_SECONDS) * 1000);
      return token;
    },
  });

  async function exchange(subject: string, url: string) {
    const { clientId, clientSecret, audience, scope } = options;
    const { status, body } = await dependencies
      .ask(url, {
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: subject,
          subject_token_type: ACCESS_TOKEN,
          requested_token_type: ACCESS_TOKEN,
          ...(audience !== undefined && { audience }),
          ...(scope !== undefined && { scope }),
          ...(clientSecret === undefined && { client_id: clientId }),
        },
        authorization: clientSecret === undefined ? undefined : basic(clientId, clientSecret),
      })
      .catch((cause: unknown) => {
        throw new IssuerError(`${url}: ${(cause as Error).message}`, { cause });
      });
    const answer = TokenResponse.safeParse(body);
    if (status === 200 && answer.success && answer.data.access_token !== subject) {
      const { access_token: token, expires_in: seconds = UNKNOWN_SECONDS } = answer.data;
      return { token, seconds };
    }
    const refused = Refused.safeParse(body);
    if (refused.success) {
      throw new ExchangeRefusedError(
        `The authorization server issues no platform token for yours (${refused.data.error})`,
      );
    }
    throw new IssuerError(`${url} answered ${status} without a token for the platform`);
  }

  return async (subject) =>
    (await known.forceFetch(secretHash(subject), { context: subject })) as string;
}

/** Name and secret, encoded for the header (RFC 6749, 2.3.1). */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice(5));
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
}
