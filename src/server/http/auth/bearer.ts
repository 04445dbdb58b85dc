import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TokenProvider } from '../../dependencies.ts';
import { HttpRefusal } from '../guards/guard.ts';
import { type Authentication, type Identity, secretHash } from './identity.ts';
import { challenge, noSignIn } from './no-sign-in.ts';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

const BEARER_CHALLENGE = challenge();

const SEND_PLATFORM_TOKEN = 'Send your platform access token as "Authorization: Bearer <token>".';

/** The bearer token of a request, or undefined. */
function bearerToken({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/**
 * The bearer token of a request.
 * @throws {HttpRefusal} with this message and a challenge, if there is none.
 */
export function requiredToken(
  request: IncomingMessage,
  message: string,
  howTo: Record<string, string> = BEARER_CHALLENGE,
): string {
  const token = bearerToken(request);
  if (token === undefined) throw new HttpRefusal(401, message, howTo);
  return token;
}

/**
 * The last caller on each connection. It is usually the same again, and hashing costs more than everything else here.
 */
const callers = new WeakMap<IncomingMessage['socket'], Identity>();

/** Callers bring their own token of the platform, and the platform checks it. */
export const callersTokens: Authentication = {
  identify: (request) => {
    const { socket } = request;
    const token = requiredToken(request, SEND_PLATFORM_TOKEN);
    const last = callers.get(socket);
    if (last?.token === token) return last;
    const identity = { token, key: secretHash(token), readOnly: false };
    callers.set(socket, identity);
    return identity;
  },
  routes: noSignIn(SEND_PLATFORM_TOKEN),
};

const SEND_ACCESS_TOKEN =
  'Send the access token of this server as "Authorization: Bearer <token>".';

/** All callers act with the operator's token if they present the access token that the operator gave them. */
export function operatorsToken(accessToken: string, token: TokenProvider): Authentication {
  const key = secretHash(accessToken);
  return {
    identify: async (request) => {
      const presented = requiredToken(request, SEND_ACCESS_TOKEN);
      if (!isSame(secretHash(presented), key)) {
        throw new HttpRefusal(
          401,
          'This is not the access token of this server; ask its operator for it.',
          challenge({ error: 'invalid_token' }),
        );
      }
      return { token: await token(), key, isShared: true, readOnly: false };
    },
    routes: noSignIn(SEND_ACCESS_TOKEN),
  };
}

/** Compares in constant time; the hashes have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
