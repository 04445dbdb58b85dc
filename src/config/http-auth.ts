import { isLoopback } from '../loopback.ts';
import { isSafe } from '../server/http/auth/safe-url.ts';
import type { AuthOptions } from '../server/http/options.ts';
import { readEnvironment } from './environment.ts';
import { type Config, ConfigError } from './server.ts';

/** Flags for the authentication of callers. Secrets may come from the environment instead. */
export interface AuthFlags {
  auth: string;
  accessToken?: string;
  publicUrl?: string;
  oauthIssuer?: string;
  oauthAudience?: string[];
  oauthJwksUrl?: string;
  exchangeClientId?: string;
  exchangeSecret?: string;
  exchangeUrl?: string;
  exchangeAudience?: string;
  exchangeScope?: string;
}

/** Where the server listens, if its address follows from it. */
interface ListenAddress {
  host: string;
  port: number;
  allowHost?: string[];
}

/** The options of each authentication method. */
const AUTH_FLAGS = {
  bearer: [],
  operator: ['accessToken'],
  oauth: [
    ...(['publicUrl', 'oauthIssuer', 'oauthAudience', 'oauthJwksUrl'] as const),
    ...(['exchangeClientId', 'exchangeSecret', 'exchangeUrl'] as const),
    ...(['exchangeAudience', 'exchangeScope'] as const),
  ],
} satisfies Record<AuthOptions['kind'], readonly (keyof AuthFlags)[]>;

export const AUTH_KINDS = ['bearer', 'operator', 'oauth'] as const;

/**
 * Reads and validates the authentication of callers.
 * @throws {ConfigError} saying what to set.
 */
export function readAuth(
  kind: AuthOptions['kind'],
  env: NodeJS.ProcessEnv,
  flags: AuthFlags & ListenAddress,
  config: Config,
): AuthOptions {
  for (const mode of AUTH_KINDS) {
    const alien = mode !== kind && AUTH_FLAGS[mode].find((flag) => flags[flag] !== undefined);
    if (alien) throw new ConfigError(`${flagName(alien)} belongs to --auth ${mode}`);
  }
  const secrets = readEnvironment(env);
  switch (kind) {
    case 'bearer':
      return { kind };
    case 'operator':
      requireRestricted(config);
      return {
        kind,
        accessToken: required(
          flags.accessToken ?? secrets.DOCS_PLATFORM_ACCESS_TOKEN,
          '--auth operator needs a token for its callers: --access-token, or better DOCS_PLATFORM_ACCESS_TOKEN',
        ),
      };
    case 'oauth':
      return { kind, ...oauthOf(flags, secrets.DOCS_PLATFORM_EXCHANGE_SECRET) };
  }
}

/** Operators who share their own token with everybody must say what it may be used for. */
function requireRestricted({ surface: { readOnly, scope } }: Config): void {
  if (readOnly || scope.allowedSpaces || Object.keys(scope.pinned).length > 0) return;
  throw new ConfigError(
    '--auth operator lets all callers act with your token: say what for, with --read-only or pins (--organization, --space, --site, --allow-spaces)',
  );
}

function oauthOf(flags: AuthFlags & ListenAddress, secret: string | undefined) {
  const isKnown = isLoopback(flags.host) && flags.allowHost === undefined && flags.port > 0;
  const issuer = required(
    safeUrl(flags, 'oauthIssuer'),
    '--auth oauth needs the authorization server: --oauth-issuer',
  );
  const publicUrl = safeUrl(flags, 'publicUrl');
  if (!publicUrl && !isKnown) {
    throw new ConfigError(
      '--auth oauth needs the address under which callers know this server: --public-url, as in https://docs.example.com/mcp',
    );
  }
  return {
    issuer,
    publicUrl,
    audience: flags.oauthAudience ?? [],
    jwksUrl: safeUrl(flags, 'oauthJwksUrl'),
    exchange: exchangeOf(flags, secret),
  };
}

function exchangeOf(flags: AuthFlags, secret: string | undefined) {
  const { exchangeClientId: clientId, exchangeAudience, exchangeScope, exchangeSecret } = flags;
  const url = safeUrl(flags, 'exchangeUrl');
  if (clientId === undefined) {
    if (url ?? exchangeAudience ?? exchangeScope ?? exchangeSecret) {
      throw new ConfigError('Token exchange needs --exchange-client-id');
    }
    return undefined;
  }
  return {
    url,
    clientId,
    clientSecret: exchangeSecret ?? secret,
    audience: exchangeAudience,
    scope: exchangeScope,
  };
}

function safeUrl(
  flags: AuthFlags,
  flag: 'publicUrl' | 'oauthIssuer' | 'oauthJwksUrl' | 'exchangeUrl',
): string | undefined {
  const url = flags[flag];
  if (url === undefined || (isSafe(url) && !/[?#]|^\w+:\/\/[^/]*@/.test(url))) return url;
  throw new ConfigError(
    `${flagName(flag)} must be an https address, or one of this machine, without credentials, query and fragment`,
  );
}

function required(value: string | undefined, message: string): string {
  if (value) return value;
  throw new ConfigError(message);
}

function flagName(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
