import type { Command } from 'commander';
import { type Config, ConfigError, type ConfigFlags, readConfig } from '../config.ts';
import type { Connection } from '../connect.ts';
import type { HttpFlags } from '../http-config.ts';
import type { RedisConnection } from '../server/index.ts';
import { HTTP_OPTIONS, withHttpOptions } from './http-options.ts';
import { closeOnSignal } from './lifecycle.ts';
import { parseList, parsePollInterval, withSafetyOptions } from './options.ts';
import { log, warn } from './output.ts';

interface ServeFlags extends HttpFlags {
  http?: true;
}

/** Adds `serve`, which runs where no command is named. */
export function addServe(program: Command): void {
  const serve = withSafetyOptions(program.command('serve', { isDefault: true }))
    .description('serve MCP over stdio, or over HTTP with --http')
    .option('--http', 'serve Streamable HTTP on /mcp, to many callers')
    .option('--toolsets <names>', 'toolsets to list: default, all, or names', parseList)
    .option('--tools <names>', 'tools to list besides', parseList)
    .option('--exclude-tools <names>', 'tools that cannot be called in any way', parseList)
    .option('--tools-mode <mode>', 'typed, or discovery: list only the tools that find the others')
    .option('--api <service>', 'which API is offered: auto, contract, current')
    .option(
      '--poll-interval <seconds>',
      'look this often for changes of what clients subscribed to (default: 30)',
      parsePollInterval,
    )
    .option('--confirm <mode>', 'ask a person before something is taken away: auto, always, never');
  withHttpOptions(serve).action((flags: ServeFlags) => {
    if (flags.http) return serveHttp(flags);
    refuseHttpOptions(serve);
    return serveStdio(flags);
  });
}

/** Who sets up a server over HTTP and forgets to say so should not get another. */
function refuseHttpOptions(serve: Command): void {
  const given = serve.options.find(
    (option) =>
      option.helpGroupHeading === HTTP_OPTIONS &&
      serve.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given) throw new ConfigError(`${given.long} means something over HTTP alone: add --http`);
}

async function serveStdio(flags: ConfigFlags): Promise<void> {
  const config = readConfig(process.env, flags);
  const connection = await connectTo(config);
  const { runStdio } = await import('../server/index.ts');
  const { changesOf } = await import('./changes.ts');
  const changes = await changesOf(connection, config, warn);
  const server = runStdio({ ...connection.services, changes }, connection.token, warn);
  process.stdin.once('close', closeOnSignal(server, changes, connection));
}

async function serveHttp(flags: HttpFlags): Promise<void> {
  const { readHttpConfig } = await import('../http-config.ts');
  const { config, http } = readHttpConfig(process.env, flags);
  const connection = await connectTo(config);
  const { runHttp } = await import('../server/index.ts');
  const { changesOf } = await import('./changes.ts');
  const redis = config.redisUrl === undefined ? undefined : await redisAt(config.redisUrl);
  const changes = await changesOf(connection, config, warn, redis);
  const server = await runHttp(
    { ...connection.services, changes },
    { ...http, redis, operatorToken: connection.token },
    warn,
  );
  log(`MCP endpoint: ${server.url}`);
  closeOnSignal(server, changes, ...(redis ? [redis] : []), connection);
}

async function redisAt(url: string): Promise<RedisConnection> {
  const { connectRedis, RedisError } = await import('../server/index.ts');
  return connectRedis(url, warn).catch((error: unknown) => {
    throw error instanceof RedisError ? new ConfigError(error.message) : error;
  });
}

/** Loads what the server is made of only once the configuration is known to be good. */
async function connectTo(config: Config): Promise<Connection> {
  const { connect } = await import('../connect.ts');
  const connection = connect(config);
  announce(config);
  return connection;
}

function announce({ platform }: Config): void {
  if (platform.kind === 'embedded') {
    log(
      'No DOCS_PLATFORM_URL and no DOCS_PLATFORM_TOKEN: using the embedded platform with demonstration content.',
    );
  }
}
