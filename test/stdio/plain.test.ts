import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { json } from '../support/upstream.ts';
import { CLIENT, comparable, INITIALIZED, initialize, useBothWays } from './both-ways.ts';

const both = useBothWays();

function call(name: unknown, args?: unknown, more: object = {}) {
  const params = { name, ...(args !== undefined && { arguments: args }), ...more };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

/** Makes the platform leave requests unanswered; reports when one arrives, and when it is aborted. */
function silence(): Promise<{ dropped: Promise<unknown> }> {
  return new Promise((resolve) => {
    both.upstream.answer((_, response) => resolve({ dropped: once(response, 'close') }));
  });
}

describe('plain messages', () => {
  test('are answered without the SDK, byte for byte as by it', async () => {
    const opened = await both.ask(initialize());
    expect(opened).toMatch(
      /^\{"result":\{"protocolVersion":"2025-11-25","capabilities":\{"tools":\{\}/,
    );
    expect(opened).toContain('drafts need status');
    for (const endpoint of [both.direct, both.sdk]) endpoint.send(INITIALIZED);
    const listed = await both.ask({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
    expect(listed).toContain('{"name":"get_page"');
    expect(await both.ask({ jsonrpc: '2.0', id: 2, method: 'ping' })).toBe(
      '{"result":{},"jsonrpc":"2.0","id":2}',
    );
    const called = await both.ask(call('list_spaces_in_collection', { collectionId: 'c1' }));
    expect(called).toContain('"items":[{"id":"s1"');
    // Written literally, a line separator would end the line for readers such as Node's `readline`.
    expect(called).toContain('Größe “quoted” \\u2028 🙂');
    expect(JSON.parse(called).result.structuredContent.items[0].title).toContain('\u2028');
    expect(both.direct.usesSdk()).toBe(false);
    expect(both.sdk.usesSdk()).toBe(true);
  });

  test.each([
    ['no arguments', call('list_organizations')],
    ['invalid arguments', call('get_page', { spaceId: 7 })],
    ['an unknown argument', call('list_organizations', { nonsense: 1 })],
    ['a tool that is unknown', call('no_such_tool', {})],
    ['a tool that is a prototype name', call('constructor', {})],
    ['a write', call('delete_space', { spaceId: 's1' })],
    ['a meta of its own', call('list_organizations', {}, { _meta: { 'host/turn': [1] } })],
    [
      'progress that nothing is reported of',
      call('list_organizations', {}, { _meta: { progressToken: 7 } }),
    ],
  ])('calls with %s', async (_, message) => {
    await both.begin();
    await both.ask(message);
    expect(both.direct.usesSdk()).toBe(false);
  });

  test('pass the trace of a call on to the platform, without its baggage', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await both.begin();
    await both.ask(
      call('list_organizations', {}, { _meta: { traceparent, baggage: 'user=alice' } }),
    );
    expect(both.direct.usesSdk()).toBe(false);
    expect(
      both.upstream.received.map(({ headers }) => [headers.traceparent, headers.baggage]),
    ).toEqual(Array(2).fill([traceparent, undefined]));
  });

  test.each([401, 404, 422, 500])('calls with a platform that answers %d', async (status) => {
    both.upstream.answer(json(status, { error: { code: status, message: 'No “luck”' } }));
    await both.begin();
    const answered = await both.ask(call('create_collection', { organizationId: 'o', title: 'x' }));
    expect(answered).toContain('"isError":true');
    expect(both.direct.usesSdk()).toBe(false);
  });

  test('progress is reported to clients that ask for it', async () => {
    both.upstream.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        'data: {"type":"answer","answer":{"a":1}}\n\ndata: {"type":"answer","answer":{"a":2}}\n\n',
      );
    });
    await both.begin();
    const asked = call(
      'stream_ask_organization',
      { organizationId: 'o', query: 'Why?' },
      { _meta: { progressToken: 'p' } },
    );
    const [first, second, last, ...more] = comparable(await both.direct.ask(asked));
    expect(JSON.parse(first ?? '')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, message: '1 events received' },
    });
    expect([first, second, last]).toEqual(comparable(await both.sdk.ask(asked)));
    expect(more).toEqual([]);
    expect(both.direct.usesSdk()).toBe(false);
  });

  test('a cancelled call is aborted and not answered', async () => {
    await both.begin();
    const asked = silence();
    both.direct.send(call('list_organizations', {}));
    const { dropped } = await asked;
    both.direct.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    await dropped;
    expect(await both.direct.ask({ jsonrpc: '2.0', id: 9, method: 'ping' })).toEqual([
      '{"result":{},"jsonrpc":"2.0","id":9}',
    ]);
    expect(both.direct.usesSdk()).toBe(false);
  });

  test('calls in flight are aborted when the client goes away', async () => {
    await both.begin();
    const asked = silence();
    both.direct.send(call('list_organizations', {}));
    const { dropped } = await asked;
    await both.direct.end();
    await dropped;
  });
});

describe('other messages', () => {
  test.each([
    ['another method', { jsonrpc: '2.0', id: 3, method: 'resources/templates/list' }],
    ['a method that there is not', { jsonrpc: '2.0', id: 3, method: 'no/such' }],
    ['a cursor', { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { cursor: 'x' } }],
    ['a second handshake', initialize({ elicitation: {} })],
    ['a handshake in another revision', initialize({}, { protocolVersion: '2024-11-05' })],
    ['a call without a name', call(undefined)],
    ['a name that is no text', call(7)],
    ['arguments that are a list', call('list_organizations', [])],
    ['arguments that are null', call('list_organizations', null)],
    ['a task', call('list_organizations', {}, { task: { ttl: 1 } })],
    [
      'an envelope of 2026',
      call(
        'list_organizations',
        {},
        { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
      ),
    ],
  ])('%s goes to the SDK, which learns how the connection began', async (_, message) => {
    await both.begin({ roots: {} });
    await both.ask(message);
    expect(both.direct.usesSdk()).toBe(true);
    await both.ask(call('list_organizations', {}));
  });

  test.each([
    'no JSON',
    '{"jsonrpc":"2.0"',
    '7',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/none"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_organizations","_meta":{"progressToken":{}}}}',
  ])('%s is not answered, and does no harm', async (line) => {
    await both.begin();
    for (const endpoint of [both.direct, both.sdk]) endpoint.send(line);
    await both.ask({ jsonrpc: '2.0', id: 4, method: 'resources/templates/list' });
    expect(both.direct.problems.map(String)).toEqual(both.sdk.problems.map(String));
  });

  test('a connection that begins in another way belongs to the SDK', async () => {
    await both.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(both.direct.usesSdk()).toBe(true);
    await both.ask(initialize());
  });

  test('a connection of 2026 belongs to the SDK, too', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': CLIENT,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const found = await both.ask({
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: { _meta: meta },
    });
    expect(found).toContain('"supportedVersions":["2026-07-28"]');
    const listed = await both.ask({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/list',
      params: { _meta: meta },
    });
    expect(listed).toContain('"resultType":"complete"');
    await both.ask({ ...initialize(), id: 3 });
  });

  describe('a message that is too long', () => {
    const large = 'x'.repeat(10 * 1024 * 1024);
    const tail = { jsonrpc: '2.0', id: 8 };

    test.each<[string, object | string, number | string | null]>([
      [
        'its id at its start',
        { ...tail, id: 'a,b', method: 'ping', params: { id: 5, large } },
        'a,b',
      ],
      ['its id at its end', { method: 'ping', params: { id: 5, large }, ...tail }, 8],
      ['no id', { method: 'ping', params: { large, id: 5 } }, null],
      ['no form', large + large, null],
    ])('with %s is refused, and the next one is answered', async (_, message, id) => {
      await both.begin();
      both.direct.send(message);
      expect(JSON.parse(await both.direct.line())).toEqual({
        ...{ jsonrpc: '2.0', id },
        error: { code: -32600, message: 'A message is longer than 10485760 bytes.' },
      });
      const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };
      expect(await both.direct.ask(ping)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
    });

    test('and is a response is reported to the operator alone', async () => {
      await both.begin();
      const problem = both.direct.problem();
      both.direct.send({ ...tail, result: { large } });
      expect((await problem).message).toBe('A message is longer than 10485760 bytes.');
      const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };
      expect(await both.direct.ask(ping)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
    });
  });
});

test('a person is asked through the SDK, and the decision completes the call', async () => {
  both.upstream.answer(json(200, { object: 'space', id: 's1', title: 'Handbook' }));
  await both.begin({ elicitation: {} });
  await both.ask(call('get_space', { spaceId: 's1' }));
  expect(both.direct.usesSdk()).toBe(false);
  both.upstream.received.length = 0;
  both.direct.send(call('delete_collection', { collectionId: 'c1' }));
  const question = JSON.parse(await both.direct.line());
  expect(question).toMatchObject({ method: 'elicitation/create' });
  expect(both.upstream.received.map(({ method }) => method)).not.toContain('DELETE');
  both.direct.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } });
  expect(JSON.parse(await both.direct.line())).toMatchObject({ id: 1, result: { content: [{}] } });
  expect(both.upstream.received.map(({ method }) => method)).toContain('DELETE');
});
