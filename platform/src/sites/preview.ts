import { SignJWT } from 'jose';

/** How long a preview can be looked at. */
const LIFETIME = '1 hour';

/** Says of a token that it opens a preview. */
export const PREVIEW_AUDIENCE = 'preview';

/** A token that shows a site, published or not, to whoever has it; `key` signs the tokens of its visitors too. */
export function signPreview(key: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(PREVIEW_AUDIENCE)
    .setExpirationTime(LIFETIME)
    .sign(new TextEncoder().encode(key));
}
