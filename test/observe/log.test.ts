import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, start } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy } from './calls.ts';
import { linesOf, serveMonitored } from './monitored.ts';
import { attributesOf, startReceiver } from './receiver.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

test('a call is one record, with the request id of the answer', async () => {
  upstream.answer(json(200, { items: [] }));
  const server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const answered = await server.send(
    callBy('secret', 'list_organizations', {}, { meta: { traceparent } }),
  );
  upstream.answer(json(403, { error: { code: 403, message: 'No' } }));
  const given = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
  const call = callBy('secret', 'list_organizations');
  const named = await server.send({ ...call, headers: { ...call.headers, 'x-request-id': given } });
  const refused = await server.send({ headers: {} });
  await server.stop();

  const [first, second] = server.lines.all('call');
  const caller = createHash('sha256').update('secret').digest('base64url').slice(0, 16);
  expect(first).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    pid: server.child.pid,
    event: 'call',
    request: answered.headers['x-request-id'],
    method: 'tools/call',
    tool: 'list_organizations',
    status: 'ok',
    ms: expect.any(Number),
    upstreamRequests: 1,
    upstreamMs: expect.any(Number),
    upstreamStatus: 200,
    caller,
    trace: '0af7651916cd43dd8448eb211c80319c',
  });
  expect(second).toMatchObject({ request: given, status: 'tool_error', upstreamStatus: 403 });
  expect(named.headers['x-request-id']).toBe(given);
  expect(server.lines.all('rejected')).toMatchObject([{ status: 401 }]);
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(
    server.lines
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event),
  ).toEqual(['listening', 'call', 'call', 'rejected', 'draining']);
});

test('debug logs each request to the platform', async () => {
  upstream.answer(json(404, { error: { code: 404, message: 'Not found' } }));
  const read = callBy('secret', 'get_page', { spaceId: 's1', pageId: 'p1234567890123456789' });
  const close = await serveMonitored(['--log-level', 'debug', '--api', 'contract'], {
    DOCS_PLATFORM_URL: upstream.url,
  });
  await close.send(read);
  await close.stop();
  const [call] = close.lines.all('call');
  // Whether the unknown id is that of a file is looked up.
  const routes = ['content/page/{pageId}', 'content/pages'];
  expect(close.lines.all('upstream')).toMatchObject(
    routes.map((route) => ({
      level: 'debug',
      request: call?.request,
      route: `GET /v1/spaces/{spaceId}/${route}`,
      attempt: 1,
      status: 404,
      ms: expect.any(Number),
    })),
  );
});

describe('over stdio', () => {
  /** Starts the program as a host does, calls one tool, and hangs up. */
  async function callOnce(args: string[], env: Record<string, string> = {}) {
    upstream.answer(json(200, { items: [] }));
    const child = start(['serve', ...args], {
      DOCS_PLATFORM_URL: upstream.url,
      DOCS_PLATFORM_TOKEN: 'secret',
      ...env,
    });
    const lines = linesOf(child);
    const clientInfo = { name: 'test', version: '1.0.0' };
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const messages = [
      { id: 1, method: 'initialize', params: hello },
      { method: 'notifications/initialized' },
      { id: 'text', method: 'tools/call', params: { name: 'made_up_tool' } },
      { id: 2, method: 'tools/call', params: { name: 'list_organizations' } },
    ];
    const answers = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
    const answered = new Promise<void>((resolve) => {
      answers.on('line', (line) => JSON.parse(line).id === 2 && resolve());
    });
    for (const message of messages) {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
    await answered;
    const ended = once(child, 'close');
    child.stdin?.end();
    return { code: (await ended)[0], lines };
  }

  test('nothing is logged by default', async () => {
    const { code, lines } = await callOnce([]);
    expect({ code, text: lines.text() }).toEqual({ code: 0, text: '' });
  });

  test('calls are records, and spans of a pipe', async () => {
    const receiver = await startReceiver();
    const { code, lines } = await callOnce(['--log-level', 'info'], {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    expect(code).toBe(0);
    const told = lines.all('call').map(({ method, tool, status }) => [method, tool, status]);
    expect(told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        ['initialize', undefined, 'ok'],
        ['tools/call', 'unknown', 'invalid'],
        ['tools/call', 'list_organizations', 'ok'],
      ]),
    );
    expect(lines.text()).not.toMatch(/secret|made_up/);
    const call = receiver.spans().find(({ name }) => name === 'tools/call list_organizations');
    expect(attributesOf(call?.attributes ?? [])).toMatchObject({
      'network.transport': 'pipe',
      'mcp.protocol.version': '2025-06-18',
    });
    await receiver.close();
  });
});

test('an unknown level is refused', async () => {
  const unknown = await run(['serve', '--http', '--log-level', 'loud']);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--log-level must be one of debug, info, warn, error, silent'),
  });
});
