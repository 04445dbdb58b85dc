import type { IncomingMessage } from 'node:http';
import { Refusal } from '../guards/guard.ts';
import { challenge } from './challenge.ts';
import { type Authentication, hashOf } from './identity.ts';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** The bearer token of a request, or undefined. */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Callers bring their own token of the platform, which judges it itself. */
export const callersTokens: Authentication = {
  identify: (request) => {
    const token = bearerToken(request);
    if (token === undefined) {
      throw new Refusal(
        401,
        'Send your platform access token as "Authorization: Bearer <token>".',
        challenge(),
      );
    }
    return { token, key: hashOf(token), readOnly: false };
  },
};
