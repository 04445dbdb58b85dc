import { InMemoryTransport } from '@modelcontextprotocol/client';
import { Command } from 'commander';
import { addServe } from '../../src/commands/serve.ts';
import type * as api from '../../src/library/public.ts';
import { DIST } from './built.ts';
import { isLongRun } from './long-run.ts';
import { type Served, serveHttp } from './program.ts';

const { createServer }: typeof api = await import(`${DIST}/index.js`);

/** A client's end of a connection to a server in this process. */
export interface Linked {
  transport: InMemoryTransport;
  close(): Promise<void>;
}

/** Starts the built package in this process with the arguments and variables of the command line. */
export async function startLinked(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Linked> {
  const server = serverOf(args, env);
  const [near, far] = InMemoryTransport.createLinkedPair();
  for (const end of [near, far]) sendAsText(end);
  await server.connect(far);
  return { transport: near, close: () => server.close() };
}

/**
 * Serves HTTP with the built package in this process, for tests in which the program does not matter. `npm run
 * test:long` runs them with the program.
 */
export async function linkedHttp(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  if (isLongRun) return await serveHttp(args, env);
  const server = serverOf(args, env);
  const { url } = await server.listen();
  return { url, stop: () => server.close() };
}

function serverOf(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): api.DocsPlatformServer {
  return createServer({
    ...flagsOf(args),
    url: env.DOCS_PLATFORM_URL,
    token: env.DOCS_PLATFORM_TOKEN,
    adminToken: env.DOCS_PLATFORM_ADMIN_TOKEN,
    stateKey: env.DOCS_PLATFORM_STATE_KEY,
    onProblem: () => {},
  });
}

/** Serialises and parses a message, which drops undefined members. */
function sendAsText(end: InMemoryTransport): void {
  const send = end.send.bind(end);
  end.send = (message, options) => send(JSON.parse(JSON.stringify(message)), options);
}

/** The given flags of `serve` as options of the library, which have the same names. */
function flagsOf(args: readonly string[]): api.ServerOptions {
  const program = new Command().exitOverride();
  addServe(program);
  const [serve = program] = program.commands;
  serve.action(() => {});
  program.parse(args[0] === 'serve' ? args : ['serve', ...args], { from: 'user' });
  const given = Object.entries(serve.opts()).filter(
    ([name]) => serve.getOptionValueSource(name) === 'cli',
  );
  return Object.fromEntries(given);
}
