import type { HttpOptions } from '../options.ts';
import { callersTokens, operatorsToken } from './bearer.ts';
import type { Authentication } from './identity.ts';

/** Creates the authentication of a server once its address is known. */
type AuthenticationFactory = (url: string, report: (problem: Error) => void) => Authentication;

/** Loads only the authentication mode that the operator chose. */
export async function prepareAuthentication({
  auth,
  operatorToken,
}: Pick<HttpOptions, 'auth' | 'operatorToken'>): Promise<AuthenticationFactory> {
  switch (auth.kind) {
    case 'bearer':
      return () => callersTokens;
    case 'operator':
      return () => operatorsToken(auth.accessToken, operatorToken);
    case 'oauth': {
      const { protectedResource } = await import('./oauth.ts');
      return (url, report) => protectedResource(auth, url, report);
    }
  }
}
