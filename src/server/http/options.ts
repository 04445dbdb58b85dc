import type { MetricsSource } from '../observe/metrics.ts';
import type { ReadinessCheck } from '../observe/readiness.ts';
import type { RedisConnection } from '../redis.ts';
import type { TokenSource } from '../services.ts';
import type { OAuthOptions } from './auth/oauth.ts';
import type { TlsFiles } from './tls.ts';

/** How callers show who they are. */
export type AuthOptions =
  | { kind: 'bearer' }
  | { kind: 'operator'; accessToken: string }
  | ({ kind: 'oauth' } & OAuthOptions);

export interface HttpOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Names under which it is reached, besides those of loopback where it is bound there. */
  allowHosts: readonly string[];
  /** Origins, as browsers write them, of pages that may use it. */
  allowOrigins: readonly string[];
  auth: AuthOptions;
  /** What goes to the platform where callers have no token of it: the operator's own. */
  operatorToken: TokenSource;
  tls: TlsFiles | undefined;
  /** Requests in progress, of all callers. */
  maxConcurrent: number;
  maxConcurrentPerToken: number;
  maxConcurrentPerAddress: number;
  /** Requests of a token, and from an address, in a minute; undefined: as many as it likes. */
  rateLimit: number | undefined;
  rateLimitPerAddress: number | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` tells where a request came from. */
  trustedProxies: readonly string[];
  /** Where replicas share the rates; undefined: each counts for itself. */
  redis: RedisConnection | undefined;
  /** Milliseconds for the head of a request to arrive. */
  headersTimeoutMs: number;
  /** Milliseconds from the head of a request to the end of its answer. */
  requestTimeoutMs: number;
  /** Milliseconds that a server which ends has to finish what is in flight. */
  graceMs: number;
  /** What monitors may read; undefined: that the process is alive, and no more. */
  status: { readiness: ReadinessCheck; metrics: MetricsSource | undefined } | undefined;
}

/** What is left out is as in `DEFAULT_HTTP`. */
export type GivenHttpOptions = Pick<HttpOptions, 'host' | 'port'> & Partial<HttpOptions>;

export const DEFAULT_HTTP: Omit<HttpOptions, 'host' | 'port'> = {
  allowHosts: [],
  allowOrigins: [],
  auth: { kind: 'bearer' },
  operatorToken: async () => '',
  tls: undefined,
  maxConcurrent: 1000,
  maxConcurrentPerToken: 64,
  maxConcurrentPerAddress: 500,
  rateLimit: undefined,
  rateLimitPerAddress: undefined,
  trustedProxies: [],
  redis: undefined,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  graceMs: 25_000,
  status: undefined,
};

/** Addresses that only this machine reaches. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
