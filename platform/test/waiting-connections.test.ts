import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openConnections } from './many-connections.ts';
import { startTestPlatform } from './support.ts';

const CONNECTIONS = 700;

/** How many connections may wait at all; 0 where that is not known. */
const LIMIT_FILE = '/proc/sys/net/core/somaxconn';
const limit = existsSync(LIMIT_FILE) ? Number(readFileSync(LIMIT_FILE, 'utf8')) : 0;

it.runIf(limit >= CONNECTIONS)('lets hundreds of connections wait to be accepted', async () => {
  const platform = await startTestPlatform();
  const port = Number(new URL(platform.url).port);
  const { clients, opened } = openConnections(port, CONNECTIONS);
  for (let found = 0; found < CONNECTIONS; found = Atomics.load(opened, 0)) {
    if (Atomics.wait(opened, 0, found, 10_000) === 'timed-out') break;
  }
  expect(Atomics.load(opened, 0)).toBe(CONNECTIONS);
  await clients.terminate();
  await platform.close();
});
