import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUpstream } from '../support/upstream.ts';
import { received, startServer } from './server.ts';

/** Programs with a path that answers anybody. */
const PROGRAMS = [
  {
    name: 'the server',
    path: '/healthz',
    status: 200,
    start: async () => {
      const upstream = await startUpstream();
      const server = await startServer(upstream.url);
      const close = async () => {
        await server.close();
        await upstream.close();
      };
      return { url: server.url, close };
    },
  },
  {
    name: 'the embedded platform',
    path: '/v1/orgs',
    status: 401,
    start: async () => startPlatform({ port: 0 }),
  },
];

describe.each(PROGRAMS)('a connection to $name', ({ path, status, start }) => {
  let running: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  /** Sends this many requests at once, and counts the answers until the connection closes. */
  async function answersTo(count: number, ending: string): Promise<number> {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\n`;
    const text = received(socket);
    socket.write(`${`${request}\r\n`.repeat(count - 1)}${request}${ending}\r\n`);
    return (await text).split('HTTP/1.1 ').length - 1;
  }

  it('may send some requests without waiting for answers', async () => {
    expect(await answersTo(16, 'connection: close\r\n')).toBe(16);
  });

  it('may send any number one after the other', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses = new Set<number | undefined>();
    for (let count = 0; count < 100; count += 1) {
      const request = get(new URL(path, running.url), { agent });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      statuses.add(answer.statusCode);
      await once(answer.resume(), 'end');
    }
    agent.destroy();
    expect([...statuses]).toEqual([status]);
  });

  it('is closed if it sends many in one piece', async () => {
    expect(await answersTo(400, '')).toBeLessThan(17);
  });
});
