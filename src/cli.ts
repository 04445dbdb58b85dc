import { Command } from 'commander';
import { addCall } from './commands/call.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addFiles } from './commands/files.ts';
import { log, print } from './commands/output.ts';
import { addPlatform } from './commands/platform.ts';
import { addServe } from './commands/serve.ts';
import { addSetup } from './commands/setup.ts';
import { addTools } from './commands/tools.ts';
import { ConfigError } from './config/server.ts';
import { SelectionError } from './tools/selection.ts';
import { NAME, VERSION } from './version.ts';

const ENVIRONMENT = `
Environment:
  DOCS_PLATFORM_URL             address of the platform (default with a token: https://api.gitbook.com)
  DOCS_PLATFORM_ALLOW_INSECURE  true: as --allow-insecure-platform
  DOCS_PLATFORM_TOKEN           access token of that platform
  DOCS_PLATFORM_TIMEOUT_MS      time for the headers, and for the body, of an answer (default 30000)
  DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY
                                as --max-upstream-concurrency
  DOCS_PLATFORM_DATA            folder of the embedded platform (default: in memory)
  DOCS_PLATFORM_ADMIN_TOKEN     token of the embedded platform's administrator
  DOCS_PLATFORM_TOOLSETS        toolsets to list, as --toolsets
  DOCS_PLATFORM_READ_ONLY       true: as --read-only
  DOCS_PLATFORM_STATE_KEY       seals confirmations; share it between replicas (32 characters or more)
  DOCS_PLATFORM_REDIS_URL       Redis or Valkey server that replicas share
  DOCS_PLATFORM_ACCESS_TOKEN    as --access-token
  DOCS_PLATFORM_EXCHANGE_SECRET as --exchange-secret
  OTEL_EXPORTER_OTLP_ENDPOINT   receiver of traces and metrics; configure more with OTEL_… variables

With neither an address nor a token, an embedded platform with demonstration content is started.`;

/** Names of errors whose message is enough. They come from modules that are loaded only on demand. */
const SAID_ELSEWHERE = new Set(['SetupError', 'NotAskedError']);

const program = new Command(NAME)
  .description('MCP server over the management API of a documentation platform')
  .option('-V, --version', 'print the version, and the revisions of the protocol that are served')
  .addHelpText('after', ENVIRONMENT);

addServe(program);
addTools(program);
addCall(program);
addFiles(program);
addPlatform(program);
addSetup(program);
addDoctor(program);
addCompletion(program);

await (isVersionAsked() ? printVersion() : program.parseAsync()).catch(fail);

/** Runs before any parsing, because completing a line needs nothing else loaded. */
function isVersionAsked(): boolean {
  return ['-V', '--version'].includes(process.argv[2] ?? '');
}

async function printVersion(): Promise<void> {
  const { REVISIONS } = await import('./server/protocols.ts');
  print(`${VERSION}\nMCP protocol revisions: ${REVISIONS.join(', ')}`);
}

/** Reports what is wrong with the request or the system. A defect of our own keeps its stack. */
function fail(error: unknown): void {
  if (error instanceof ConfigError || error instanceof SelectionError) {
    log(error.message);
    process.exitCode = 2;
  } else if (error instanceof Error && SAID_ELSEWHERE.has(error.name)) {
    log(error.message);
    process.exitCode = 1;
  } else if (error instanceof Error && 'syscall' in error) {
    const taken = 'code' in error && error.code === 'EADDRINUSE';
    log(taken ? `${error.message}; name another with --port` : error.message);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
