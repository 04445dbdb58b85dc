import type { AuthOptions } from '../options.ts';
import { callersTokens } from './bearer.ts';
import type { Authentication } from './identity.ts';
import { operatorsToken } from './operator.ts';

/** The way that the operator chose to find out who calls. */
export function createAuthentication(options: AuthOptions): Authentication {
  switch (options.kind) {
    case 'bearer':
      return callersTokens;
    case 'operator':
      return operatorsToken(options.accessToken, options.token);
  }
}
