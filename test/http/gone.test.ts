import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, type Endpoint, openDirect } from './both-ways.ts';
import { call, type Era, type Message, posted } from './requests.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const READ: Message = {
  id: 1,
  method: 'resources/read',
  params: { uri: 'docs://spaces/s1/pages/p1' },
};
const CALL = call('get_page', { spaceId: 's1', pageId: 'p1' });

/** Interval of keep-alive messages: at the next one, the SDK would also notice a disconnect. */
const HEARTBEAT_MS = 15_000;

describe('a client that disconnects', () => {
  let upstream: Upstream;
  let connection: ReturnType<typeof connectTo>;
  let endpoint: Endpoint;

  beforeAll(async () => {
    upstream = await startUpstream();
    connection = connectTo(upstream.url);
    endpoint = await openDirect(connection.services);
  });

  afterAll(async () => {
    await endpoint.close();
    await connection.close();
    await upstream.close();
  });

  it.each<[string, Era, Message]>([
    ['read by a client of 2025', 'legacy', READ],
    ['read by a client of 2026', 'modern', READ],
    ['call by a client of 2025', 'legacy', CALL],
    ['call by a client of 2026', 'modern', CALL],
  ])(
    'aborts the request to the platform, even after garbage collection: %s',
    async (_, era, message) => {
      const asked = new Promise<ServerResponse>((resolve) => {
        upstream.answer((_received, response) => resolve(response));
      });
      const { headers, body } = posted(era, message);
      const client = request({ port: endpoint.port, path: '/mcp', method: 'POST', headers });
      const failed = once(client, 'error');
      client.end(body);
      const answer = await asked;
      const cancelled = once(answer, 'close');
      collectGarbage();
      await new Promise(setImmediate);
      collectGarbage();
      client.destroy(new Error('gone'));
      await failed;
      await expect(cancelled).resolves.toEqual([]);
    },
    HEARTBEAT_MS / 2,
  );
});
