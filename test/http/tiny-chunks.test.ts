import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { startServer } from './server.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

const HEAD = [
  'POST /mcp HTTP/1.1',
  'Host: 127.0.0.1',
  'Authorization: Bearer a',
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  'Transfer-Encoding: chunked',
].join('\r\n');

const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** The answer to a body of one-byte chunks: a message after this many spaces. */
async function answerTo(spaces: number): Promise<string> {
  const server = await startServer(upstream.url, {}, { api: 'auto', toolsets: ['all'] });
  const socket = await server.socket();
  const body = [...' '.repeat(spaces), ...MESSAGE].map((byte) => `1\r\n${byte}\r\n`).join('');
  socket.on('error', () => undefined).write(`${HEAD}\r\n\r\n${body}0\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  await server.close();
  return String(answer);
}

test('a body of many tiny chunks is refused before it is complete', async () => {
  const answer = await answerTo(200_000);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The body came in tiny chunks; send larger ones.');
});

test('a body of a few tiny chunks is read', async () => {
  expect(await answerTo(1_000)).toMatch(/^HTTP\/1\.1 200 /);
});
