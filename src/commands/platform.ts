import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { PlatformOptions, Profile, RunningPlatform, Seed } from '@docs-platform-mcp/platform';
import { type Command, Option } from 'commander';
import { ConfigError, oneOf, readPlatformEnvironment } from '../config/server.ts';
import { isLoopback } from '../loopback.ts';
import { closeOnSignal } from './lifecycle.ts';
import { dataOption, parseCount, parseList, parsePort, profileOption } from './options.ts';
import { log, type ProgressLine, print, progressLine } from './output.ts';

interface PlatformFlags {
  data?: string;
  port: number;
  host: string;
  allowHost?: string[];
  seed: string;
  profile?: string;
  token?: string;
  faults?: string;
  rateLimit?: number;
  allowPrivateAddresses?: true;
  export?: string;
  import?: string;
}

/** Means stdin or stdout in place of a file. */
const STREAM = '-';

/** Adds `platform`, which runs the embedded platform alone. */
export function addPlatform(program: Command): void {
  program
    .command('platform')
    .description('run only the embedded platform: the API over a database of its own')
    .option(...dataOption)
    .option('--port <port>', 'port to bind; 0 for any free one', parsePort, 4010)
    .option('--host <host>', 'address to bind; beyond loopback with --allow-host', '127.0.0.1')
    .option('--allow-host <names>', 'host names that requests may use beyond loopback', parseList)
    .option(...profileOption)
    .option('--seed <content>', 'initial content of a new platform: demo, empty', 'demo')
    .option('--token <token>', "administrator's token (better: DOCS_PLATFORM_ADMIN_TOKEN)")
    .option(
      '--faults <faults>',
      'faults to inject: latency=200,errors=0.1,limit=0.05,cut=0.2,seed=7',
    )
    .option('--rate-limit <n>', 'requests per minute for each user', parseCount)
    .option('--allow-private-addresses', 'let imports fetch from private and local addresses')
    .addOption(
      new Option(
        '--export <file>',
        'write the platform in the folder --data as JSON, then exit; - for stdout',
      ).conflicts('import'),
    )
    .option('--import <file>', 'fill a new folder --data from an export, then exit; - for stdin')
    .action(platform);
}

async function platform(flags: PlatformFlags): Promise<void> {
  const { SetupError } = await import('@docs-platform-mcp/platform');
  const { data, token } = readPlatformEnvironment(process.env);
  const given = { ...flags, data: flags.data ?? data, token: flags.token ?? token };
  try {
    if (given.export !== undefined) await exportTo(given.export, folderOf(given));
    else if (given.import !== undefined) await importFrom(given.import, folderOf(given));
    else await run(given);
  } catch (error) {
    throw error instanceof SetupError ? new ConfigError(error.message) : error;
  }
}

type PlatformArguments = Omit<PlatformFlags, 'data' | 'token'> &
  Pick<PlatformOptions, 'data' | 'token'>;

async function run(given: PlatformArguments): Promise<void> {
  const { startPlatform } = await import('@docs-platform-mcp/platform');
  const running = await startPlatform(await optionsOf(given));
  log(`Embedded platform: ${running.url}`);
  announceTokens(running, given);
  closeOnSignal(running);
}

async function optionsOf(given: PlatformArguments): Promise<PlatformOptions> {
  const { parseFaults } = await import('@docs-platform-mcp/platform');
  const { data, token, port, host, rateLimit, allowHost = [], profile = 'contract' } = given;
  if (!isLoopback(host) && allowHost.length === 0) {
    throw new ConfigError(
      `--host ${host} is reached from other machines: say with --allow-host under which names it is`,
    );
  }
  return {
    data,
    token,
    port,
    host,
    rateLimit,
    hosts: allowHost.map((name) => name.toLowerCase()),
    profile: oneOf<Profile>('--profile', profile, ['contract', 'current']),
    seed: oneOf<Seed>('--seed', given.seed, ['demo', 'empty']),
    allowPrivateAddresses: given.allowPrivateAddresses ?? false,
    ...(given.faults !== undefined && { faults: parseFaults(given.faults) }),
  };
}

/** A generated token is shown only once: the database keeps only its hash. */
function announceTokens(running: RunningPlatform, { token }: PlatformArguments): void {
  const { tokens, operatorToken } = running;
  if (token !== undefined) log("The administrator's token is the one you gave");
  else if (Object.keys(tokens).length > 0) log(`Tokens: ${Object.values(tokens).join(', ')}`);
  else if (operatorToken) print(operatorToken);
  else log('Tokens: those created earlier; --token adds one for the administrator');
}

function folderOf({ data }: PlatformArguments): string {
  if (data !== undefined) return data;
  throw new ConfigError('--export and --import need --data: the folder that keeps the platform');
}

/** Written atomically. It contains hashes of tokens, so only its owner may read it. */
async function exportTo(file: string, data: string): Promise<void> {
  const { exportPlatform, openExisting } = await import('@docs-platform-mcp/platform');
  const db = openExisting(data);
  const partial = `${file}.${process.pid}.partial`;
  const line = progressLine(process.stderr);
  try {
    if (file === STREAM) await exportPlatform(db, process.stdout);
    else {
      const output = createWriteStream(partial, { mode: 0o600, flush: true });
      output.on('drain', () => line.show(`Writing: ${megabytes(output.bytesWritten)}`));
      await exportPlatform(db, output);
      await rename(partial, file);
    }
  } finally {
    line.clear();
    db.close();
    await rm(partial, { force: true });
  }
  log(`Wrote the platform in ${data}${file === STREAM ? '' : ` to ${file}`}`);
}

async function importFrom(file: string, data: string): Promise<void> {
  const { importPlatform, openDatabase } = await import('@docs-platform-mcp/platform');
  const db = openDatabase(data);
  const line = progressLine(process.stderr);
  try {
    await importPlatform(db, contentOf(file, line));
  } finally {
    line.clear();
    db.close();
  }
  log(`Filled ${data}${file === STREAM ? '' : ` from ${file}`}`);
}

/** Opens the file on the first read, and shows how much was read. */
async function* contentOf(file: string, line: ProgressLine): AsyncGenerator<Uint8Array> {
  const all = file === STREAM ? undefined : (await stat(file)).size;
  let read = 0;
  for await (const chunk of file === STREAM ? process.stdin : createReadStream(file)) {
    read += chunk.length;
    line.show(`Reading: ${megabytes(read)}${all === undefined ? '' : ` of ${megabytes(all)}`}`);
    yield chunk;
  }
  line.show('Storing…');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
