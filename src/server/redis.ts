import type { RedisClientType } from '@redis/client';

/** A client of Redis or Valkey, for keys and scripts. */
export type RedisClient = RedisClientType;

/** The connection to a Redis or Valkey server that the replicas share. */
export interface RedisConnection {
  /** Fails fast while the server is unreachable, and reconnects by itself. */
  client: RedisClient;
  /** A separate connection for messages, opened on first use. */
  subscriber(): Promise<RedisClient>;
  close(): Promise<void>;
}

/** The server cannot be used. The message says which server and what to check, without its credentials. */
export class RedisError extends Error {
  override readonly name = 'RedisError';
}

const CONNECT_MS = 5_000;
const COMMAND_MS = 2_000;
const MAX_RECONNECT_MS = 2_000;

/**
 * Connects to `redis://` or `rediss://` (TLS). The library is loaded only now. Later failures, while it reconnects,
 * go to `report`.
 * @throws {RedisError} if the server is unreachable or refuses the credentials.
 */
export async function connectRedis(
  url: string,
  report: (problem: Error) => void,
): Promise<RedisConnection> {
  const where = placeOf(url);
  const {
    default: { createClient },
  } = await import('@redis/client');
  let connected = false;
  const options = {
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_MS },
    socket: {
      connectTimeout: CONNECT_MS,
      // Wait only for a server that was reachable before; report a wrong address at once.
      reconnectStrategy: (attempts: number, cause: Error) =>
        connected ? Math.min(50 * 2 ** attempts, MAX_RECONNECT_MS) : cause,
    },
  };
  const open = async (client: RedisClient): Promise<RedisClient> => {
    let isReady = false;
    client.on('ready', () => {
      isReady = true;
    });
    client.on('error', (cause: Error) => {
      // Once for each lost connection, not for each attempt to reconnect.
      if (isReady) report(problem(where, cause));
      isReady = false;
    });
    try {
      return await client.connect();
    } catch (cause) {
      throw problem(where, cause);
    }
  };
  const client = await open(createClient(options) as RedisClient);
  connected = true;
  let subscriber: Promise<RedisClient> | undefined;
  return {
    client,
    subscriber: () => {
      subscriber ??= open(client.duplicate());
      return subscriber;
    },
    close: async () => {
      client.destroy();
      (await subscriber?.catch(() => undefined))?.destroy();
    },
  };
}

function problem(where: string, cause: unknown): RedisError {
  const { message, code } = cause as Error & { code?: string };
  const why = message || code || 'no connection';
  return new RedisError(`Redis at ${where}: ${why}. Check --redis-url (DOCS_PLATFORM_REDIS_URL).`, {
    cause,
  });
}

/** Host and port of an address, which may also contain a password. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || !parsed.hostname) {
    throw new RedisError(
      'The address of Redis (--redis-url, DOCS_PLATFORM_REDIS_URL) must be redis:// or rediss:// (TLS) with a host.',
    );
  }
  return `${parsed.hostname}:${parsed.port || 6379}`;
}
