import { fileURLToPath } from 'node:url';
import { splitCommandLine } from './command-line.ts';
import type { World } from './world.ts';

/** The command that starts the server under test. */
export interface ServerCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/**
 * The server of this repository, or another one by its command line, connected to a platform. In the command line and in
 * `NAME=value` pairs of the environment, `{url}` and `{token}` are replaced by the platform's address and the agent's
 * token.
 */
export function serverFor(
  world: World,
  commandLine?: string,
  variables: string[] = [],
): ServerCommand {
  const filled = (text: string) =>
    text.replaceAll('{url}', world.url).replaceAll('{token}', world.token);
  const pairs = [
    `DOCS_PLATFORM_URL=${world.url}`,
    `DOCS_PLATFORM_TOKEN=${world.token}`,
    ...variables.map(filled),
  ].map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  const [command = process.execPath, ...args] = commandLine
    ? splitCommandLine(filled(commandLine))
    : [process.execPath, CLI];
  return { command, args, env: { PATH: process.env.PATH ?? '', ...Object.fromEntries(pairs) } };
}
