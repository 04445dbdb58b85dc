#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { ConfigError, type ConfigFlags, readConfig, readSharedConfig } from './config.ts';
import { type Connection, connect } from './connect.ts';
import { operations } from './operations/index.ts';
import { runHttp, runStdio } from './server/index.ts';
import { SelectionError, tools } from './tools/index.ts';
import { NAME, VERSION } from './version.ts';

interface ServeFlags extends ConfigFlags {
  http?: true;
  host: string;
  port: number;
}

const ENVIRONMENT = `
Environment:
  DOCS_PLATFORM_URL         address of the platform (default with a token: https://api.gitbook.com)
  DOCS_PLATFORM_TOKEN       access token of that platform
  DOCS_PLATFORM_TIMEOUT_MS  time for the headers, and for the body, of an answer (default 30000)
  DOCS_PLATFORM_DATA        folder of the embedded platform (default: in memory)
  DOCS_PLATFORM_TOOLSETS    toolsets to list, as --toolsets
  DOCS_PLATFORM_STATE_KEY   seals confirmations; share it between replicas (32 characters or more)

With neither an address nor a token, an embedded platform with demonstration content is started.`;

const program = new Command(NAME)
  .description('MCP server over the management API of a documentation platform')
  .version(VERSION)
  .addHelpText('after', ENVIRONMENT);

const dataOption = ['--data <folder>', 'keep the embedded platform in this folder'] as const;

/** The options that say what may be reached and how, which serving and calling share. */
function withSafetyOptions(command: Command): Command {
  return command
    .option(...dataOption)
    .option('--organization <id>', 'pin the organization: supply it everywhere, refuse any other')
    .option('--space <id>', 'pin the space')
    .option('--site <id>', 'pin the site')
    .option('--allow-spaces <ids>', 'refuse all spaces but these', parseList)
    .option('--read-only', 'offer nothing that writes')
    .option('--dry-run', 'show what writes would send instead of sending it')
    .option('--max-result-tokens <n>', 'cut results to this many tokens', parseTokens);
}

withSafetyOptions(program.command('serve', { isDefault: true }))
  .description('serve MCP over stdio, or over HTTP with --http')
  .option('--http', 'serve Streamable HTTP on /mcp; each caller brings its own bearer token')
  .option('--host <host>', 'address to bind', '127.0.0.1')
  .option('--port <port>', 'port to bind; 0 for any free one', parsePort, 3333)
  .option('--toolsets <names>', 'toolsets to list: default, all, or names', parseList)
  .option('--tools <names>', 'tools to list besides', parseList)
  .option('--exclude-tools <names>', 'tools that cannot be called in any way', parseList)
  .option('--tools-mode <mode>', 'typed, or discovery: list only the tools that find the others')
  .option('--confirm <mode>', 'ask a person before something is taken away: auto, always, never')
  .action((flags: ServeFlags) => (flags.http ? serveHttp(flags) : serveStdio(flags)));

program
  .command('tools')
  .description('print the catalogue of tools')
  .option('--json', 'as a JSON array')
  .action(({ json }: { json?: true }) => print(json ? catalogueJson() : catalogueText()));

withSafetyOptions(program.command('call'))
  .description('call one tool and print its result')
  .argument('<tool>', 'name of the tool')
  .argument('[arguments]', 'its arguments as a JSON object', '{}')
  .action(call);

await program.parseAsync().catch(fail);

async function serveStdio(flags: ConfigFlags): Promise<void> {
  const connection = connect(readConfig(process.env, flags));
  announce(connection);
  const server = runStdio(connection.services, connection.token, warn);
  process.stdin.once('close', closeOnSignal(server, connection));
}

async function serveHttp({ host, port, ...flags }: ServeFlags): Promise<void> {
  const connection = connect(readSharedConfig(process.env, flags));
  announce(connection);
  const server = await runHttp(connection.services, { host, port }, warn);
  log(`MCP endpoint: ${server.url}`);
  closeOnSignal(server, connection);
}

/** Who calls from a shell has typed the call, so every tool is at hand and nobody is asked again. */
async function call(tool: string, json: string, flags: ConfigFlags): Promise<void> {
  const args = parseArguments(json);
  const connection = connect(
    readConfig(process.env, { ...flags, toolsets: ['all'], confirm: 'never' }),
  );
  try {
    const { client, surface } = connection.services;
    const outcome = await surface.call(tool, args, { client, token: await connection.token() });
    if (!outcome || 'question' in outcome) {
      throw new ConfigError(`No tool is named ${tool}; "${NAME} tools" lists them all.`);
    }
    print(outcome.text);
    if (outcome.isError) process.exitCode = 1;
  } finally {
    await connection.close();
  }
}

function catalogueJson(): string {
  const catalogue = operations.map(({ tool, id, method, pathTemplate, toolset, effect }) => ({
    tool,
    operation: id,
    method,
    path: pathTemplate,
    toolset,
    effect,
  }));
  return JSON.stringify(catalogue, null, 2);
}

function catalogueText(): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n');
}

function announce(connection: Connection): void {
  if (connection.embedded) {
    log(
      'No DOCS_PLATFORM_URL and no DOCS_PLATFORM_TOKEN: using the embedded platform with demonstration content.',
    );
  }
}

interface Closable {
  close(): Promise<void>;
}

/** Ends the process in order, and only once, when it is told to. */
function closeOnSignal(...parts: Closable[]): () => Promise<void> {
  const close = async () => {
    for (const part of parts) await part.close();
    process.exit(0);
  };
  process.once('SIGINT', close).once('SIGTERM', close);
  return close;
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function parseTokens(text: string): number {
  const tokens = Number(text);
  if (!/^\d+$/.test(text) || tokens < 200) {
    throw new InvalidArgumentError('A result needs 200 tokens or more.');
  }
  return tokens;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  }
  return port;
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ConfigError(`The arguments are not JSON: ${(error as Error).message}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function log(line: string): void {
  process.stderr.write(`${NAME}: ${line}\n`);
}

function warn(problem: Error): void {
  log(problem.message);
}

/** Says what is wrong with what was asked for, or with the system; a defect of our own keeps its stack. */
function fail(error: unknown): void {
  if (error instanceof ConfigError || error instanceof SelectionError) {
    log(error.message);
    process.exitCode = 2;
  } else if (error instanceof Error && 'syscall' in error) {
    log(error.message);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
