import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../guards/guard.ts';
import { challenge } from './challenge.ts';
import { type Authentication, type Identity, secretHash } from './identity.ts';
import { noSignIn } from './no-sign-in.ts';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

const BEARER_CHALLENGE = challenge();

const HOW_TO = 'Send your platform access token as "Authorization: Bearer <token>".';

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
    const token = requiredToken(request, HOW_TO);
    const last = callers.get(socket);
    if (last?.token === token) return last;
    const identity = { token, key: secretHash(token), readOnly: false };
    callers.set(socket, identity);
    return identity;
  },
  routes: noSignIn(HOW_TO),
};
