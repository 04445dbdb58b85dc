#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { ConfigError, readConfig, readSharedConfig } from './config.ts';
import { type Connection, connect } from './connect.ts';
import { operations } from './operations/index.ts';
import { runHttp, runStdio } from './server/index.ts';
import { callTool } from './tools/index.ts';
import { NAME, VERSION } from './version.ts';

interface DataFlag {
  data?: string;
}

interface ServeFlags extends DataFlag {
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

With neither an address nor a token, an embedded platform with demonstration content is started.`;

const program = new Command(NAME)
  .description('MCP server over the management API of a documentation platform')
  .version(VERSION)
  .addHelpText('after', ENVIRONMENT);

const dataOption = ['--data <folder>', 'keep the embedded platform in this folder'] as const;

program
  .command('serve', { isDefault: true })
  .description('serve MCP over stdio, or over HTTP with --http')
  .option('--http', 'serve Streamable HTTP on /mcp; each caller brings its own bearer token')
  .option('--host <host>', 'address to bind', '127.0.0.1')
  .option('--port <port>', 'port to bind; 0 for any free one', parsePort, 3333)
  .option(...dataOption)
  .action((flags: ServeFlags) => (flags.http ? serveHttp(flags) : serveStdio(flags)));

program
  .command('tools')
  .description('print the catalogue of tools')
  .option('--json', 'as a JSON array')
  .action(({ json }: { json?: true }) => print(json ? catalogueJson() : catalogueText()));

program
  .command('call')
  .description('call one tool and print its result')
  .argument('<tool>', 'name of the tool')
  .argument('[arguments]', 'its arguments as a JSON object', '{}')
  .option(...dataOption)
  .action(call);

await program.parseAsync().catch(fail);

async function serveStdio(flags: DataFlag): Promise<void> {
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
  const platform = await connection.embedded?.();
  for (const [handle, token] of Object.entries(platform?.tokens ?? {})) {
    log(`token of ${handle} on the embedded platform: ${token}`);
  }
  closeOnSignal(server, connection);
}

async function call(tool: string, json: string, flags: DataFlag): Promise<void> {
  const args = parseArguments(json);
  const connection = connect(readConfig(process.env, flags));
  try {
    const { client } = connection.services;
    const result = await callTool(tool, args, { client, token: await connection.token() });
    if (!result) throw new ConfigError(`No tool is named ${tool}; "${NAME} tools" lists them all.`);
    print(result.text);
    if (result.isError) process.exitCode = 1;
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
  const width = Math.max(...operations.map(({ tool }) => tool.length));
  return operations.map(({ tool, summary }) => `${tool.padEnd(width)}  ${summary}`).join('\n');
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

function fail(error: unknown): void {
  if (!(error instanceof ConfigError)) throw error;
  log(error.message);
  process.exitCode = 2;
}
