import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import {
  type Config,
  ConfigError,
  type ConfigFlags,
  oneOf,
  readConfig,
  readSharedConfig,
} from './config.ts';
import { readEnvironment } from './environment.ts';
import { isSafe } from './server/http/auth/safe-url.ts';
import { type AuthOptions, type GivenHttpOptions, LOOPBACK_HOSTS } from './server/http/options.ts';
import { type TlsFiles, tlsOptions } from './server/http/tls.ts';

/** Flags of serving over HTTP; some may come from the environment instead. */
export interface HttpFlags extends ConfigFlags {
  host: string;
  port: number;
  allowHost?: string[];
  allowOrigin?: string[];
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
  tlsCert?: string;
  tlsKey?: string;
  tlsClientCa?: string;
  maxConcurrent: number;
  maxConcurrentPerToken: number;
  rateLimit?: number;
  rateLimitPerAddress?: number;
  headersTimeout: number;
  requestTimeout: number;
}

/** What belongs to each way of authentication alone. */
const OF_AUTH = {
  bearer: [],
  operator: ['accessToken'],
  oauth: [
    ...(['publicUrl', 'oauthIssuer', 'oauthAudience', 'oauthJwksUrl'] as const),
    ...(['exchangeClientId', 'exchangeSecret', 'exchangeUrl'] as const),
    ...(['exchangeAudience', 'exchangeScope'] as const),
  ],
} satisfies Record<AuthOptions['kind'], readonly (keyof HttpFlags)[]>;

const MODES = ['bearer', 'operator', 'oauth'] as const;

/**
 * Reads and validates all that a server over HTTP is made of.
 * @throws {ConfigError} saying what to set.
 */
export function readHttpConfig(
  env: NodeJS.ProcessEnv,
  flags: HttpFlags,
): { config: Config; http: GivenHttpOptions } {
  const kind = oneOf('--auth', flags.auth, MODES);
  const config = kind === 'operator' ? readConfig(env, flags) : readSharedConfig(env, flags);
  const { host, port, maxConcurrent, maxConcurrentPerToken, rateLimit, rateLimitPerAddress } =
    flags;
  return {
    config,
    http: {
      host,
      port,
      allowHosts: hostsOf(flags),
      allowOrigins: (flags.allowOrigin ?? []).map(originOf),
      auth: authOf(kind, env, flags, config),
      tls: tlsOf(flags),
      maxConcurrent,
      maxConcurrentPerToken,
      rateLimit,
      rateLimitPerAddress,
      headersTimeoutMs: flags.headersTimeout,
      requestTimeoutMs: flags.requestTimeout,
    },
  };
}

function authOf(
  kind: AuthOptions['kind'],
  env: NodeJS.ProcessEnv,
  flags: HttpFlags,
  config: Config,
): AuthOptions {
  for (const mode of MODES) {
    const alien = mode !== kind && OF_AUTH[mode].find((flag) => flags[flag] !== undefined);
    if (alien) throw new ConfigError(`${flagName(alien)} belongs to --auth ${mode}`);
  }
  const secrets = readEnvironment(env);
  switch (kind) {
    case 'bearer':
      return { kind };
    case 'operator':
      mustBeNarrow(config);
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

/** Who lends everybody the own token has to say what it may be used for. */
function mustBeNarrow({ surface: { readOnly, scope } }: Config): void {
  if (readOnly || scope.allowedSpaces || Object.keys(scope.pinned).length > 0) return;
  throw new ConfigError(
    '--auth operator lets all callers act with your token: say what for, with --read-only or pins (--organization, --space, --site, --allow-spaces)',
  );
}

function oauthOf(flags: HttpFlags, secret: string | undefined) {
  const isKnown = LOOPBACK_HOSTS.has(flags.host) && flags.allowHost === undefined && flags.port > 0;
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

function exchangeOf(flags: HttpFlags, secret: string | undefined) {
  const { exchangeClientId: clientId, exchangeAudience, exchangeScope, exchangeSecret } = flags;
  const url = safeUrl(flags, 'exchangeUrl');
  if (clientId === undefined) {
    if (url ?? exchangeAudience ?? exchangeScope ?? exchangeSecret) {
      throw new ConfigError('The exchange of tokens needs --exchange-client-id');
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

/** Names of hosts; beyond loopback there has to be one. */
function hostsOf({ host, allowHost = [] }: HttpFlags): string[] {
  if (!LOOPBACK_HOSTS.has(host) && allowHost.length === 0) {
    throw new ConfigError(
      `--host ${host} is reached from other machines: say with --allow-host under which names it is`,
    );
  }
  return allowHost.map((name) => {
    const bare = name.replace(/^\[(.*)\]$/, '$1');
    const url = `http://${bare.includes(':') ? `[${bare}]` : bare}`;
    const isName = /^[\w.:-]+$/.test(bare) && URL.canParse(url);
    if (isName) return new URL(url).hostname;
    throw new ConfigError(`--allow-host takes names without scheme, port and path, not ${name}`);
  });
}

/** As browsers send it. */
function originOf(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) {
    const { origin, pathname } = new URL(text);
    if (pathname === '/') return origin;
  } else if (/^[a-z][a-z0-9+.-]*:\/\/[^/*]+$/.test(text)) {
    return text;
  }
  throw new ConfigError(
    `--allow-origin takes origins such as https://app.example.com, without a path, not ${text}`,
  );
}

function tlsOf({ tlsCert, tlsKey, tlsClientCa }: HttpFlags): TlsFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined && tlsClientCa === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new ConfigError('TLS needs both --tls-cert and --tls-key');
  }
  const files: TlsFiles = {
    cert: contentOf('--tls-cert', tlsCert),
    key: contentOf('--tls-key', tlsKey),
    clientCa: tlsClientCa === undefined ? undefined : contentOf('--tls-client-ca', tlsClientCa),
  };
  try {
    createSecureContext(tlsOptions(files));
  } catch (cause) {
    const { message } = cause as Error;
    throw new ConfigError(
      `--tls-cert, --tls-key and --tls-client-ca must be PEM files that fit each other: ${message}`,
      { cause },
    );
  }
  return files;
}

function contentOf(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${flag} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function safeUrl(
  flags: HttpFlags,
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
