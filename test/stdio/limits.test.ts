import { expect, test } from 'vitest';
import { INITIALIZED, useBothWays } from './both-ways.ts';

const both = useBothWays();

const PING = { jsonrpc: '2.0', id: 9, method: 'ping' };

/** A request whose arguments are this JSON. */
function callWith(json: string): string {
  return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_page","arguments":${json}}}`;
}

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

function ones(count: number): string {
  return Array(count).fill(1).join(',');
}

function members(count: number): string {
  return Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',');
}

const long = 'x'.repeat(10_001);

const DEEP = 'A message is nested deeper than 1000 levels. Send it flatter.';
const DENSE = 'A message has more than 200000 values. Send fewer.';
const tooLong = (name: string) => `${name} is longer than 10000 characters.`;

const EXCESSIVE: [string, string | object, number | null, string][] = [
  ['only brackets', '['.repeat(4e6), null, DEEP],
  ['deep arguments', callWith(`{"a":${nested(1_000)}}`), 7, DEEP],
  [
    'its id after deep arguments',
    `{"params":{"arguments":${nested(2_000)}},"jsonrpc":"2.0","id":8,"method":"tools/call"}`,
    8,
    DEEP,
  ],
  ['3,000,000 values', callWith(`{"a":[${ones(3e6)}]}`), 7, DENSE],
  ['3,000,000 values alone', `[${ones(3e6)}]`, null, DENSE],
  [
    'an object of many members',
    callWith(`{${members(5_001)}}`),
    7,
    'A message has an object of more than 5000 members. Send fewer.',
  ],
  ['a long id', { ...PING, id: long }, null, tooLong('id')],
  ['a long method', { ...PING, method: long }, 9, tooLong('method')],
  [
    'a long name',
    { ...PING, method: 'tools/call', params: { name: long } },
    9,
    tooLong('params.name'),
  ],
  [
    'a full _meta',
    { ...PING, params: { _meta: { a: Array(5_000).fill(1) } } },
    9,
    'params._meta has more than 5000 values. Send fewer.',
  ],
];

test.each(EXCESSIVE)('a message with %s is refused on both paths', async (_, message, id, why) => {
  await both.begin();
  for (const endpoint of [both.direct, both.sdk]) {
    endpoint.send(message);
    expect(JSON.parse(await endpoint.line())).toEqual({
      ...{ jsonrpc: '2.0', id },
      error: { code: -32600, message: why },
    });
    expect(await endpoint.ask(PING)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
  }
});

test('a response with too many values is reported to the operator alone', async () => {
  await both.begin();
  const problem = both.direct.problem();
  both.direct.send(`{"jsonrpc":"2.0","id":3,"result":{"a":[${ones(3e5)}]}}`);
  expect((await problem).message).toBe(DENSE);
  both.direct.send(INITIALIZED);
  expect(await both.direct.ask(PING)).toEqual(['{"result":{},"jsonrpc":"2.0","id":9}']);
});

test('a message just within the limits is answered', async () => {
  await both.begin();
  const args = `{"a":${nested(990)},"b":[${ones(199_000)}]}`;
  const [answered] = await both.direct.ask(JSON.parse(callWith(args)));
  expect(JSON.parse(answered ?? '')).toMatchObject({ id: 7, result: { isError: true } });
});
