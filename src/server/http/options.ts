import type { TokenProvider } from '../dependencies.ts';
import type { MetricsSource } from '../observe/metrics.ts';
import type { ReadinessCheck } from '../observe/readiness.ts';
import type { RedisConnection } from '../redis.ts';
import type { OAuthOptions } from './auth/oauth.ts';
import type { Cancellations } from './cancellations.ts';
import type { TlsFiles } from './tls.ts';

/** How callers authenticate. */
export type AuthOptions =
  | { kind: 'bearer' }
  | { kind: 'operator'; accessToken: string }
  | ({ kind: 'oauth' } & OAuthOptions);

export interface HttpOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Host names under which it is reached, besides those of loopback if it is bound there. */
  allowHosts: readonly string[];
  /** Allowed web origins, in the form that browsers send. */
  allowOrigins: readonly string[];
  auth: AuthOptions;
  /** The operator's own token, for callers that have none of the platform. */
  operatorToken: TokenProvider;
  tls: TlsFiles | undefined;
  /** Concurrent requests of all callers. */
  maxConcurrent: number;
  maxConcurrentPerToken: number;
  maxConcurrentPerAddress: number;
  /** Requests a minute for a token, and from an address; undefined: no limit. */
  rateLimit: number | undefined;
  rateLimitPerAddress: number | undefined;
  /** Addresses and networks of trusted proxies, whose `X-Forwarded-For` names the client IP. */
  trustedProxies: readonly string[];
  /** Where replicas share the rates; undefined: each counts for itself. */
  redis: RedisConnection | undefined;
  /** Calls that clients may cancel, if other processes hold some of them; undefined: this process holds all. */
  cancellations: Cancellations | undefined;
  /** Milliseconds for the headers of a request to arrive. */
  headersTimeoutMs: number;
  /** Milliseconds from the headers of a request to the end of its answer. */
  requestTimeoutMs: number;
  /** Milliseconds for requests in flight during a graceful shutdown. */
  graceMs: number;
  /** What monitors may read; undefined: only that the process is alive. */
  status: { readiness: ReadinessCheck; metrics: MetricsSource | undefined } | undefined;
}

/** Omitted options default to `DEFAULT_HTTP`. */
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
  cancellations: undefined,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  graceMs: 25_000,
  status: undefined,
};
