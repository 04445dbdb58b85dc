import { randomUUID } from 'node:crypto';
import type { Config } from '../config/server.ts';
import type { Connection } from '../connect.ts';
import { type RedisConnection, watchChanges } from '../server/index.ts';

/** Watches the platform of a connection for subscribers. */
export function changeHubOf(
  { dependencies: { client, reads } }: Connection,
  { platform, pollIntervalMs: intervalMs }: Config,
  report: (problem: Error) => void,
  redis?: RedisConnection,
): ReturnType<typeof watchChanges> {
  // The embedded platform belongs to this process alone.
  const realm = platform.kind === 'service' ? platform.url : randomUUID();
  return watchChanges({ client, reads, realm, intervalMs, redis, report });
}
