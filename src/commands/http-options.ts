import type { Command } from 'commander';
import { DEFAULT_HTTP } from '../server/http/options.ts';
import { parseCount, parseList, parsePort } from './options.ts';

/** Heading of the options that apply to HTTP only. */
export const HTTP_OPTIONS = 'Options over HTTP (--http):';

const {
  maxConcurrent,
  maxConcurrentPerToken,
  maxConcurrentPerAddress,
  headersTimeoutMs,
  requestTimeoutMs,
} = DEFAULT_HTTP;

/** The options of the HTTP server. */
export function withHttpOptions(command: Command): Command {
  const withAddress = command
    .optionsGroup(HTTP_OPTIONS)
    .option('--host <host>', 'address to bind; beyond loopback with --allow-host', '127.0.0.1')
    .option('--port <port>', 'port to bind; 0 for any free one', parsePort, 3333)
    .option('--allow-host <names>', 'host names that requests may use beyond loopback', parseList)
    .option(
      '--allow-origin <origins>',
      'web origins whose pages may call the server (CORS)',
      parseList,
    );
  return withLimits(withAuthentication(withAddress))
    .option(
      '--metrics-port <port>',
      'serve /metrics, /healthz and /readyz here (default: beside /mcp, if that is on loopback)',
      parsePort,
    )
    .option('--metrics-host <host>', 'address to bind for --metrics-port', '127.0.0.1')
    .option('--workers <n>', 'worker processes', parseCount, 1);
}

function withAuthentication(command: Command): Command {
  return command
    .option(
      '--auth <mode>',
      "whose token goes to the platform: bearer (the caller's own), operator, oauth",
      'bearer',
    )
    .option(
      '--access-token <token>',
      'operator: what callers must present (better: DOCS_PLATFORM_ACCESS_TOKEN)',
    )
    .option('--oauth-issuer <url>', 'oauth: the authorization server')
    .option('--oauth-audience <names>', 'oauth: audiences besides --public-url', parseList)
    .option('--oauth-jwks-url <url>', "oauth: the issuer's keys (default: from its metadata)")
    .option('--public-url <url>', 'oauth: the public address of /mcp')
    .option('--exchange-client-id <id>', 'oauth: exchange tokens (RFC 8693), as this client')
    .option(
      '--exchange-secret <secret>',
      "oauth: that client's secret (better: DOCS_PLATFORM_EXCHANGE_SECRET)",
    )
    .option('--exchange-url <url>', 'oauth: the token endpoint (default: from its metadata)')
    .option('--exchange-audience <name>', 'oauth: audience of exchanged tokens')
    .option('--exchange-scope <scopes>', 'oauth: scope of exchanged tokens')
    .option('--tls-cert <file>', 'serve TLS with this certificate (PEM)')
    .option('--tls-key <file>', 'its private key (PEM)')
    .option('--tls-client-ca <file>', 'require client certificates of this authority (mTLS)');
}

function withLimits(command: Command): Command {
  return command
    .option('--max-concurrent <n>', 'concurrent requests in total', parseCount, maxConcurrent)
    .option(
      '--max-concurrent-per-token <n>',
      'concurrent requests for each token',
      parseCount,
      maxConcurrentPerToken,
    )
    .option(
      '--max-concurrent-per-address <n>',
      'concurrent requests for each client IP',
      parseCount,
      maxConcurrentPerAddress,
    )
    .option('--rate-limit <n>', 'requests per minute for each token', parseCount)
    .option('--rate-limit-per-address <n>', 'requests per minute for each client IP', parseCount)
    .option(
      '--trusted-proxies <networks>',
      'proxies whose X-Forwarded-For names the client IP',
      parseList,
    )
    .option(
      '--redis-url <url>',
      'Redis or Valkey server that the replicas share (better: DOCS_PLATFORM_REDIS_URL)',
    )
    .option(
      '--headers-timeout <ms>',
      'time for the headers of a request to arrive',
      parseCount,
      headersTimeoutMs,
    )
    .option('--request-timeout <ms>', 'time to answer a request', parseCount, requestTimeoutMs);
}
