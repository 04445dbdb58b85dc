import { describe, expect, test } from 'vitest';
import { json } from '../support/upstream.ts';
import { head } from './guarded.ts';
import { call, type Message, posted } from './requests.ts';
import { received, serverForAll } from './server.ts';

const ours = serverForAll();

const FROM = posted('legacy', { id: 1, method: 'ping' }, { authorization: 'Bearer a' }).headers;

/** Sends requests in one piece, and returns what the server answers until it closes the connection. */
async function together(...bodies: string[]): Promise<string> {
  const socket = await ours.server.socket();
  const all = bodies.map((body, index) => {
    const isLast = index === bodies.length - 1;
    return head({ headers: { ...FROM, ...(isLast && { connection: 'close' }) }, body });
  });
  socket.write(all.join(''));
  return received(socket);
}

const written = (message: Partial<Message>) => JSON.stringify({ jsonrpc: '2.0', ...message });

const cancelled = (id: number) =>
  written({ method: 'notifications/cancelled', params: { requestId: id } });

describe('a request that still waits can be cancelled', () => {
  const read = (id: number) =>
    written({ id, method: 'resources/read', params: { uri: 'docs://spaces/s1/pages/p1' } });
  const templates = (id: number) => written({ id, method: 'resources/templates/list' });
  const called = (id: number) => written(call('get_page', { spaceId: 's1', pageId: 'p1' }, id));
  // Parsed in a turn of its own.
  const large = (body: string) => body + ' '.repeat(20_000);

  test.each([
    ['for a turn of the SDK', templates, read],
    [
      'to be parsed, then answered without the SDK',
      (id: number) => large(called(id)),
      (id: number) => large(called(id)),
    ],
    [
      'to be parsed, then answered by the SDK',
      (id: number) => large(templates(id)),
      (id: number) => large(read(id)),
    ],
  ])('%s', async (_, first, second) => {
    ours.upstream.received.length = 0;
    ours.upstream.answer(
      json(200, { id: 'p1', title: 'Page', type: 'document', markdown: 'text' }),
    );
    const answers = await together(first(1), second(2), cancelled(2));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 202',
    ]);
    expect(answers.match(/"id":[12]\}/g)).toEqual(['"id":1}']);
    expect(ours.server.problems).toEqual([]);
  });

  test('and a later one with its id is answered', async () => {
    const answers = await together(templates(1), templates(2), cancelled(2), templates(2));
    expect(answers.match(/"id":[12]\}/g)).toEqual(['"id":1}', '"id":2}']);
  });

  test('or not, if the message names another', async () => {
    const answers = await together(large(templates(1)), large(templates(2)), cancelled(3));
    expect(answers.match(/"id":[12]\}/g)).toEqual(['"id":1}', '"id":2}']);
  });
});

test.each([
  ['HTTP/1.1', { connection: 'close' }],
  ['HTTP/1.0', {}],
])('%s: a connection is closed if its client asks for it', async (version, asking) => {
  ours.upstream.answer(json(200, { items: [] }));
  for (const body of [
    written(call('list_organizations', {}, 1)),
    written({ id: 1, method: 'resources/templates/list' }),
  ]) {
    const socket = await ours.server.socket();
    socket.write(head({ headers: { ...FROM, ...asking }, body }).replace('HTTP/1.1', version));
    expect(await received(socket)).toContain('"id":1}');
  }
});

test('a call in progress can be cancelled by a message without a declared length', async () => {
  const asked = new Promise<void>((resolve) => ours.upstream.answer(() => resolve()));
  const answer = together(written(call('list_organizations', {}, 7)));
  await asked;
  const socket = await ours.server.socket();
  const body = cancelled(7);
  const chunked = { 'transfer-encoding': 'chunked' };
  socket.write(head({ headers: { ...FROM, connection: 'close' }, body }, chunked));
  socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  expect(await received(socket)).toContain('HTTP/1.1 202');
  expect(await answer).not.toContain('"id":7}');
});
