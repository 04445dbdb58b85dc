import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Profile } from './auth/context.ts';
import { discardInterrupted } from './content/gradual.ts';
import { IndexQueue } from './content/index-queue.ts';
import { openDatabase } from './database.ts';
import { endInterruptedRuns } from './git/runs.ts';
import { clearStages } from './git/stage.ts';
import { type Faults, NO_FAULTS } from './http/faults.ts';
import { createApiServer } from './http/server.ts';
import { endInterruptedImports } from './import/runs.ts';
import { resumeProcessing } from './openapi/process.ts';
import { download } from './routes/downloads.ts';
import { openInformation } from './routes/information.ts';
import { routesOf } from './routes/profiles.ts';
import { Background } from './runtime/background.ts';
import { anyAddress, isPublic } from './runtime/outbound.ts';
import { type Seed, seedOnce } from './seed/prepare.ts';
import { Checkpoints } from './store/checkpoints.ts';
import type { Database } from './store/database.ts';
import { FILE } from './store/open.ts';
import { createPages } from './web/pages.ts';

export type { Profile } from './auth/context.ts';
export { MIGRATIONS, openDatabase, openExisting } from './database.ts';
export { SetupError } from './errors.ts';
export { parseFaults } from './http/faults.ts';
export type { Seed } from './seed/prepare.ts';
export { type Inspection, inspect, isPlatformIn } from './store/inspect.ts';
export { exportPlatform } from './transfer/export.ts';
export { importPlatform } from './transfer/import.ts';

/**
 * Connections that may wait to be accepted, as many as Linux allows. Callers whose connections do not fit try again only
 * seconds later.
 */
const MAX_WAITING_CONNECTIONS = 4_096;

export interface PlatformOptions {
  /** Folder with all data; without one, data is kept in memory. */
  data?: string;
  /** 0, the default, for any free port. */
  port?: number;
  /** Address to bind; loopback by default. */
  host?: string;
  /** The service to emulate; by default the contract's. */
  profile?: Profile;
  /** The initial content of an empty platform. */
  seed?: Seed;
  /** An additional token for the first administrator. */
  token?: string;
  /** Injected faults, for requests that do not name their own in `X-Platform-Faults`. */
  faults?: Faults;
  /** Maximum requests of a user per minute; by default more than a well-behaved caller needs. */
  rateLimit?: number;
  /** Host names beyond loopback; absent: any, if it is bound beyond loopback. */
  hosts?: readonly string[];
  /** Lets callers make the platform fetch from loopback and private addresses and from local repositories. */
  allowPrivateAddresses?: boolean;
  /** Keeps the title that reading a page adds when the text is written back, as the live service does. */
  doublesTitles?: boolean;
  /** Called with every error that is the platform's own fault; by default it is written to stderr. */
  onError?: (error: unknown) => void;
}

export interface RunningPlatform {
  url: string;
  /** Tokens of the demonstration users by handle, if they exist. */
  tokens: Record<string, string>;
  /** The token of an administrator; undefined if none was given: only hashes of the existing ones are kept. */
  operatorToken: string | undefined;
  /** Stops it; resolves when all requests are answered and the database is closed. */
  close(): Promise<void>;
}

/**
 * Starts the platform: a real HTTP server of the API over a real database.
 * @throws {SetupError} when the data folder or the token cannot be used; nothing is left running.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const { data, onError = reportError } = options;
  const db = openDatabase(data);
  const background = new Background(onError);
  const checkpoints =
    data === undefined ? undefined : new Checkpoints(db, join(data, FILE), onError);
  const end = async () => {
    await background.close();
    await checkpoints?.close();
    db.close();
  };
  try {
    const access = seedOnce(db, options.seed ?? 'demo', options.token);
    const { server, url } = await listen(db, background, options);
    return { ...access, url, close: () => stop(server).then(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function listen(db: Database, background: Background, options: PlatformOptions) {
  const { port = 0, host = '127.0.0.1', faults = NO_FAULTS, onError = reportError } = options;
  const { rateLimit, hosts, doublesTitles = false, profile = 'contract' } = options;
  const mayAsk = options.allowPrivateAddresses ? anyAddress : isPublic;
  const queue = new IndexQueue(db, background);
  const runtime = { background, mayAsk, doublesTitles, indexed: () => queue.caughtUp() };
  resumeProcessing(db, runtime);
  endInterruptedRuns(db);
  discardInterrupted(db);
  clearStages(db);
  endInterruptedImports(db);
  await runtime.indexed();
  queue.renew();
  const pages = createPages(db, profile);
  const open = async (request: IncomingMessage, url: URL) =>
    (request.method === 'GET' ? freely(db, profile, url.pathname) : undefined) ??
    pages(request, url);
  const routes = routesOf(profile);
  const server = createApiServer({
    db,
    profile,
    routes,
    open,
    runtime,
    faults,
    rateLimit,
    hosts,
    onError,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, MAX_WAITING_CONNECTIONS, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { server, url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}` };
}

/** Pages and files that can be read without a token. */
function freely(db: Database, profile: Profile, path: string) {
  return (profile === 'current' ? openInformation(path) : undefined) ?? download(db, path);
}

/** Resolves when all requests are answered. */
async function stop(server: Server): Promise<void> {
  server.closeIdleConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

function reportError(error: unknown): void {
  process.stderr.write(`embedded platform: ${error instanceof Error ? error.stack : error}\n`);
}
