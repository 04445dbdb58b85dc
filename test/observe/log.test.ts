import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

test('a call is one record, and its request id is that of the answer', async () => {
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

test('what is not asked for is not written', async () => {
  const unknown = await run(['serve', '--http', '--log-level', 'loud']);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--log-level must be one of debug, info, warn, error, silent'),
  });
});
