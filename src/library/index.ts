import { changeHubOf } from '../commands/changes.ts';
import { readHttpConfig } from '../config/http.ts';
import { ConfigError, readConfig, readSharedConfig } from '../config/server.ts';
import { connect } from '../connect.ts';
import { once } from '../once.ts';
import { DEFAULT_HTTP } from '../server/http/options.ts';
import { runHttp } from '../server/index.ts';
import { UNOBSERVED } from '../server/observe/observer.ts';
import { runStdio } from '../server/stdio/index.ts';
import { serveTransport } from '../server/stdio/sdk.ts';
import { surfaceOf } from '../tools/index.ts';
import { SelectionError } from '../tools/surface/selection.ts';
import type * as api from './public.ts';

export { ConfigError } from '../config/server.ts';
export { VERSION } from '../version.ts';
export { operations } from './operations.ts';

export const createServer: typeof api.createServer = (options = {}) => {
  const { onProblem = (problem) => process.emitWarning(problem) } = options;
  const environment = environmentOf(options);
  const flags = flagsOf(options);
  const { config, connection } = withVariableNames(() => {
    const config = readSharedConfig(environment, flags);
    return { config, connection: connect(config) };
  });
  // A program knows what it calls and needs no list of tools.
  const callable = surfaceOf({ ...config.surface, toolsets: ['all'], mode: 'typed' });
  const changes = once(() => changeHubOf(connection, config, onProblem));
  const running: api.Closable[] = [];
  const run = <T extends api.Closable>(started: T): T => {
    running.push(started);
    return started;
  };
  /** Data of a caller needs that caller's token, which is the server's own here. */
  const requireToken = () => void withVariableNames(() => readConfig(environment, flags));
  const all = async () => ({ ...connection.dependencies, changes: await changes() });

  return {
    tools: connection.dependencies.surface.definitions,
    call: async (tool, args = {}, { token, signal } = {}) => {
      if (token === undefined) requireToken();
      const caller = { client: connection.dependencies.client, signal };
      const outcome = await callable.call(tool, args, {
        ...caller,
        token: token ?? (await connection.token()),
      });
      return resultOf(tool, outcome);
    },
    connect: async (transport) => {
      requireToken();
      const caller = { dependencies: await all(), token: connection.token, report: onProblem };
      return run(serveTransport(caller, transport as Parameters<typeof serveTransport>[1]));
    },
    serveStdio: async () => {
      requireToken();
      return run(
        runStdio({
          prebuilt: undefined,
          connection: async () => connection,
          changes,
          observer: UNOBSERVED,
          report: onProblem,
          prepare: connection.embedded !== undefined,
        }),
      );
    },
    listen: async (options = {}) => {
      const { http } = withVariableNames(() =>
        readHttpConfig(environment, { ...flags, ...httpFlagsOf(options) }),
      );
      const { url, close } = await runHttp(
        await all(),
        { ...http, operatorToken: connection.token },
        onProblem,
      );
      return run({ url, close });
    },
    close: async () => {
      await Promise.all(running.map((server) => server.close()));
      await (await changes.started)?.close();
      await connection.close();
    },
  };
};

function resultOf(
  tool: string,
  outcome: Awaited<ReturnType<ReturnType<typeof surfaceOf>['call']>>,
): api.CallResult {
  if (!outcome) throw new Error(`There is no tool ${JSON.stringify(tool)}`);
  if ('question' in outcome) throw new Error(`${tool} asked where nobody can be asked`);
  const { text, structured, isError = false } = outcome;
  return { text, ...(structured && { structuredContent: structured }), isError };
}

function httpFlagsOf({
  host = '127.0.0.1',
  port = 0,
  accessToken,
  rateLimit,
  allowHosts = [],
  allowOrigins = [],
}: api.ListenOptions) {
  const { maxConcurrent, maxConcurrentPerToken, maxConcurrentPerAddress, ...times } = DEFAULT_HTTP;
  return {
    host,
    port,
    auth: accessToken === undefined ? 'bearer' : 'operator',
    ...(accessToken !== undefined && { accessToken }),
    ...(rateLimit !== undefined && { rateLimit }),
    allowHost: [...allowHosts],
    allowOrigin: [...allowOrigins],
    maxConcurrent,
    maxConcurrentPerToken,
    maxConcurrentPerAddress,
    headersTimeout: times.headersTimeoutMs,
    requestTimeout: times.requestTimeoutMs,
  };
}

/** The command line's variables, by the corresponding options here. */
const VARIABLES = {
  url: 'DOCS_PLATFORM_URL',
  token: 'DOCS_PLATFORM_TOKEN',
  adminToken: 'DOCS_PLATFORM_ADMIN_TOKEN',
  timeoutMs: 'DOCS_PLATFORM_TIMEOUT_MS',
  stateKey: 'DOCS_PLATFORM_STATE_KEY',
} as const;

function environmentOf(options: api.ServerOptions): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(VARIABLES).map(([option, variable]) => [
      variable,
      options[option as keyof typeof VARIABLES]?.toString(),
    ]),
  );
}

/** Reports invalid options by their own names. */
function withVariableNames<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isOurs = error instanceof ConfigError || error instanceof SelectionError;
    if (!isOurs) throw error;
    const message = Object.entries(VARIABLES).reduce(
      (text, [option, variable]) => text.replaceAll(variable, option),
      error.message,
    );
    throw new ConfigError(
      message.replaceAll(/--([a-z-]+)/g, (_, flag: string) =>
        flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      ),
    );
  }
}

/** The other options have the names of flags. */
function flagsOf({ toolsets, tools, excludeTools, allowSpaces, ...rest }: api.ServerOptions) {
  return {
    ...rest,
    ...(toolsets && { toolsets: [...toolsets] }),
    ...(tools && { tools: [...tools] }),
    ...(excludeTools && { excludeTools: [...excludeTools] }),
    ...(allowSpaces && { allowSpaces: [...allowSpaces] }),
  };
}
