import type { Command } from 'commander';
import { ConfigError } from '../config/server.ts';
import { HTTP_OPTIONS, withHttpOptions } from './http-options.ts';
import type { ServeHttpFlags } from './http-setup.ts';
import { withLogLevel } from './monitoring.ts';
import { parseConcurrency, parseList, parsePollInterval, withSafetyOptions } from './options.ts';
import { serveStdio } from './serve-stdio.ts';

interface ServeFlags extends ServeHttpFlags {
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
    .option(
      '--max-upstream-concurrency <n>',
      'requests of each token to the platform at once, at most (default: 64)',
      parseConcurrency,
    )
    .option(
      '--result-links <mode>',
      'link results to resources: auto (not where clients are known to fail), always, never',
    )
    .option('--confirm <mode>', 'ask a person before something is taken away: auto, always, never');
  withHttpOptions(withLogLevel(serve)).action(async (flags: ServeFlags) => {
    if (flags.http) {
      const { serveHttp } = await import('./serve-http.ts');
      return serveHttp(flags);
    }
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
