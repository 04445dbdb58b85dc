import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitUnsent } from '../../src/runtime/unread.ts';

/** More than the buffers of both ends of a connection hold. */
const LARGE = Buffer.alloc(20_000_000);

let server: Server;
let clients: Socket[];
let answers: ServerResponse[];

beforeEach(() => {
  [clients, answers] = [[], []];
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((done) => server.close(done));
});

async function listen(limits: { silenceMs?: number; bytes?: number }): Promise<void> {
  server = createServer();
  limitUnsent(server, limits);
  server.on('request', (_, response: ServerResponse) => {
    answers.push(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
}

/** The answer for a client that reads nothing. */
async function unread(): Promise<ServerResponse> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).pause();
  clients.push(client);
  const requested = once(server, 'request');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await requested;
  return answers.at(-1) as ServerResponse;
}

it('closes a connection that takes nothing of its answer, and none that has nothing to take', async () => {
  await listen({ silenceMs: 100 });
  const stream = await unread();
  stream.write('event');
  const answer = await unread();
  answer.end(LARGE);
  await once(answer, 'close');
  expect(stream.destroyed).toBe(false);
});

it('closes the connection with the oldest answer when clients leave too many bytes', async () => {
  await listen({ bytes: 50_000_000 });
  const [first, second, third] = [await unread(), await unread(), await unread()];
  first.end(LARGE);
  second.end(LARGE);
  expect(first.destroyed).toBe(false);
  third.end(LARGE);
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
});
