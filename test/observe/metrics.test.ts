import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { posted } from '../http/requests.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy, requestBy } from './calls.ts';
import { type MonitoredServer, serveMonitored } from './monitored.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

/** The values of a metric, by its name and labels. */
async function values(server: MonitoredServer): Promise<Map<string, number>> {
  const { status, headers, body } = await server.status('/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

describe('/metrics', () => {
  let server: MonitoredServer;

  beforeAll(async () => {
    server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
  });

  afterAll(() => server.stop());

  test('counts calls by tool and outcome, and measures them', async () => {
    upstream.answer(json(200, { items: [] }));
    await server.send(callBy('one', 'list_organizations'));
    await server.send(callBy('one', 'list_organizations', {}, { era: 'legacy' }));
    upstream.answer(json(404, { error: { code: 404, message: 'Not found' } }));
    await server.send(callBy('one', 'list_organizations'));
    await server.send(callBy('one', 'no_such_tool'));
    await server.send(requestBy('one', 'tools/list'));
    await server.send(requestBy('one', 'resources/read', { uri: 'docs://nonsense' }));
    const seen = await values(server);
    const calls = 'docs_platform_mcp_calls_total';
    const tool = 'method="tools/call",tool="list_organizations"';
    expect(seen.get(`${calls}{${tool},outcome="ok"}`)).toBe(2);
    expect(seen.get(`${calls}{${tool},outcome="tool_error"}`)).toBe(1);
    const unknown = 'method="tools/call",tool="unknown"';
    expect(seen.get(`${calls}{${unknown},outcome="invalid"}`)).toBe(1);
    expect(seen.get(`${calls}{method="tools/list",tool="",outcome="ok"}`)).toBe(1);
    expect(seen.get(`${calls}{method="resources/read",tool="",outcome="invalid"}`)).toBe(1);
    expect(seen.get(`docs_platform_mcp_call_seconds_count{${tool}}`)).toBe(3);
    expect(seen.get(`docs_platform_mcp_call_seconds_bucket{le="60",${tool}}`)).toBe(3);
    expect(seen.get('docs_platform_mcp_call_own_seconds_count')).toBe(6);
    const route = 'route="GET /v1/orgs"';
    expect(seen.get(`docs_platform_mcp_upstream_requests_total{${route},status="200"}`)).toBe(2);
    expect(seen.get(`docs_platform_mcp_upstream_requests_total{${route},status="404"}`)).toBe(1);
    expect(seen.get(`docs_platform_mcp_upstream_seconds_count{${route}}`)).toBe(3);
    expect(seen.get('docs_platform_mcp_calls_in_flight')).toBe(0);
  });

  test('counts every call of more than one batch', async () => {
    const send = () => server.send(requestBy('many', 'prompts/list'));
    for (let sent = 0; sent < 300; sent += 1) await send();
    const labels = 'method="prompts/list",tool=""';
    const read = async () => {
      const seen = await values(server);
      return [
        seen.get(`docs_platform_mcp_calls_total{${labels},outcome="ok"}`),
        seen.get(`docs_platform_mcp_call_seconds_count{${labels}}`),
        seen.get(`docs_platform_mcp_call_seconds_bucket{le="+Inf",${labels}}`),
      ];
    };
    expect(await read()).toEqual([300, 300, 300]);
    await send();
    expect(await read()).toEqual([301, 301, 301]);
    expect(await read()).toEqual([301, 301, 301]);
  });

  test('counts and logs a stream of notifications for as long as it is open', async () => {
    upstream.answer(json(200, { pages: [] }));
    const notifications = { resourceSubscriptions: ['docs://spaces/s1/pages'] };
    const listen = { id: 1, method: 'subscriptions/listen', params: { notifications } };
    const { headers, body } = posted('modern', listen, { authorization: 'Bearer one' });
    const client = request({ port: server.port, path: '/mcp', method: 'POST', headers });
    client.end(body);
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    const inFlight = 'docs_platform_mcp_calls_in_flight';
    expect((await values(server)).get(inFlight)).toBe(1);
    client.destroy();
    const line = await server.lines.first('call', ({ method }) => method === listen.method);
    expect(line).toMatchObject({ status: 'ok', request: answer.headers['x-request-id'] });
    const seen = await values(server);
    expect(seen.get(inFlight)).toBe(0);
    const labels = 'method="subscriptions/listen",tool="",outcome="ok"';
    expect(seen.get(`docs_platform_mcp_calls_total{${labels}}`)).toBe(1);
  });

  test('counts retries, rejections and requests in flight', async () => {
    let asked = 0;
    upstream.answer((received, response) => {
      asked += 1;
      json(asked === 1 ? 503 : 200, { items: [] })(received, response);
    });
    await server.send(callBy('two', 'list_organizations'));
    await server.send({ headers: {} });
    await server.send({ headers: { authorization: 'Bearer two', host: 'evil.example' } });
    const before = await values(server);
    expect(before.get('docs_platform_mcp_upstream_retries_total{after="503"}')).toBe(1);
    expect(before.get('docs_platform_mcp_rejections_total{status="401"}')).toBe(1);
    expect(before.get('docs_platform_mcp_rejections_total{status="403"}')).toBe(1);

    const held = new Promise<() => void>((resolve) => {
      upstream.answer((received, response) =>
        resolve(() => json(200, { items: [] })(received, response)),
      );
    });
    const answer = server.send(callBy('two', 'list_organizations'));
    const release = await held;
    const during = await values(server);
    expect(during.get('docs_platform_mcp_calls_in_flight')).toBe(1);
    expect(during.get('docs_platform_mcp_upstream_in_flight')).toBe(1);
    release();
    await answer;
    expect((await values(server)).get('docs_platform_mcp_calls_in_flight')).toBe(0);
  });

  test('counts a call that its client abandoned', async () => {
    let dropped: Promise<unknown> | undefined;
    const asked = new Promise<void>((resolve) => {
      upstream.answer((_, response) => {
        dropped = once(response, 'close');
        resolve();
      });
    });
    const { headers = {}, body = '' } = callBy('three', 'list_organizations');
    const head = Object.entries({ ...headers, 'content-length': String(body.length) });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    socket.write(`${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
    await asked;
    socket.destroy();
    await dropped;
    const seen = await values(server);
    const labels = 'method="tools/call",tool="list_organizations",outcome="cancelled"';
    expect(seen.get(`docs_platform_mcp_calls_total{${labels}}`)).toBe(1);
    const failed = 'route="GET /v1/orgs",status="cancelled"';
    expect(seen.get(`docs_platform_mcp_upstream_requests_total{${failed}}`)).toBe(1);
  });

  test('reports the version, the process and the event loop delay', async () => {
    const seen = await values(server);
    expect(seen.get('docs_platform_mcp_info{version="0.1.0"}')).toBe(1);
    for (const name of [
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      expect(seen.has(name), name).toBe(true);
    }
  });

  test('refuses pages that reach loopback by another name', async () => {
    const headers = { host: 'evil.example' };
    const answered = await server.send({ method: 'GET', path: '/metrics', headers });
    expect(answered.status).toBe(403);
    expect(answered.body).not.toContain('docs_platform');
  });
});

test('a call that timed out counts as cancelled', async () => {
  const server = await serveMonitored(['--request-timeout', '300'], {
    DOCS_PLATFORM_URL: upstream.url,
  });
  upstream.answer(() => undefined);
  expect((await server.send(callBy('one', 'list_organizations'))).status).toBe(504);
  const { pid, status } = await server.lines.first('call');
  expect({ pid, status }).toEqual({ pid: server.child.pid, status: 'cancelled' });
  await server.stop();
});

test('beyond loopback, metrics are served only on the configured address', async () => {
  const env = { DOCS_PLATFORM_URL: upstream.url };
  const open = ['--host', '0.0.0.0', '--allow-host', 'docs.example.com'];
  const silent = await serveMonitored(open, env);
  expect((await silent.status('/metrics')).status).toBe(404);
  expect((await silent.status('/healthz')).status).toBe(200);
  await silent.stop();

  const own = await serveMonitored([...open, '--metrics-port', '0'], env);
  expect(own.statusPort()).not.toBe(own.port);
  expect((await own.status('/metrics')).body).toContain('docs_platform_mcp_calls_in_flight 0');
  expect((await own.status('/healthz')).body).toBe('{"status":"ok"}');
  expect((await own.status('/mcp')).status).toBe(404);
  expect((await own.send({ method: 'GET', path: '/metrics' })).status).toBe(404);
  await own.stop();
});
