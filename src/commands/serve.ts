import type { Command } from 'commander';
import { ConfigError } from '../config/server.ts';
import { HTTP_OPTIONS, withHttpOptions } from './http-options.ts';
import type { ServeHttpFlags } from './http-setup.ts';
import { withLogLevel } from './monitoring.ts';
import { parseConcurrency, parseList, parsePollInterval, withSafetyOptions } from './options.ts';
import { serveStdio } from './serve-stdio.ts';

interface ServeFlags extends ServeHttpFlags {
  allowFiles?: string[];
  http?: true;
}

/** Adds `serve`, the default command. */
export function addServe(program: Command): void {
  const serve = withSafetyOptions(program.command('serve', { isDefault: true }))
    .description('serve MCP over stdio, or over HTTP with --http')
    .option('--http', 'serve Streamable HTTP on /mcp, to many callers')
    .option('--toolsets <names>', 'toolsets to list: default, all, or names', parseList)
    .option('--tools <names>', 'more tools to list', parseList)
    .option('--exclude-tools <names>', 'tools that cannot be called at all', parseList)
    .option('--tools-mode <mode>', 'typed, or discovery: list only the tools that find the others')
    .option('--api <service>', 'service whose tools are offered: auto, contract, current')
    .option(
      '--poll-interval <seconds>',
      'poll subscribed resources this often (default: 30)',
      parsePollInterval,
    )
    .option(
      '--max-upstream-concurrency <n>',
      'maximum number of concurrent requests to the platform for each token (default: 64)',
      parseConcurrency,
    )
    .option(
      '--result-links <mode>',
      'link results to resources: auto (not for clients that fail on links), always, never',
    )
    .option(
      '--allow-files <folder>',
      'let insert_files read local files in this folder by their path (stdio only, repeatable)',
      (folder: string, given: string[] = []) => [...given, folder],
    )
    .option(
      '--confirm <mode>',
      'confirm destructive calls: auto asks if the client supports it, always asks or refuses, never skips',
    );
  withHttpOptions(withLogLevel(serve)).action(async (flags: ServeFlags) => {
    if (flags.http) {
      if (flags.allowFiles) throw new ConfigError(STDIO_FILES);
      const { serveHttp } = await import('./serve-http.ts');
      return serveHttp(flags);
    }
    refuseHttpOptions(serve);
    return serveStdio(flags);
  });
}

const STDIO_FILES =
  '--allow-files applies to stdio only: callers over HTTP have no files on this machine';

/** Otherwise an operator who forgets --http would get a different server without notice. */
function refuseHttpOptions(serve: Command): void {
  const given = serve.options.find(
    (option) =>
      option.helpGroupHeading === HTTP_OPTIONS &&
      serve.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given) throw new ConfigError(`${given.long} applies to HTTP only: add --http`);
}
