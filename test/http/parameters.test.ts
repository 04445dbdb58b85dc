import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/connect.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { connectTo, type HttpEndpoint, openDirect } from './both-ways.ts';
import { posted } from './requests.ts';

const problems: Error[] = [];

let upstream: Upstream;
let connection: Connection;
let server: HttpEndpoint;

beforeAll(async () => {
  upstream = await startUpstream();
  connection = connectTo(upstream.url);
  server = await openDirect(connection.dependencies, (problem) => problems.push(problem));
});

afterAll(async () => {
  await Promise.all([server.close(), connection.close(), upstream.close()]);
});

const told = async (method: string, params: Record<string, unknown>): Promise<string> =>
  (await server.send(posted('legacy', { id: 1, method, params }))).body;

describe('parameters of another form than the protocol describes', () => {
  test.each([
    ['resources/read', {}, 'params.uri'],
    ['resources/read', { uri: 5 }, 'params.uri'],
    ['prompts/get', {}, 'params.name'],
    ['prompts/get', { name: 'x', arguments: { a: 5 } }, 'params.arguments.a'],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' } }, 'params.argument'],
    ['tools/call', {}, 'params.name'],
    ['tools/call', { name: 5 }, 'params.name'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
    ['prompts/list', { cursor: {} }, 'params.cursor'],
  ])('%s with %j are refused by name, and are no defect', async (method, params, field) => {
    expect(await told(method, params)).toContain(
      `"code":-32602,"message":"Invalid params for ${method}: ${field}: Invalid input: expected `,
    );
    expect(problems).toEqual([]);
  });
});

describe('a name or URI of 10,001 characters', () => {
  const long = 'x'.repeat(10_001);

  test.each([
    ['tools/call', { name: long }, 'name'],
    ['prompts/get', { name: long }, 'name'],
    ['resources/read', { uri: `docs://${long}` }, 'uri'],
    ['resources/subscribe', { uri: `docs://${long}` }, 'uri'],
  ])('is refused and not repeated: %s', async (method, params, field) => {
    for (const era of ['legacy', 'modern'] as const) {
      const { status, body } = await server.send({
        ...posted(era, { id: 1, method: 'ping' }),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      expect([era, status]).toEqual([era, 400]);
      expect(body).toContain(`"message":"params.${field} is longer than 10000 characters."`);
      expect(body.length).toBeLessThan(300);
    }
  });
});

describe('what answers repeat, if it has 10,001 characters', () => {
  const long = 'x'.repeat(10_001);
  const list = { method: 'tools/list' };
  const watching = (uri: string) => ({ notifications: { resourceSubscriptions: [uri] } });

  test.each([
    ['id', { ...list, id: long }],
    ['method', { method: long }],
    ['params.requestId', { method: 'notifications/cancelled', params: { requestId: long } }],
    ['params._meta.progressToken', { ...list, params: { _meta: { progressToken: long } } }],
    [
      'A URI of params.notifications.resourceSubscriptions',
      { method: 'subscriptions/listen', params: watching(`docs://${long}`) },
    ],
  ])('%s is refused and not repeated', async (part, message) => {
    for (const era of ['legacy', 'modern'] as const) {
      const { status, body } = await server.send({
        ...posted(era, { id: 1, method: message.method.slice(0, 100) }),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
      expect([era, status]).toEqual([era, 400]);
      expect(JSON.parse(body).error.message).toBe(`${part} is longer than 10000 characters.`);
    }
  });
});

describe('what is validated member by member', () => {
  const values = Array.from({ length: 5_001 }, (_, at) => `u${at}`);

  test.each([
    ['_meta', 'tools/list', { _meta: { a: [{ b: values }] } }],
    ['capabilities', 'initialize', { capabilities: { experimental: { a: { values } } } }],
    ['notifications', 'subscriptions/listen', { notifications: { resourceSubscriptions: values } }],
  ])('params.%s has at most 5,000 values', async (name, method, params) => {
    const { status, body } = await server.send(posted('legacy', { id: 1, method, params }));
    expect(status).toBe(400);
    expect(body).toContain(`"message":"params.${name} has more than 5000 values. Send fewer."`);
  });
});
