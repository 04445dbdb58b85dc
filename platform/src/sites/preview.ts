import { SignJWT } from 'jose';

/** How long a preview is valid. */
const LIFETIME = '1 hour';

/** Marks a token as one for a preview. */
export const PREVIEW_AUDIENCE = 'preview';

/** A token that shows a site, published or not, to its holder; `key` signs the tokens of visitors too. */
export function signPreview(key: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(PREVIEW_AUDIENCE)
    .setExpirationTime(LIFETIME)
    .sign(new TextEncoder().encode(key));
}
