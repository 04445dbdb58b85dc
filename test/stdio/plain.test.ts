import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/connect.ts';
import { runs } from '../support/long-run.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, open, type Request, type StdioEndpoint } from './endpoint.ts';

const SPACES = {
  items: [
    { object: 'space', id: 's1', title: 'Größe “quoted” \u2028 🙂', parent: null },
    { object: 'space', id: 's2', title: 'Handbook', urls: { app: 'https://app.example.com' } },
  ],
};

const CLIENT = { name: 'test', version: '1.0.0' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

let upstream: Upstream;
let connection: Connection;
let direct: StdioEndpoint;
let sdk: StdioEndpoint;

beforeAll(async () => {
  upstream = await startUpstream();
  connection = connectTo(upstream.url);
});

afterAll(async () => {
  await connection.close();
  await upstream.close();
});

beforeEach(() => {
  upstream.answer(json(200, SPACES));
  direct = open(connection, { direct: true });
  sdk = open(connection, { direct: false });
});

afterEach(async () => {
  await Promise.all([direct.end(), sdk.end()]);
  upstream.received.length = 0;
});

function initialize(capabilities: unknown = {}, more: object = {}) {
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: CLIENT, ...more };
  return { jsonrpc: '2.0', id: 0, method: 'initialize', params };
}

function call(name: unknown, args?: unknown, more: object = {}) {
  const params = { name, ...(args !== undefined && { arguments: args }), ...more };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

/** Makes the platform leave requests unanswered; reports when one arrives, and when it is aborted. */
function silence(): Promise<{ dropped: Promise<unknown> }> {
  return new Promise((resolve) => {
    upstream.answer((_, response) => resolve({ dropped: once(response, 'close') }));
  });
}

/** The marks of fences are random. */
function comparable(lines: string[]): string[] {
  return lines.map((line) => line.replaceAll(/untrusted-\d{12}/g, 'untrusted-mark'));
}

/** Sends the same to both, and returns the fast path's answer. */
async function bothWays(request: Request): Promise<string> {
  const [answered, expected] = await Promise.all([direct.ask(request), sdk.ask(request)]);
  expect(comparable(answered)).toEqual(comparable(expected));
  return answered.at(-1) ?? '';
}

/** Opens both connections as a client does. */
async function begin(capabilities: unknown = {}): Promise<void> {
  await bothWays(initialize(capabilities));
  for (const endpoint of [direct, sdk]) endpoint.send(INITIALIZED);
}

describe('plain messages', () => {
  test('are answered without the SDK, byte for byte as by it', async () => {
    const opened = await bothWays(initialize());
    expect(opened).toMatch(
      /^\{"result":\{"protocolVersion":"2025-11-25","capabilities":\{"tools":\{\}/,
    );
    expect(opened).toContain('drafts need status');
    for (const endpoint of [direct, sdk]) endpoint.send(INITIALIZED);
    const listed = await bothWays({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
    expect(listed).toContain('{"name":"get_page"');
    expect(await bothWays({ jsonrpc: '2.0', id: 2, method: 'ping' })).toBe(
      '{"result":{},"jsonrpc":"2.0","id":2}',
    );
    const called = await bothWays(call('list_spaces_in_collection', { collectionId: 'c1' }));
    expect(called).toContain('"items":[{"id":"s1"');
    // Written literally, a line separator would end the line for readers such as Node's `readline`.
    expect(called).toContain('Größe “quoted” \\u2028 🙂');
    expect(JSON.parse(called).result.structuredContent.items[0].title).toContain('\u2028');
    expect(direct.usesSdk()).toBe(false);
    expect(sdk.usesSdk()).toBe(true);
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
    await begin();
    await bothWays(message);
    expect(direct.usesSdk()).toBe(false);
  });

  test('pass the trace of a call on to the platform, without its baggage', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await begin();
    await bothWays(
      call('list_organizations', {}, { _meta: { traceparent, baggage: 'user=alice' } }),
    );
    expect(direct.usesSdk()).toBe(false);
    expect(upstream.received.map(({ headers }) => [headers.traceparent, headers.baggage])).toEqual(
      Array(2).fill([traceparent, undefined]),
    );
  });

  test.each([401, 404, 422, 500])('calls with a platform that answers %d', async (status) => {
    upstream.answer(json(status, { error: { code: status, message: 'No “luck”' } }));
    await begin();
    const answered = await bothWays(call('create_collection', { organizationId: 'o', title: 'x' }));
    expect(answered).toContain('"isError":true');
    expect(direct.usesSdk()).toBe(false);
  });

  test('progress is reported to clients that ask for it', async () => {
    upstream.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        'data: {"type":"answer","answer":{"a":1}}\n\ndata: {"type":"answer","answer":{"a":2}}\n\n',
      );
    });
    await begin();
    const asked = call(
      'stream_ask_organization',
      { organizationId: 'o', query: 'Why?' },
      { _meta: { progressToken: 'p' } },
    );
    const [first, second, last, ...more] = comparable(await direct.ask(asked));
    expect(JSON.parse(first ?? '')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1, message: '1 events received' },
    });
    expect([first, second, last]).toEqual(comparable(await sdk.ask(asked)));
    expect(more).toEqual([]);
    expect(direct.usesSdk()).toBe(false);
  });

  test('a cancelled call is aborted and not answered', async () => {
    await begin();
    const asked = silence();
    direct.send(call('list_organizations', {}));
    const { dropped } = await asked;
    direct.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await dropped;
    expect(await direct.ask({ jsonrpc: '2.0', id: 9, method: 'ping' })).toEqual([
      '{"result":{},"jsonrpc":"2.0","id":9}',
    ]);
    expect(direct.usesSdk()).toBe(false);
  });

  test('calls in flight are aborted when the client goes away', async () => {
    await begin();
    const asked = silence();
    direct.send(call('list_organizations', {}));
    const { dropped } = await asked;
    await direct.end();
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
    await begin({ roots: {} });
    await bothWays(message);
    expect(direct.usesSdk()).toBe(true);
    await bothWays(call('list_organizations', {}));
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
    await begin();
    for (const endpoint of [direct, sdk]) endpoint.send(line);
    await bothWays({ jsonrpc: '2.0', id: 4, method: 'resources/templates/list' });
    expect(direct.problems.map(String)).toEqual(sdk.problems.map(String));
  });

  test('a connection that begins in another way belongs to the SDK', async () => {
    await bothWays({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(direct.usesSdk()).toBe(true);
    await bothWays(initialize());
  });

  test('so does one of 2026', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': CLIENT,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const found = await bothWays({
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: { _meta: meta },
    });
    expect(found).toContain('"supportedVersions":["2026-07-28"]');
    const listed = await bothWays({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/list',
      params: { _meta: meta },
    });
    expect(listed).toContain('"resultType":"complete"');
    await bothWays({ ...initialize(), id: 3 });
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
      await begin();
      direct.send(message);
      expect(JSON.parse(await direct.line())).toEqual({
        ...{ jsonrpc: '2.0', id },
        error: { code: -32600, message: 'A message is longer than 10485760 bytes.' },
      });
      const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };
      expect(await direct.ask(ping)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
    });

    test('and is a response is reported to the operator alone', async () => {
      await begin();
      const problem = direct.problem();
      direct.send({ ...tail, result: { large } });
      expect((await problem).message).toBe('A message is longer than 10485760 bytes.');
      const ping = { jsonrpc: '2.0', id: 9, method: 'ping' };
      expect(await direct.ask(ping)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
    });
  });
});

test('a person is asked through the SDK, and the decision completes the call', async () => {
  upstream.answer(json(200, { object: 'space', id: 's1', title: 'Handbook' }));
  await begin({ elicitation: {} });
  await bothWays(call('get_space', { spaceId: 's1' }));
  expect(direct.usesSdk()).toBe(false);
  upstream.received.length = 0;
  direct.send(call('delete_collection', { collectionId: 'c1' }));
  const question = JSON.parse(await direct.line());
  expect(question).toMatchObject({ method: 'elicitation/create' });
  expect(upstream.received.map(({ method }) => method)).not.toContain('DELETE');
  direct.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } });
  expect(JSON.parse(await direct.line())).toMatchObject({ id: 1, result: { content: [{}] } });
  expect(upstream.received.map(({ method }) => method)).toContain('DELETE');
});

describe('handshakes with a single mistake', () => {
  const icon = {
    src: 'https://a.example/i.png',
    mimeType: 'image/png',
    sizes: ['any'],
    theme: 'dark',
  };

  test.each<[string, unknown]>([
    ['capabilities', null],
    ['roots', { roots: [] }],
    ['listChanged', { roots: { listChanged: 1 } }],
    ['sampling', { sampling: true }],
    ['tools', { sampling: { tools: true } }],
    ['elicitation', { elicitation: true }],
    ['form', { elicitation: { form: true } }],
    ['applyDefaults', { elicitation: { form: { applyDefaults: 1 } } }],
    ['url', { elicitation: { url: [] } }],
    ['experimental', { experimental: { feature: true } }],
    ['extensions', { extensions: { feature: [] } }],
    ['tasks', { tasks: { list: true } }],
    ['requests', { tasks: { requests: { sampling: { createMessage: 1 } } } }],
  ])('in %s', async (_, capabilities) => {
    const answered = await bothWays(initialize(capabilities));
    expect(answered).toContain('"code":-32602,"message":"Invalid params for initialize: ');
  });

  test.each<[string, object]>([
    ['protocolVersion', { protocolVersion: 7 }],
    ['clientInfo', { clientInfo: 'test' }],
    ['name', { clientInfo: { ...CLIENT, name: 7 } }],
    ['version', { clientInfo: { name: 'test' } }],
    ['title', { clientInfo: { ...CLIENT, title: 7 } }],
    ['websiteUrl', { clientInfo: { ...CLIENT, websiteUrl: null } }],
    ['description', { clientInfo: { ...CLIENT, description: [] } }],
    ['icons', { clientInfo: { ...CLIENT, icons: icon } }],
    ['src', { clientInfo: { ...CLIENT, icons: [{ ...icon, src: 7 }] } }],
    ['mimeType', { clientInfo: { ...CLIENT, icons: [icon, { ...icon, mimeType: 7 }] } }],
    ['sizes', { clientInfo: { ...CLIENT, icons: [{ ...icon, sizes: [7] }] } }],
    ['theme', { clientInfo: { ...CLIENT, icons: [{ ...icon, theme: 'blue' }] } }],
  ])('in %s', async (_, more) => {
    const answered = await bothWays(initialize({}, more));
    expect(answered).toContain('"error"');
  });
});

test('handshakes of all kinds get the same answer on both paths', async () => {
  const junk = fc.constantFrom<unknown>(null, 7, '', 'text', true, [], [{}], { a: 1 }, { a: {} });
  const mostly = (valid: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 40, arbitrary: valid }, { weight: 1, arbitrary: junk });
  const some = (fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) => {
    const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, mostly(field)]),
    );
    return mostly(fc.record(members, { requiredKeys }));
  };
  const empty = fc.constant({});
  const capabilities = some({
    experimental: some({ feature: empty }),
    extensions: some({ feature: empty }),
    sampling: some({ tools: empty, context: empty }),
    elicitation: some({ form: some({ applyDefaults: fc.boolean() }), url: empty }),
    roots: some({ listChanged: fc.boolean() }),
    tasks: some({ list: empty, requests: some({ sampling: some({ createMessage: empty }) }) }),
    unknown: junk,
  });
  const text = fc.string();
  const theme = fc.constantFrom('light', 'dark', 'blue');
  const icon = some({ src: text, mimeType: text, sizes: fc.array(mostly(text)), theme }, ['src']);
  const about = { title: text, websiteUrl: text, description: text, unknown: junk };
  const clientInfo = some({ name: text, version: text, icons: fc.array(icon), ...about }, [
    'name',
    'version',
  ]);
  const protocolVersion = mostly(
    fc.constantFrom('2025-11-25', '2025-06-18', '2024-11-05', '1999-01-01'),
  );
  const ways = { direct: 0, sdk: 0 };
  await fc.assert(
    fc.asyncProperty(capabilities, protocolVersion, clientInfo, async (can, revision, info) => {
      await Promise.all([direct.end(), sdk.end()]);
      direct = open(connection, { direct: true });
      sdk = open(connection, { direct: false });
      await bothWays(initialize(can, { protocolVersion: revision, clientInfo: info }));
      ways[direct.usesSdk() ? 'sdk' : 'direct'] += 1;
      await bothWays({ jsonrpc: '2.0', id: 5, method: 'resources/templates/list' });
    }),
    { numRuns: runs(250) },
  );
  expect(ways.direct).toBeGreaterThan(10);
  expect(ways.sdk).toBeGreaterThan(10);
});

test('requests of all kinds get the same answer on both paths', async () => {
  await begin();
  const names = connection.dependencies.surface.definitions.map(({ name }) => name);
  const args = fc.oneof(
    fc.dictionary(fc.constantFrom('spaceId', 'pageId', 'organizationId', 'limit'), fc.jsonValue()),
    fc.jsonValue(),
  );
  const request = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.string(), fc.integer()),
    method: fc.constantFrom('tools/call', 'tools/call', 'tools/call', 'tools/list', 'ping'),
    params: fc.record(
      {
        name: fc.oneof(fc.constantFrom(...names), fc.string()),
        arguments: args,
        _meta: fc.record(
          {
            progressToken: fc.oneof(fc.string(), fc.integer()),
            traceparent: fc.jsonValue(),
            other: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async (given) => void (await bothWays(given))),
    { numRuns: runs(300) },
  );
});
