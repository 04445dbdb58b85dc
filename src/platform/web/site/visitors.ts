import { errors, jwtVerify } from 'jose';

/** How far clocks may differ, in seconds. */
const CLOCK_TOLERANCE = 5;

/**
 * Checks the token of a visitor, signed with the site's key by HS256; gives the time of its expiry in milliseconds.
 * Undefined when it is not valid: forged, expired, without an expiry, for another audience, or signed in another way.
 */
export async function verifyVisitor(
  token: string,
  key: string,
  audience?: string,
): Promise<number | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      ...(audience !== undefined && { audience }),
      clockTolerance: CLOCK_TOLERANCE,
    });
    return (payload.exp ?? 0) * 1000;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
