import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import type { JsonServices } from '../../../client/index.ts';
import { IssuerError } from './issuer.ts';

/** The token is not valid for this server. The message says why. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** Never algorithms with a shared secret, and never `none`. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const CLOCK_SKEW_SECONDS = 5;

/** Verification errors that the caller can do something about. */
const REASONS = new Map<string, string>([
  ['ERR_JWT_EXPIRED', 'The token has expired'],
  ['ERR_JWS_INVALID', 'The token is not a signed JWT'],
  ['ERR_JWT_INVALID', 'The token is not a JWT with claims'],
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'The token is not signed in an accepted way'],
  ['ERR_JOSE_NOT_SUPPORTED', 'The token is not signed in an accepted way'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'The signature of the token is invalid'],
  ['ERR_JWKS_NO_MATCHING_KEY', 'The token is signed with a key that its issuer does not have'],
  ['ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'The token does not say with which key it is signed'],
]);

interface Expected {
  issuer: string;
  audience: readonly string[];
  /** The address of the issuer's keys. */
  jwksUri(): Promise<string>;
}

/**
 * Verifies tokens with the keys of their issuer, which are fetched on first use and when a token names an unknown
 * one. The function returns the claims of a token.
 * @throws {InvalidTokenError} from the function, if the token is not valid for this server or has expired.
 * @throws {IssuerError} from the function, if the keys are not available.
 */
export function tokenVerifier(
  { issuer, audience, jwksUri }: Expected,
  dependencies: JsonServices,
): (token: string) => Promise<JWTPayload> {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  return async (token) => {
    keys ??= keysAt(await jwksUri(), dependencies);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: [...audience],
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
      });
      return payload;
    } catch (error) {
      throw explained(error);
    }
  };
}

function keysAt(url: string, dependencies: JsonServices): ReturnType<typeof createRemoteJWKSet> {
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: async (place) => {
      const { status, body } = await dependencies.ask(place);
      return Response.json(body ?? null, { status });
    },
  });
}

function explained(error: unknown): Error {
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new InvalidTokenError(`The claim ${error.claim} of the token is not accepted here`);
  }
  const reason = error instanceof errors.JOSEError ? REASONS.get(error.code) : undefined;
  if (reason !== undefined) return new InvalidTokenError(reason);
  return new IssuerError(`no keys of the issuer: ${(error as Error).message}`, { cause: error });
}
