import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/connect.ts';
import type { Dependencies } from '../../src/server/index.ts';
import { problemRecord } from '../../src/server/observe/problem.ts';
import { runs } from '../support/long-run.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, type HttpEndpoint, openDirect, openThroughSdk } from './both-ways.ts';
import { ACCEPTED, call, ENVELOPE, type Era, posted } from './requests.ts';
import type { HttpAnswer, Sent } from './send.ts';

const SPACES = {
  items: [
    { object: 'space', id: 's1', title: 'Größe “quoted” \u2028 🙂', parent: null },
    { object: 'space', id: 's2', title: 'Handbook', urls: { app: 'https://app.example.com' } },
  ],
};
const PAGE = { object: 'page', id: 'p1', title: 'Start', path: 'start', markdown: '# Hello' };
const ERAS: readonly Era[] = ['legacy', 'modern'];

let upstream: Upstream;
let connection: Connection;
let dependencies: Dependencies;
let direct: HttpEndpoint;
let sdk: HttpEndpoint;

beforeAll(async () => {
  upstream = await startUpstream();
  connection = connectTo(upstream.url);
  dependencies = connection.dependencies;
  direct = await openDirect(dependencies);
  sdk = await openThroughSdk(dependencies);
});

afterAll(async () => {
  await Promise.all([direct.close(), sdk.close(), connection.close(), upstream.close()]);
});

afterEach(() => {
  upstream.received.length = 0;
});

/** What must be equal on both paths: everything except framing and random values. */
function comparable({ status, headers, body }: HttpAnswer) {
  const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = headers;
  const plain = body
    .replaceAll(/untrusted-\d{12}/g, 'untrusted-mark')
    .replaceAll(/describes it under [0-9a-f-]{36}/g, 'describes it under an id')
    .replaceAll(/"requestState":"[^"]+"/g, '"requestState":"sealed"');
  return { status, type, cache, buffering, body: plain };
}

/** Sends the same request on both paths, and returns the fast path's answer. */
async function bothWays(sent: Sent): Promise<HttpAnswer> {
  const answered = await direct.send(sent);
  expect(comparable(answered)).toEqual(comparable(await sdk.send(sent)));
  return answered;
}

/** Only the fast path declares the length of its answers. */
function isDirect({ headers }: HttpAnswer): boolean {
  return headers['content-length'] !== undefined && headers['transfer-encoding'] === undefined;
}

const HANDSHAKE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
};

test.each([
  ['a known revision', HANDSHAKE, { 'mcp-protocol-version': '2025-06-18' }, true],
  ['no header', { ...HANDSHAKE, protocolVersion: '2025-11-25' }, {}, true],
  ['an old revision', { ...HANDSHAKE, protocolVersion: '2024-11-05' }, {}, true],
  ['an unknown revision', { ...HANDSHAKE, protocolVersion: '1999-01-01' }, {}, true],
  ['the modern revision', { ...HANDSHAKE, protocolVersion: '2026-07-28' }, {}, true],
  ['an unknown header', HANDSHAKE, { 'mcp-protocol-version': '1999-01-01' }, false],
  ['a modern header', HANDSHAKE, { 'mcp-protocol-version': '2026-07-28' }, false],
  ['no client', { ...HANDSHAKE, clientInfo: undefined }, {}, false],
])('a handshake with %s', async (_, params, headers, isAnsweredDirectly) => {
  const message = { jsonrpc: '2.0', id: 'h1', method: 'initialize', params };
  const answered = await bothWays({
    headers: { ...ACCEPTED, ...headers },
    body: JSON.stringify(message),
  });
  expect(isDirect(answered)).toBe(isAnsweredDirectly);
});

describe.each(ERAS)('the %s era', (era) => {
  test('a list and a plain call are answered directly, byte for byte as by the SDK', async () => {
    upstream.answer(json(200, SPACES));
    const listed = await bothWays(posted(era, { id: 7, method: 'tools/list' }));
    expect(isDirect(listed)).toBe(true);
    expect(listed.body).toContain('"name":"get_page"');
    const called = await bothWays(
      posted(era, call('list_spaces_in_collection', { collectionId: 'c1' }, 'id "7"')),
    );
    expect(isDirect(called)).toBe(true);
    expect(called.body).toContain('"items":[{"id":"s1"');
  });

  test.each([
    ['no arguments', call('list_organizations')],
    ['invalid arguments', call('get_page', { spaceId: 7 })],
    ['an unknown argument', call('list_organizations', { nonsense: 1 })],
    ['text in a fence', call('get_page', { spaceId: 's1', pageId: 'p1' })],
    ['a tool that is unknown', call('no_such_tool', {})],
    ['a tool that is a prototype name', call('constructor', {})],
    ['arguments that are a list', call('list_organizations', [])],
    ['arguments that are null', call('list_organizations', null)],
    ['a name that is no text', { id: 1, method: 'tools/call', params: { name: 7 } }],
    ['no name', { id: 1, method: 'tools/call', params: {} }],
    ['no parameters', { id: 1, method: 'tools/call' }],
    ['a fractional id', call('list_organizations', {}, 1.5)],
    ['an id that is null', call('list_organizations', {}, null)],
    ['no id', { ...call('list_organizations', {}), id: undefined }],
    ['a cursor', { id: 1, method: 'tools/list', params: { cursor: 'x' } }],
    ['an unknown parameter', { id: 1, method: 'tools/list', params: { extra: true } }],
    ['a task', { id: 1, method: 'tools/call', params: { name: 'list_organizations', task: {} } }],
    ['another method', { id: 1, method: 'resources/templates/list' }],
    ['a ping', { id: 1, method: 'ping' }],
    ['an unknown method', { id: 1, method: 'no/such' }],
    ['a write', call('delete_space', { spaceId: 's1' })],
  ])('%s', async (_, message) => {
    upstream.answer(json(200, PAGE));
    await bothWays(posted(era, message));
  });

  test.each([401, 404, 422, 500])('a platform that answers %d', async (status) => {
    upstream.answer(json(status, { error: { code: status, message: 'No “luck”' } }));
    const answered = await bothWays(
      posted(era, call('create_collection', { organizationId: 'o' })),
    );
    expect(isDirect(answered)).toBe(true);
    expect(answered.body).toContain('"isError":true');
  });

  test.each([
    ['progress is asked for', { progressToken: 1 }],
    ['a log level', { 'io.modelcontextprotocol/logLevel': 'debug' }],
  ])('%s', async (_, extra) => {
    upstream.answer(json(200, SPACES));
    const meta = { ...(era === 'modern' && ENVELOPE), ...extra };
    const { id, method, params } = call('list_organizations', {});
    const answered = await bothWays(
      posted(era, { id, method, params: { ...params, _meta: meta } }),
    );
    expect(isDirect(answered)).toBe(false);
  });

  test.each<unknown>([
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'no trace',
    '',
    7,
    null,
    { a: 1 },
  ])('a trace %j', async (traceparent) => {
    upstream.answer(json(200, SPACES));
    const trace = { traceparent, tracestate: traceparent, baggage: traceparent };
    const meta = { ...(era === 'modern' && ENVELOPE), ...trace };
    const { id, method, params } = call('list_organizations', {});
    const answered = await bothWays(
      posted(era, { id, method, params: { ...params, _meta: meta } }),
    );
    expect(isDirect(answered)).toBe(true);
  });

  test('a defect of our own is reported by the SDK, and the tool is not called again', async () => {
    const made = vi.fn(() => Promise.reject(new Error('broken on purpose')));
    const broken: Dependencies = {
      ...dependencies,
      surface: { ...dependencies.surface, howToCall: () => undefined, call: made },
    };
    const logged: string[] = [];
    const report = (problem: Error) => logged.push(JSON.stringify(problemRecord(problem)));
    const [one, other] = [await openDirect(broken, report), await openThroughSdk(broken, report)];
    const sent = posted(era, call('list_organizations', {}));
    const answered = [await one.send(sent)];
    expect(made).toHaveBeenCalledTimes(1);
    answered.push(await other.send(sent));
    const ids = answered.map(({ body }) => {
      expect(body).toContain('"error":{"code":-32603');
      return /its log describes it under ([\da-f-]{36})/.exec(body)?.[1];
    });
    expect(logged.map((record) => JSON.parse(record))).toEqual(
      ids.map((defect) => ({
        ...{ event: 'problem', error: 'Defect', causes: ['Error'], defect },
        at: expect.stringContaining('fast-path.test.ts'),
      })),
    );
    expect(comparable(answered[0] as HttpAnswer)).toEqual(comparable(answered[1] as HttpAnswer));
    await Promise.all([one.close(), other.close()]);
  });

  test('a client that disconnects cancels the request to the platform', async () => {
    let dropped: Promise<unknown> | undefined;
    const asked = new Promise<void>((resolve) => {
      upstream.answer((_, response) => {
        dropped = once(response, 'close');
        resolve();
      });
    });
    const { headers, body } = posted(era, call('list_organizations', {}));
    const lines = Object.entries({ ...headers, 'content-length': String(body?.length) });
    const socket = connect(direct.port, '127.0.0.1');
    socket.write(`POST /mcp HTTP/1.1\r\nhost: x\r\n`);
    socket.write(`${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
    await asked;
    socket.destroy();
    await dropped;
  });
});

describe('headers', () => {
  const plain = call('list_organizations', {});

  test.each<[string, Era, Record<string, string>]>([
    ['another method than the body', 'modern', { 'mcp-method': 'tools/list' }],
    ['another name than the body', 'modern', { 'mcp-name': 'get_page' }],
    ['an encoded name', 'modern', { 'mcp-name': '=?base64?bGlzdF9vcmdhbml6YXRpb25z?=' }],
    ['another version than the body', 'modern', { 'mcp-protocol-version': '2025-06-18' }],
    ['a version of the future', 'modern', { 'mcp-protocol-version': '2099-01-01' }],
    ['a modern version without an envelope', 'legacy', { 'mcp-protocol-version': '2026-07-28' }],
    ['an unknown version', 'legacy', { 'mcp-protocol-version': '1999-01-01' }],
    ['an old version', 'legacy', { 'mcp-protocol-version': '2024-11-05' }],
    ['JSON alone', 'legacy', { accept: 'application/json' }],
    ['anything', 'legacy', { accept: '*/*' }],
    ['JSON alone', 'modern', { accept: 'application/json' }],
    ['a charset', 'modern', { 'content-type': 'application/json; charset=utf-8' }],
    ['another type', 'legacy', { 'content-type': 'text/plain' }],
    ['another type', 'modern', { 'content-type': 'application/jsonp' }],
  ])('that name %s (%s)', async (_, era, headers) => {
    upstream.answer(json(200, SPACES));
    await bothWays(posted(era, plain, headers));
  });

  test.each(['mcp-method', 'mcp-name', 'mcp-protocol-version'])('without %s', async (name) => {
    upstream.answer(json(200, SPACES));
    const { headers = {}, body = '' } = posted('modern', plain);
    delete headers[name];
    await bothWays({ headers, body });
  });

  test.each(['GET', 'DELETE', 'PUT'])('with the method %s', async (method) => {
    await bothWays({ method, headers: { ...ACCEPTED, accept: 'application/json' } });
  });
});

describe('bodies', () => {
  const text = posted('legacy', call('list_organizations', {})).body as string;

  test.each<[string, string | Buffer]>([
    ['that are empty', ''],
    ['that are cut off', text.slice(0, -1)],
    ['with a byte order mark', `\uFEFF${text}`],
    ['that are a batch', `[${text},${text.replace('"id":1', '"id":2')}]`],
    ['that are an empty batch', '[]'],
    ['that are null', 'null'],
    ['that are text', '"tools/call"'],
    ['of another version of JSON-RPC', text.replace('"2.0"', '"1.0"')],
    ['with a field too many', text.replace('"id":1', '"id":1,"extra":true')],
    ['with a field twice', text.replace('"id":1', '"id":1,"id":2')],
    ['with an own __proto__', text.replace('"arguments":{}', '"arguments":{"__proto__":{"a":1}}')],
    ['that are a response', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['that are no UTF-8', Buffer.from(text.replace('list_organizations', 'caf\xe9'), 'latin1')],
    ['that are long', text.replace('{}', `{"organizationId":"${'x'.repeat(70_000)}"}`)],
  ])('%s', async (_, body) => {
    upstream.answer(json(200, SPACES));
    await bothWays({ headers: ACCEPTED, body });
  });

  test('in envelopes of every kind', async () => {
    upstream.answer(json(200, SPACES));
    const broken = fc.constantFrom<unknown>(undefined, null, 1, '', '2026-07-28', {}, [], {
      elicitation: {},
    });
    const keys = Object.keys(ENVELOPE);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), broken, async (key, value) => {
        const meta = { ...ENVELOPE, [key]: value };
        const { id, method, params } = call('list_organizations', {});
        await bothWays(posted('modern', { id, method, params: { ...params, _meta: meta } }));
      }),
      { numRuns: runs(60) },
    );
  });
});

test('requests of all kinds get the same answer on both paths', async () => {
  upstream.answer(json(200, SPACES));
  const names = dependencies.surface.definitions.map(({ name }) => name);
  const id = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null));
  const args = fc.oneof(
    fc.dictionary(fc.constantFrom('spaceId', 'pageId', 'organizationId', 'limit'), fc.jsonValue()),
    fc.jsonValue(),
  );
  const message = fc.record(
    {
      id,
      method: fc.constantFrom('tools/call', 'tools/call', 'tools/call', 'tools/list', 'ping'),
      params: fc.record(
        { name: fc.oneof(fc.constantFrom(...names), fc.string()), arguments: args },
        { requiredKeys: ['name'] },
      ),
    },
    { requiredKeys: ['id', 'method'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ERAS), message, async (era, given) => {
      const sendable = /^[\x20-\x7e]*$/.test(given.params?.name ?? '');
      await bothWays(posted(era, given, sendable ? {} : { 'mcp-name': 'unsendable' }));
    }),
    { numRuns: runs(300) },
  );
});

test('a person is asked through the SDK, and the answer completes the call', async () => {
  upstream.answer(json(200, { object: 'space', id: 's1', title: 'Handbook' }));
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const meta = { _meta: { ...ENVELOPE, ...capabilities } };
  const { id, method, params } = call('delete_collection', { collectionId: 'c1' });
  const first = { id, method, params: { ...params, ...meta } };
  const { body } = await bothWays(posted('modern', first));
  expect(body).toContain('"resultType":"input_required"');
  const { requestState } = JSON.parse(body).result;
  const answer = { action: 'accept', content: {} };
  const second = { ...first.params, requestState, inputResponses: { confirm: answer } };
  upstream.received.length = 0;
  const done = await direct.send(posted('modern', { id, method, params: second }));
  expect(done.body).toContain('"resultType":"complete"');
  expect(upstream.received.map(({ method: sent }) => sent)).toContain('DELETE');
});

test('a slow call sends keep-alive messages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const endpoint = await openDirect(dependencies);
  try {
    upstream.answer((_, response) => {
      vi.advanceTimersByTime(31_000);
      json(200, { items: [] })({ method: '', url: '', headers: {}, body: '' }, response);
    });
    const { status, headers, body } = await endpoint.send(
      posted('legacy', call('list_organizations', {})),
    );
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/event-stream',
    });
    const [first, second, message] = body.split('\n\n');
    expect([first, second]).toEqual([': keepalive', ': keepalive']);
    expect(message).toMatch(/^event: message\ndata: \{"result":/);
  } finally {
    vi.useRealTimers();
    await endpoint.close();
  }
});
