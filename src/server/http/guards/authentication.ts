import type { Authentication, Identity } from '../auth/identity.ts';
import type { Guard } from './guard.ts';

/** Authenticates the caller. */
export function authenticate(authentication: Authentication): Guard {
  return (visit) => {
    const identity = authentication.identify(visit.request);
    if (!(identity instanceof Promise)) {
      visit.identity = identity;
      return undefined;
    }
    return identity.then((found: Identity) => {
      visit.identity = found;
    });
  };
}
