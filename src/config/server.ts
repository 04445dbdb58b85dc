import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Profile } from '@docs-platform-mcp/platform';
import { AddressError, parsePlatformAddress } from '../client/address.ts';
import type { Scope } from '../operations/index.ts';
import { RESULT_LINKS, type ResultLinks } from '../server/revisions.ts';
import type { SurfaceOptions } from '../tools/index.ts';
import { DEFAULT_SURFACE } from '../tools/surface/options.ts';
import { ConfigError, type Environment, readEnvironment } from './environment.ts';

export { ConfigError } from './environment.ts';

/** The default address of the service, used if only a token is given. */
const PUBLIC_SERVICE = 'https://api.gitbook.com';

/** Where the platform is: a service at an address, or the embedded platform. */
export type PlatformTarget =
  | { kind: 'service'; url: string }
  | {
      kind: 'embedded';
      data: string | undefined;
      adminToken: string | undefined;
      profile: Profile;
    };

export interface Config {
  platform: PlatformTarget;
  /** The operator's token; absent with the embedded platform and if callers bring their own. */
  token: string | undefined;
  timeoutMs: number | undefined;
  /** Maximum number of concurrent requests for one token; absent: the client's default. */
  maxUpstreamConcurrency: number | undefined;
  surface: SurfaceOptions;
  resultLinks: ResultLinks;
  /** Milliseconds between two polls of a subscribed resource. */
  pollIntervalMs: number;
  /** Redis or Valkey server that the replicas share; absent: there are no replicas. */
  redisUrl: string | undefined;
  /** Seals the state of a confirmation between its two rounds; absent: a key of this process. */
  stateKey: string | undefined;
}

/** Command-line flags of the configuration. They override the environment. */
export interface ConfigFlags {
  data?: string;
  allowInsecurePlatform?: boolean;
  profile?: string;
  toolsets?: string[];
  tools?: string[];
  excludeTools?: string[];
  readOnly?: boolean;
  toolsMode?: string;
  api?: string;
  dryRun?: boolean;
  organization?: string;
  space?: string;
  site?: string;
  allowSpaces?: string[];
  confirm?: string;
  /** Folders below which files may be read by their path; for a server over stdio, absent for any other. */
  allowFiles?: string[];
  resultLinks?: string;
  maxResultTokens?: number;
  maxUpstreamConcurrency?: number;
  pollInterval?: number;
  redisUrl?: string;
}

const DEFAULT_POLL_SECONDS = 30;

/**
 * Reads and validates the configuration of a server with one operator.
 * @throws {ConfigError} saying what to set.
 */
export function readConfig(env: NodeJS.ProcessEnv, flags: ConfigFlags = {}): Config {
  const config = read(env, flags);
  if (config.platform.kind === 'service' && !config.token) {
    throw new ConfigError(
      'DOCS_PLATFORM_URL is set but DOCS_PLATFORM_TOKEN is not: set it to an access token of that platform, or unset both to start the embedded platform.',
    );
  }
  return config;
}

/**
 * Reads and validates the configuration of a server whose callers bring their own tokens.
 * @throws {ConfigError} saying what to set.
 */
export function readSharedConfig(env: NodeJS.ProcessEnv, flags: ConfigFlags = {}): Config {
  return read(env, flags);
}

/**
 * Reads the environment of an embedded platform that runs alone.
 * @throws {ConfigError} saying what to set.
 */
export function readPlatformEnvironment(env: NodeJS.ProcessEnv) {
  const { DOCS_PLATFORM_DATA: data, DOCS_PLATFORM_ADMIN_TOKEN: token } = readEnvironment(env);
  return { data, token };
}

function read(env: NodeJS.ProcessEnv, flags: ConfigFlags): Config {
  const environment = readEnvironment(env);
  const { DOCS_PLATFORM_URL: url, DOCS_PLATFORM_TOKEN: token } = environment;
  const data = flags.data ?? environment.DOCS_PLATFORM_DATA;
  const service = url ?? (token ? PUBLIC_SERVICE : undefined);
  if (service && data) {
    throw new ConfigError(
      'A data folder (--data, DOCS_PLATFORM_DATA) belongs to the embedded platform; unset DOCS_PLATFORM_URL and DOCS_PLATFORM_TOKEN to use it.',
    );
  }
  if (service && flags.profile) {
    throw new ConfigError(
      'A profile (--profile) belongs to the embedded platform; unset DOCS_PLATFORM_URL and DOCS_PLATFORM_TOKEN to use it.',
    );
  }
  if (service) {
    const allowed = flags.allowInsecurePlatform ?? environment.DOCS_PLATFORM_ALLOW_INSECURE;
    checkAddress(service, allowed ?? false);
  }
  const profile = oneOf('--profile', flags.profile ?? 'contract', ['contract', 'current']);
  return {
    platform: service
      ? { kind: 'service', url: service.replace(/(?<!\/)\/+$/, '') }
      : { kind: 'embedded', data, adminToken: environment.DOCS_PLATFORM_ADMIN_TOKEN, profile },
    token,
    timeoutMs: environment.DOCS_PLATFORM_TIMEOUT_MS,
    maxUpstreamConcurrency:
      flags.maxUpstreamConcurrency ?? environment.DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY,
    surface: {
      ...surfaceOptions(flags, environment),
      // The profile of the embedded platform decides which service it is.
      api: oneOf('--api', flags.api ?? (service ? 'auto' : profile), [
        'auto',
        'contract',
        'current',
      ]),
    },
    resultLinks: oneOf('--result-links', flags.resultLinks ?? 'auto', RESULT_LINKS),
    pollIntervalMs: (flags.pollInterval ?? DEFAULT_POLL_SECONDS) * 1000,
    redisUrl: flags.redisUrl ?? environment.DOCS_PLATFORM_REDIS_URL,
    stateKey: environment.DOCS_PLATFORM_STATE_KEY,
  };
}

/** Tokens and content are sent in clear text only if the operator allowed it. */
function checkAddress(service: string, allowInsecure: boolean): void {
  try {
    const { origin, loopback } = parsePlatformAddress(service);
    if (allowInsecure || loopback || origin.startsWith('https:')) return;
  } catch (error) {
    if (error instanceof AddressError) throw new ConfigError(`DOCS_PLATFORM_URL: ${error.message}`);
    throw error;
  }
  throw new ConfigError(
    'DOCS_PLATFORM_URL starts with http://, which would send tokens and content unencrypted: use https://, or allow it with --allow-insecure-platform (DOCS_PLATFORM_ALLOW_INSECURE=true) on a network that you trust.',
  );
}

function surfaceOptions(
  flags: ConfigFlags,
  { DOCS_PLATFORM_TOOLSETS: toolsets, DOCS_PLATFORM_READ_ONLY: readOnly }: Environment,
): Omit<SurfaceOptions, 'api'> {
  return {
    toolsets:
      flags.toolsets ?? toolsets?.split(',').map((name) => name.trim()) ?? DEFAULT_SURFACE.toolsets,
    tools: flags.tools ?? [],
    excludeTools: flags.excludeTools ?? [],
    readOnly: flags.readOnly ?? readOnly ?? false,
    mode: oneOf('--tools-mode', flags.toolsMode ?? DEFAULT_SURFACE.mode, ['typed', 'discovery']),
    dryRun: flags.dryRun ?? false,
    confirm: oneOf('--confirm', flags.confirm ?? DEFAULT_SURFACE.confirm, [
      'auto',
      'always',
      'never',
    ]),
    scope: scopeOf(flags),
    ...(flags.allowFiles && { localFiles: { folders: foldersOf(flags.allowFiles) } }),
    maxResultTokens: flags.maxResultTokens ?? DEFAULT_SURFACE.maxResultTokens,
  };
}

/** @throws {ConfigError} for a path that is not a folder. */
function foldersOf(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const folder = resolve(path);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    throw new ConfigError(`--allow-files: there is no folder ${folder}`);
  });
}

function scopeOf({ organization, space, site, allowSpaces }: ConfigFlags): Scope {
  return {
    pinned: {
      ...(organization && { organizationId: organization }),
      ...(space && { spaceId: space }),
      ...(site && { siteId: site }),
    },
    allowedSpaces: allowSpaces && new Set(allowSpaces),
  };
}

/** Returns the value if it is valid. Otherwise a ConfigError names the valid ones. */
export function oneOf<T extends string>(flag: string, value: string, valid: readonly T[]): T {
  const found = valid.find((candidate) => candidate === value);
  if (!found) throw new ConfigError(`${flag} must be one of ${valid.join(', ')}`);
  return found;
}
