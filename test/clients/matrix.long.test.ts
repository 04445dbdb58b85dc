import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, transportsOf } from './matrix/clients.ts';
import { installed, outcomeOf } from './matrix/run.ts';
import { startServers } from './matrix/servers.ts';

/** Installing a client can take minutes, and so can starting a command line for each request. */
const LONG_MS = 900_000;

let servers: Awaited<ReturnType<typeof startServers>>;

beforeAll(async () => {
  servers = await startServers();
});

afterAll(() => servers.close());

describe.each(CLIENTS)('$name $version', (client) => {
  it.for(transportsOf(client))('over %s', { timeout: LONG_MS }, async (transport, { skip }) => {
    const folder = await installed(client);
    if (!folder) return skip('the registry does not give it');
    const outcome = await outcomeOf(client, folder, transport, servers);
    expect(Object.keys(outcome)).toHaveLength(12);
    const failed = Object.entries(outcome).filter(([, result]) => !['ok', 'none'].includes(result));
    expect(
      failed.map(([step]) => step),
      JSON.stringify(failed),
    ).toEqual(Object.keys(client.faults ?? {}));
  });
});
