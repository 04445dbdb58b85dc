import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { endInterruptedRuns } from './git/runs.ts';
import { Background } from './http/background.ts';
import { anyAddress, isPublic } from './http/outbound.ts';
import { createApiServer } from './http/server.ts';
import { resumeProcessing } from './openapi/process.ts';
import { download } from './routes/downloads.ts';
import { routes } from './routes/index.ts';
import { demoTokens, seedDemo } from './seed/index.ts';
import { Database } from './store/database.ts';
import { migrate } from './store/schema.ts';

export interface PlatformOptions {
  /** Folder that keeps everything; in memory without one. */
  data?: string | undefined;
  /** 0, the default, for any free port. */
  port?: number;
  /** Address to bind; loopback by default. */
  host?: string;
  /** What a platform that is still empty starts with. */
  seed?: 'demo' | 'empty';
  /** Lets callers make the platform fetch from loopback and private addresses and from local repositories. */
  allowPrivateAddresses?: boolean;
  /** Keeps the title that a page is read with when it is written back, as the live service does. */
  doublesTitles?: boolean;
  /** Told of every error that is the platform's own fault; by default written to stderr. */
  onError?: (error: unknown) => void;
}

export interface RunningPlatform {
  url: string;
  /** Tokens of the demonstration users by handle. */
  tokens: Record<string, string>;
  /** The token of an administrator; undefined when the platform started empty. */
  operatorToken: string | undefined;
  /** Ends it; resolves when all requests are answered and the database is closed. */
  close(): Promise<void>;
}

/** Starts the platform: a real HTTP server of the API over a real database. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const { data, port = 0, host = '127.0.0.1', seed = 'demo', onError = reportError } = options;
  const db = openDatabase(data);
  // Two processes may open a new folder at once: the look and the writing are one transaction.
  if (seed === 'demo') db.write(() => isEmpty(db) && seedDemo(db));
  const open = (path: string) => download(db, path);
  const background = new Background(onError);
  const mayAsk = options.allowPrivateAddresses ? anyAddress : isPublic;
  const services = { background, mayAsk, doublesTitles: options.doublesTitles ?? false };
  resumeProcessing(db, services);
  endInterruptedRuns(db);
  const server = createApiServer({ db, routes, open, services, onError });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const tokens = seed === 'demo' ? demoTokens() : {};
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    tokens,
    operatorToken: Object.values(tokens)[0],
    close: async () => {
      server.closeIdleConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await background.close();
      db.close();
    },
  };
}

function openDatabase(data: string | undefined): Database {
  if (data === undefined) {
    const db = new Database();
    migrate(db);
    return db;
  }
  // What is kept here is private to its owner, tokens' hashes included.
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const db = new Database(join(data, 'platform.sqlite'));
  migrate(db);
  return db;
}

function isEmpty(db: Database): boolean {
  return db.get('SELECT 1 FROM organization LIMIT 1') === undefined;
}

function reportError(error: unknown): void {
  process.stderr.write(`embedded platform: ${error instanceof Error ? error.stack : error}\n`);
}
