import { Command } from 'commander';
import { ConfigError } from '../config/server.ts';
import { SelectionError } from '../tools/surface/selection.ts';
import { NAME } from '../version.ts';
import { addCall } from './call.ts';
import { addCompletion } from './completion.ts';
import { addDoctor } from './doctor.ts';
import { addFiles } from './files.ts';
import { addPlatform } from './platform.ts';
import { addServe } from './serve.ts';
import { addSetup } from './setup.ts';
import { addTools } from './tools.ts';

const ENVIRONMENT = `
Environment:
  DOCS_PLATFORM_URL             address of the platform (default with a token: https://api.gitbook.com)
  DOCS_PLATFORM_ALLOW_INSECURE  true: as --allow-insecure-platform
  DOCS_PLATFORM_TOKEN           access token of that platform
  DOCS_PLATFORM_TIMEOUT_MS      time for the headers of an answer, and again for its body (default 30000)
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

/** The command line with all its commands; settings of the given root apply to them too. */
export function createProgram(root = new Command()): Command {
  root
    .name(NAME)
    .description('MCP server over the management API of a documentation platform')
    .option('-V, --version', 'print the version, and the revisions of the protocol that are served')
    .addHelpText('after', ENVIRONMENT);
  addServe(root);
  addTools(root);
  addCall(root);
  addFiles(root);
  addPlatform(root);
  addSetup(root);
  addDoctor(root);
  addCompletion(root);
  return root;
}

/** Names of errors whose message is enough. They come from modules that are loaded only on demand. */
const SAID_ELSEWHERE = new Set(['SetupError', 'NotAskedError']);

/** What is wrong with the request or the system, and the exit code; undefined for a defect of this program. */
export function exitOf(error: unknown): { message: string; code: number } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof ConfigError || error instanceof SelectionError) return { message, code: 2 };
  if (SAID_ELSEWHERE.has(error.name)) return { message, code: 1 };
  if (!('syscall' in error)) return undefined;
  const isPortInUse = 'code' in error && error.code === 'EADDRINUSE';
  return { message: isPortInUse ? `${message}; name another with --port` : message, code: 1 };
}
