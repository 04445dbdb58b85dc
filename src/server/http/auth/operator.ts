import { timingSafeEqual } from 'node:crypto';
import type { TokenProvider } from '../../dependencies.ts';
import { HttpRefusal } from '../guards/guard.ts';
import { requiredToken } from './bearer.ts';
import { challenge } from './challenge.ts';
import { type Authentication, secretHash } from './identity.ts';
import { noSignIn } from './no-sign-in.ts';

const HOW_TO = 'Send the access token of this server as "Authorization: Bearer <token>".';

/** All callers act with the operator's token if they present the access token that the operator gave them. */
export function operatorsToken(accessToken: string, token: TokenProvider): Authentication {
  const key = secretHash(accessToken);
  return {
    identify: async (request) => {
      const presented = requiredToken(request, HOW_TO);
      if (!isSame(secretHash(presented), key)) {
        throw new HttpRefusal(
          401,
          'This is not the access token of this server; ask its operator for it.',
          challenge({ error: 'invalid_token' }),
        );
      }
      return { token: await token(), key, readOnly: false };
    },
    routes: noSignIn(HOW_TO),
  };
}

/** Compares in constant time; the hashes have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
