import { errors, type JWTPayload, jwtVerify } from 'jose';
import { PREVIEW_AUDIENCE } from '../../sites/preview.ts';

/** Tolerated clock difference, in seconds. */
const CLOCK_TOLERANCE = 5;

/** The grant of a token: a visit to the published site, or to its preview. */
type VisitorGrant = 'visit' | 'preview';

/**
 * Checks a token signed with the site's key by HS256; returns its expiry in milliseconds. Undefined if it is not valid:
 * forged, expired, without an expiry, for the other grant, or signed in another way.
 */
export async function verifyVisitor(
  token: string,
  key: string,
  grant: VisitorGrant,
): Promise<number | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE,
    });
    return grantOf(payload) === grant ? (payload.exp ?? 0) * 1000 : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Owners may sign the tokens of visitors with any audience except that of previews. */
function grantOf({ aud = [] }: JWTPayload): VisitorGrant {
  return [aud].flat().includes(PREVIEW_AUDIENCE) ? 'preview' : 'visit';
}
