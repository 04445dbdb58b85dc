import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, open, type StdioEndpoint } from './endpoint.ts';

let upstream: Upstream;
let connection: ReturnType<typeof connectTo>;
let endpoint: StdioEndpoint;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(json(200, { items: [] }));
  connection = connectTo(upstream.url);
});

afterEach(() => endpoint.end());

afterAll(async () => {
  await connection.close();
  await upstream.close();
});

const CLIENT = { name: 'test', version: '1.0.0' };
const PING = { jsonrpc: '2.0', id: 'ping', method: 'ping' };
const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'list_organizations', arguments: {} },
};
const TEMPLATES = { jsonrpc: '2.0', id: 3, method: 'resources/templates/list' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

async function begin(protocolVersion: string, direct: boolean): Promise<void> {
  endpoint = open(connection, { direct });
  const params = { protocolVersion, capabilities: {}, clientInfo: CLIENT };
  await endpoint.ask({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  endpoint.send(INITIALIZED);
}

async function answersTo(batch: unknown): Promise<Record<string, unknown>[]> {
  endpoint.send(JSON.stringify(batch));
  return JSON.parse(await endpoint.line());
}

const ids = (answers: Record<string, unknown>[]) => answers.map(({ id }) => id).sort();

test.each([true, false])(
  'a batch is answered as one if the revision has batches',
  async (direct) => {
    await begin('2025-03-26', direct);
    const answers = await answersTo([PING, CALL, INITIALIZED, TEMPLATES]);
    expect(ids(answers)).toEqual([2, 3, 'ping']);
    expect(answers.every((answer) => 'result' in answer)).toBe(true);
  },
);

test('invalid messages are refused in the answer to their batch, and nothing else is', async () => {
  await begin('2025-03-26', true);
  const answers = await answersTo([7, { jsonrpc: '1.0', id: 5, method: 'ping' }, PING]);
  const refused = { id: null, error: { code: -32600 } };
  expect(answers).toMatchObject([refused, refused, { id: 'ping', result: {} }]);
});

test('notifications alone are not answered', async () => {
  await begin('2025-03-26', true);
  endpoint.send(JSON.stringify([INITIALIZED]));
  expect(await endpoint.ask(PING)).toEqual(['{"result":{},"jsonrpc":"2.0","id":"ping"}']);
});

test('a batch does not wait for a cancelled request in it', async () => {
  await begin('2025-03-26', true);
  upstream.answer(() => undefined);
  endpoint.send(JSON.stringify([CALL, PING]));
  endpoint.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  expect(ids(JSON.parse(await endpoint.line()))).toEqual(['ping']);
  upstream.answer(json(200, { items: [] }));
});

test.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
  'revision %s refuses batches',
  async (revision) => {
    await begin(revision, true);
    expect(await answersTo([PING, CALL])).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: `Only revision 2025-03-26 has batches, and this is ${revision}: send one message at a time.`,
      },
    });
    expect(await endpoint.ask(PING)).toHaveLength(1);
  },
);

test('an empty batch, and one before the handshake, are refused', async () => {
  await begin('2025-03-26', true);
  expect(await answersTo([])).toMatchObject({ id: null, error: { code: -32600 } });
  await endpoint.end();
  endpoint = open(connection, { direct: true });
  expect(await answersTo([PING])).toMatchObject({ id: null, error: { code: -32600 } });
});
