import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isLoopback } from '../loopback.ts';
import { trustNetworks } from '../server/http/guards/address.ts';
import type { GivenHttpOptions } from '../server/http/options.ts';
import { type TlsFiles, tlsOptions } from '../server/http/tls.ts';
import { AUTH_KINDS, type AuthFlags, readAuth } from './http-auth.ts';
import {
  type Config,
  ConfigError,
  type ConfigFlags,
  oneOf,
  readConfig,
  readSharedConfig,
} from './server.ts';

/** Flags of the HTTP server. Some may come from the environment instead. */
export interface HttpFlags extends ConfigFlags, AuthFlags {
  host: string;
  port: number;
  allowHost?: string[];
  allowOrigin?: string[];
  tlsCert?: string;
  tlsKey?: string;
  tlsClientCa?: string;
  maxConcurrent: number;
  maxConcurrentPerToken: number;
  maxConcurrentPerAddress: number;
  rateLimit?: number;
  rateLimitPerAddress?: number;
  trustedProxies?: string[];
  headersTimeout: number;
  requestTimeout: number;
}

/**
 * Reads and validates the configuration of the HTTP server.
 * @throws {ConfigError} saying what to set.
 */
export function readHttpConfig(
  env: NodeJS.ProcessEnv,
  flags: HttpFlags,
): { config: Config; http: GivenHttpOptions } {
  const kind = oneOf('--auth', flags.auth, AUTH_KINDS);
  const config = kind === 'operator' ? readConfig(env, flags) : readSharedConfig(env, flags);
  const { host, port, maxConcurrent, maxConcurrentPerToken, maxConcurrentPerAddress } = flags;
  return {
    config,
    http: {
      host,
      port,
      allowHosts: hostsOf(flags),
      allowOrigins: (flags.allowOrigin ?? []).map(originOf),
      auth: readAuth(kind, env, flags, config),
      tls: tlsOf(flags),
      maxConcurrent,
      maxConcurrentPerToken,
      maxConcurrentPerAddress,
      rateLimit: flags.rateLimit,
      rateLimitPerAddress: flags.rateLimitPerAddress,
      trustedProxies: proxiesOf(flags),
      headersTimeoutMs: flags.headersTimeout,
      requestTimeoutMs: flags.requestTimeout,
    },
  };
}

/** Host names; required beyond loopback. */
function hostsOf({ host, allowHost = [] }: HttpFlags): string[] {
  if (!isLoopback(host) && allowHost.length === 0) {
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

/** Addresses and networks. The guard that uses them parses them again. */
function proxiesOf({ trustedProxies = [] }: HttpFlags): string[] {
  for (const proxy of trustedProxies) {
    try {
      trustNetworks([proxy]);
    } catch (cause) {
      throw new ConfigError(
        `--trusted-proxies takes addresses and networks such as 10.0.0.0/8, not ${proxy}`,
        { cause },
      );
    }
  }
  return trustedProxies;
}

/** In the form that browsers send. */
function originOf(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) {
    const { origin, pathname } = new URL(text);
    if (pathname === '/' && !origin.includes('*')) return origin;
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
