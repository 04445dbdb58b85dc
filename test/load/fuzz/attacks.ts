import fc from 'fast-check';
import { call, posted } from '../../http/requests.ts';

/** One connection of a hostile or broken client. */
export interface Attack {
  /** Raw bytes, in chunks. */
  pieces: readonly Buffer[];
  /** How many requests the bytes represent. */
  requests: number;
  /** What it does afterwards: ends its side, hangs up, or keeps the connection open. */
  end: 'half-close' | 'hang up' | 'hold';
}

type Headers = Record<string, string>;

const AUTHORIZATION = { authorization: 'Bearer some-token' };
const POST: Headers = { ...posted('legacy', { id: 1, method: 'ping' }).headers, ...AUTHORIZATION };

function request(
  body: string | Buffer,
  headers: Headers = POST,
  line = 'POST /mcp HTTP/1.1',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { host: 'localhost', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${[line, ...lines].join('\r\n')}\r\n\r\n`), bytes]);
}

const text = fc.string({ unit: 'binary', maxLength: 60 });
const header = fc.stringMatching(/^[\x20-\x7e]{0,40}$/);
const oneOf = (...values: string[]) => fc.constantFrom(...values);

const TOOL_CALL = call('get_page', { spaceId: 's1', pageId: 'p1' });
const WELL_FORMED = [
  posted('legacy', TOOL_CALL, AUTHORIZATION),
  posted('modern', TOOL_CALL, AUTHORIZATION),
  posted('legacy', { id: 2, method: 'tools/list' }, AUTHORIZATION),
  posted('modern', { id: 3, method: 'resources/list' }, AUTHORIZATION),
  posted('modern', { id: 4, method: 'server/discover' }, AUTHORIZATION),
].map(({ headers = {}, body = '' }) => ({ headers, body: String(body) }));

const wellFormed = fc
  .constantFrom(...WELL_FORMED)
  .map(({ headers, body }) => request(body, headers));

/** Messages that are almost JSON-RPC. */
const message = fc.record(
  {
    jsonrpc: fc.oneof(oneOf('2.0', '1.0'), fc.jsonValue()),
    id: fc.oneof(fc.integer(), text, fc.jsonValue()),
    method: fc.oneof(
      oneOf('initialize', 'ping', 'tools/call', 'tools/list', 'resources/read', 'prompts/get'),
      oneOf('completion/complete', 'subscriptions/listen', 'logging/setLevel', 'server/discover'),
      text,
      fc.jsonValue(),
    ),
    params: fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record(
        {
          name: fc.oneof(oneOf('get_page', 'ask_space', '__proto__', 'toString'), text),
          arguments: fc.oneof(
            fc.jsonValue({ maxDepth: 4 }),
            fc.record({ spaceId: text, pageId: text }),
          ),
          uri: fc.oneof(oneOf('docs://spaces/s1', 'docs://', 'docs://spaces/../..'), text),
          _meta: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

const body = fc.oneof(
  message.map((value) => JSON.stringify(value)),
  fc.array(message, { maxLength: 4 }).map((value) => JSON.stringify(value)),
  fc
    .tuple(message, fc.nat({ max: 40 }))
    .map(([value, cut]) => JSON.stringify(value).slice(0, -cut)),
  fc.tuple(message, text).map(([value, rest]) => JSON.stringify(value) + rest),
  text,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  oneOf('', 'null', '[]', '{}', '"', '\u0000', '{"jsonrpc":"2.0","__proto__":{"id":1}}'),
);

/** Bodies that cost more than their size suggests. */
const costly = fc.oneof(
  fc.integer({ min: 1_000, max: 100_000 }).map((depth) => '['.repeat(depth)),
  fc
    .integer({ min: 1_000, max: 20_000 })
    .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc
    .integer({ min: 1_000, max: 20_000 })
    .map((depth) =>
      String(posted('modern', call('get_page', { spaceId: 's1', pageId: 'DEEP' })).body).replace(
        '"DEEP"',
        '['.repeat(depth) + ']'.repeat(depth),
      ),
    ),
  fc.integer({ min: 10_000, max: 300_000 }).map((length) => `{"id":1${' '.repeat(length)}}`),
  fc.integer({ min: 4_100_000, max: 4_400_000 }).map((length) => 'x'.repeat(length)),
);

/** Headers with a single mistake. */
const headers: fc.Arbitrary<Headers> = fc
  .oneof(
    fc.record({ 'content-type': fc.oneof(oneOf('text/plain', 'application/xml', ''), header) }),
    fc.record({ accept: fc.oneof(oneOf('text/html', '*/*', ''), header) }),
    fc.record({ 'mcp-protocol-version': fc.oneof(oneOf('1999-01-01', '2099-01-01'), header) }),
    fc.record({ 'mcp-method': header, 'mcp-name': header }),
    fc.record({ authorization: fc.oneof(oneOf('', 'Basic eDp5', 'Bearer', 'Bearer a b'), header) }),
    fc.record({ host: oneOf('evil.example', '', 'localhost:99999', 'localhost@evil.example') }),
    fc.record({ origin: oneOf('https://evil.example', 'null', 'http://localhost.evil.example') }),
    fc.record({ 'content-length': oneOf('-1', '1e3', '99999999999', '1, 2', 'x') }),
    fc.record({ 'transfer-encoding': oneOf('chunked', 'gzip', 'chunked, chunked') }),
    fc.record({ 'content-encoding': oneOf('gzip', 'br', 'x') }),
    fc.record({ expect: oneOf('100-continue', 'something') }),
    fc.record({ upgrade: oneOf('websocket', 'h2c'), connection: oneOf('upgrade') }),
    fc.record({ 'x-mcp-toolsets': header, 'x-mcp-tools': header, 'x-mcp-readonly': header }),
    fc.record({ traceparent: header, 'x-request-id': header, 'last-event-id': header }),
    fc.nat({ max: 30_000 }).map((length) => ({ 'x-long': 'x'.repeat(length) })),
    fc.record({ 'x bad name': header }),
    fc.record({ 'x-bad-value': text }),
  )
  .map((wrong) => ({ ...POST, ...wrong }));

const line = fc.oneof(
  oneOf('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH').map(
    (method) => `${method} /mcp HTTP/1.1`,
  ),
  oneOf(
    '/',
    '//mcp',
    '/mcp/../healthz',
    '/mcp?x=%00',
    '/healthz',
    '/%6dcp',
    '*',
    'http://evil/mcp',
  ).map((path) => `POST ${path} HTTP/1.1`),
  oneOf('POST /mcp HTTP/1.0', 'POST /mcp HTTP/9.9', 'POST /mcp', 'CONNECT evil:443 HTTP/1.1'),
  text,
);

const single = fc.oneof(
  { weight: 4, arbitrary: body.map((value) => request(value)) },
  { weight: 3, arbitrary: fc.tuple(body, headers).map(([value, head]) => request(value, head)) },
  {
    weight: 2,
    arbitrary: fc.tuple(body, line).map(([value, first]) => request(value, POST, first)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...WELL_FORMED)
      .chain(({ body: value }) => headers.map((head) => request(value, head))),
  },
  { weight: 3, arbitrary: wellFormed },
  { weight: 1, arbitrary: text.map((value) => Buffer.from(value)) },
);

const whole = fc.record({
  bytes: fc.oneof(
    { weight: 50, arbitrary: single.map((bytes) => ({ bytes, requests: 1 })) },
    {
      weight: 40,
      arbitrary: fc.array(single, { minLength: 2, maxLength: 6 }).map((list) => ({
        bytes: Buffer.concat(list),
        requests: list.length,
      })),
    },
    { weight: 1, arbitrary: costly.map((value) => ({ bytes: request(value), requests: 1 })) },
  ),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2 }),
  end: fc.oneof(
    { weight: 20, arbitrary: fc.constant('half-close' as const) },
    { weight: 4, arbitrary: fc.constant('hang up' as const) },
  ),
});

/** One connection of a client that is broken, hostile, or both. */
export const attack: fc.Arbitrary<Attack> = fc.oneof(
  {
    weight: 60,
    arbitrary: whole.map(({ bytes: { bytes, requests }, cuts, end }) => ({
      pieces: piecesOf(bytes, cuts),
      requests,
      end,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(single, fc.double({ min: 0, max: 1, noNaN: true })).map(([bytes, at]) => ({
      pieces: [bytes.subarray(0, Math.floor(bytes.length * at))],
      requests: 1,
      end: 'hold' as const,
    })),
  },
);

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].sort(
    (a, b) => a - b,
  );
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
