import type { Command } from 'commander';
import { type Config, type ConfigFlags, readConfig, readSharedConfig } from '../config.ts';
import type { Connection } from '../connect.ts';
import { closeOnSignal } from './lifecycle.ts';
import { parseList, parsePollInterval, parsePort, withSafetyOptions } from './options.ts';
import { log, warn } from './output.ts';

interface ServeFlags extends ConfigFlags {
  http?: true;
  host: string;
  port: number;
}

/** Adds `serve`, which runs where no command is named. */
export function addServe(program: Command): void {
  withSafetyOptions(program.command('serve', { isDefault: true }))
    .description('serve MCP over stdio, or over HTTP with --http')
    .option('--http', 'serve Streamable HTTP on /mcp; each caller brings its own bearer token')
    .option('--host <host>', 'address to bind', '127.0.0.1')
    .option('--port <port>', 'port to bind; 0 for any free one', parsePort, 3333)
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
    .option('--redis-url <url>', 'Redis or Valkey server that the replicas share')
    .option('--confirm <mode>', 'ask a person before something is taken away: auto, always, never')
    .action((flags: ServeFlags) => (flags.http ? serveHttp(flags) : serveStdio(flags)));
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

async function serveHttp({ host, port, ...flags }: ServeFlags): Promise<void> {
  const config = readSharedConfig(process.env, flags);
  const connection = await connectTo(config);
  const { connectRedis, runHttp } = await import('../server/index.ts');
  const { changesOf } = await import('./changes.ts');
  const redis = config.redisUrl === undefined ? [] : [await connectRedis(config.redisUrl, warn)];
  const changes = await changesOf(connection, config, warn, redis[0]);
  const server = await runHttp({ ...connection.services, changes }, { host, port }, warn);
  log(`MCP endpoint: ${server.url}`);
  closeOnSignal(server, changes, ...redis, connection);
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
