import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, type HttpEndpoint, openDirect } from './both-ways.ts';
import { call, type Era, type Message, posted } from './requests.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const read = (pageId: string): Message => ({
  id: 1,
  method: 'resources/read',
  params: { uri: `docs://spaces/s1/pages/${pageId}` },
});
const called = (pageId: string) => call('get_page', { spaceId: 's1', pageId });

/** Reads and calls of clients of 2025 and of 2026, each of another page: equal reads share one request. */
const WAYS: [Era, Message][] = [
  ['legacy', read('p1')],
  ['modern', read('p2')],
  ['legacy', called('p3')],
  ['modern', called('p4')],
];

/** Interval of keep-alive messages: at the next one, the SDK would also notice a disconnect. */
const HEARTBEAT_MS = 15_000;

describe('a client that disconnects', () => {
  let upstream: Upstream;
  let connection: ReturnType<typeof connectTo>;
  let endpoint: HttpEndpoint;

  beforeAll(async () => {
    upstream = await startUpstream();
    connection = connectTo(upstream.url);
    endpoint = await openDirect(connection.dependencies);
  });

  afterAll(async () => {
    await endpoint.close();
    await connection.close();
    await upstream.close();
  });

  it(
    'aborts the request to the platform, even after garbage collection',
    async () => {
      const asked: ServerResponse[] = [];
      upstream.answer((_received, response) => asked.push(response));
      const clients = WAYS.map(([era, message]) => {
        const { headers, body } = posted(era, message);
        const client = request({ port: endpoint.port, path: '/mcp', method: 'POST', headers });
        client.end(body);
        return { client, failed: once(client, 'error') };
      });
      await expect.poll(() => asked.length).toBe(WAYS.length);
      const cancelled = asked.map((answer) => once(answer, 'close'));
      collectGarbage();
      await new Promise(setImmediate);
      collectGarbage();
      for (const { client, failed } of clients) {
        client.destroy(new Error('gone'));
        await failed;
      }
      await expect(Promise.all(cancelled)).resolves.toEqual(WAYS.map(() => []));
    },
    HEARTBEAT_MS / 2,
  );
});
