import type { RedisClientType } from '@redis/client';

/** A client of Redis or Valkey, for keys and scripts. */
export type RedisClient = RedisClientType;

/** The way to a Redis or Valkey server that the replicas share. */
export interface RedisConnection {
  /** Fails at once while the server cannot be reached, and connects again by itself. */
  client: RedisClient;
  /** A connection of its own for messages, made when it is first asked for. */
  subscriber(): Promise<RedisClient>;
  close(): Promise<void>;
}

/** The server cannot be used; the message says which one and what to check, without its credentials. */
export class RedisError extends Error {
  override readonly name = 'RedisError';
}

const CONNECT_MS = 5_000;
const COMMAND_MS = 2_000;
const MAX_RECONNECT_MS = 2_000;

/**
 * Connects to `redis://` or `rediss://` (TLS). The library is loaded now and not before. What goes wrong later, while
 * the connection is being made again, goes to `report`.
 * @throws {RedisError} when the server cannot be reached or refuses the credentials.
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
      // Only what was there once is worth waiting for; a wrong address is to be said at once.
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
      // Once for each time that it is lost, not for each attempt to connect again.
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

/** Host and port of an address, which may hold a password besides. */
function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || !parsed.hostname) {
    throw new RedisError(
      'The address of Redis (--redis-url, DOCS_PLATFORM_REDIS_URL) must be redis:// or rediss:// (TLS) with a host.',
    );
  }
  return `${parsed.hostname}:${parsed.port || 6379}`;
}
