import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitConnections } from '../../src/server/http/connections.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { head, list } from './guarded.ts';
import { posted } from './requests.ts';
import { startServer, type TestServer } from './server.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

/** Opens a stream of changes of the lists, which ends only when one side closes it. */
async function stream(server: TestServer, token: string, address: string): Promise<Socket> {
  const socket = await server.socket();
  const from = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const notifications = { toolsListChanged: true };
  const message = { id: 1, method: 'subscriptions/listen', params: { notifications } };
  socket.on('error', () => undefined).write(head(posted('modern', message, from)));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.resume();
  return socket;
}

test('streams of changes take no slot from requests, and give way to those of other addresses', async () => {
  const limits = { maxConcurrent: 4, maxConcurrentPerAddress: 3, trustedProxies: ['127.0.0.1'] };
  const server = await startServer(upstream.url, limits, { api: 'auto', toolsets: ['all'] });
  const many = [
    await stream(server, 'a', '203.0.113.1'),
    await stream(server, 'b', '203.0.113.1'),
    await stream(server, 'c', '203.0.113.1'),
    await stream(server, 'd', '203.0.113.2'),
  ];
  expect((await server.send(list({ 'x-forwarded-for': '203.0.113.1' }))).status).toBe(200);

  const oldest = once(many[0] as Socket, 'close');
  const good = await stream(server, 'good', '203.0.113.3');
  await oldest;
  expect(many.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  for (const socket of [...many, good]) socket.destroy();
  await server.close();
});

/** A server with small limits whose answers to `/slow` never come. */
async function crowded(isTrusted: (address: string) => boolean) {
  const server = createServer((request, response) => {
    if (request.url !== '/slow') response.end('done');
  });
  limitConnections(server, isTrusted, { ofAddress: 3, ofAll: 5 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    open: async (localAddress: string, path?: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined);
      const arrived = once(server, 'connection');
      await once(socket, 'connect');
      await arrived;
      if (path) {
        const asked = once(server, 'request');
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        await asked;
      }
      socket.resume();
      return socket;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isOpen = ({ destroyed }: Socket) => !destroyed;

test('above a limit, the connection of an address that was idle longest is closed', async () => {
  const server = await crowded(() => false);
  const busy = await server.open('127.0.0.1', '/slow');
  const asked = await server.open('127.0.0.1', '/done');
  const silent = await server.open('127.0.0.1');
  const closed = once(silent, 'close');
  // A connection counts as idle again from the end of its answer.
  asked.write('GET /done HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(asked, 'data');
  const fourth = await server.open('127.0.0.1');
  await closed;
  expect([busy, asked, fourth].map(isOpen)).toEqual([true, true, true]);
  server.close();
});

test('a connection above the limit is closed if all others of its address have requests', async () => {
  const server = await crowded(() => false);
  for (let index = 0; index < 3; index += 1) await server.open('127.0.0.1', '/slow');
  await once(await server.open('127.0.0.1'), 'close');
  expect(isOpen(await server.open('127.0.0.2', '/slow'))).toBe(true);
  server.close();
});

test('above the limit of all connections, the address with the most idle ones loses one', async () => {
  const server = await crowded((address) => address === '127.0.0.2');
  const good = await server.open('127.0.0.1');
  const crowd = [];
  for (let index = 0; index < 4; index += 1) crowd.push(await server.open('127.0.0.2'));
  expect(crowd.map(isOpen)).toEqual([true, true, true, true]);
  const closed = once(crowd[0] as Socket, 'close');
  const another = await server.open('127.0.0.3');
  await closed;
  expect([good, ...crowd, another].map(isOpen)).toEqual([true, false, true, true, true, true]);
  server.close();
});
