import type { Authentication, Identity } from '../auth/identity.ts';
import type { Guard } from './guard.ts';

/** Authenticates the caller. */
export function authenticate(authentication: Authentication): Guard {
  return (context) => {
    const identity = authentication.identify(context.request);
    if (!(identity instanceof Promise)) {
      context.identity = identity;
      return undefined;
    }
    return identity.then((found: Identity) => {
      context.identity = found;
    });
  };
}
