import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { UNSCOPED } from '../../../src/operations/index.ts';
import { ReadCache } from '../../../src/resources/index.ts';
import { ChangeHub, WatchLimitError } from '../../../src/server/events/change-hub.ts';
import { singleReplica } from '../../../src/server/events/replicas.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
let hub: ChangeHub;

/** Every space exists, and the service is the legacy one. */
beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(({ url }, response) => {
    response.writeHead(url === '/v1/' ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'revision', pages: [], files: [] }));
  });
  hub = new ChangeHub({
    client: createClient({ baseUrl: upstream.url, userAgent: 'test/1.0.0' }),
    reads: new ReadCache(),
    replicas: singleReplica,
    // Time stands still.
    pace: {
      intervalMs: 60_000,
      now: () => 0,
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
    realm: upstream.url,
    report: (problem) => {
      throw problem;
    },
  });
});

afterAll(async () => {
  await hub.close();
  await upstream.close();
});

const SUBSCRIBER = { token: 'token', access: { scope: UNSCOPED, isExcluded: () => false } };
const NOBODY = { updated: () => undefined, ended: () => undefined };

const outlines = (count: number) =>
  Array.from({ length: count }, (_, index) => `docs://spaces/space${index}/pages`);

it('limits the resources of one subscription', async () => {
  const [outline = ''] = outlines(1);
  const uris = Array.from({ length: 257 }, (_, index) => `${outline}/page${index}`);
  await expect(hub.watch(uris, SUBSCRIBER, NOBODY)).rejects.toThrow(WatchLimitError);
  await expect(hub.watch(uris, SUBSCRIBER, NOBODY)).rejects.toThrow(
    'A subscription covers at most 256 resources.',
  );
});

it('limits the watched spaces of a token, frees them, and counts other tokens separately', async () => {
  const [last = '', ...first] = outlines(65);
  const watch = await hub.watch(first, SUBSCRIBER, NOBODY);
  const refused = hub.watch([last], SUBSCRIBER, NOBODY);
  await expect(refused).rejects.toThrow('With one token, at most 64 spaces and specifications');
  const other = await hub.watch([last], { ...SUBSCRIBER, token: 'other' }, NOBODY);
  // A topic that is already watched does not count again.
  const again = await hub.watch(first.slice(0, 1), SUBSCRIBER, NOBODY);
  watch.close();
  const freed = await hub.watch([last], SUBSCRIBER, NOBODY);
  for (const open of [other, again, freed]) open.close();
});

it('releases everything that it opened for a subscription that it then refuses', async () => {
  const uris = outlines(65);
  for (let time = 0; time < 3; time += 1) {
    await expect(hub.watch(uris, SUBSCRIBER, NOBODY)).rejects.toThrow(WatchLimitError);
  }
  const watch = await hub.watch(uris.slice(1), SUBSCRIBER, NOBODY);
  watch.close();
});
