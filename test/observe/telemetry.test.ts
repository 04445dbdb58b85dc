import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../support/command.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy, requestBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';
import { attributesOf, startReceiver } from './receiver.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';
const traceparent = `00-${TRACE_ID}-${CLIENT_SPAN}-01`;

const [SERVER, CLIENT] = [2, 3];

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

/** Answers by path. */
function answerByPath(): void {
  upstream.received.length = 0;
  upstream.answer((received, response) => {
    const isGood = received.url === '/v1/orgs';
    const failure = { error: { code: 404, message: 'Not found' } };
    json(isGood ? 200 : 404, isGood ? { items: [] } : failure)(received, response);
  });
}

describe('with a receiver', () => {
  test('calls are traced as children of the client, and propagated to the platform', async () => {
    answerByPath();
    const receiver = await startReceiver();
    const server = await serveMonitored([], {
      DOCS_PLATFORM_URL: upstream.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const meta = { traceparent, tracestate: 'vendor=1' };
    await server.send(callBy('one', 'list_organizations', {}, { meta }));
    await server.send(
      callBy('one', 'get_page', { spaceId: 's1', pageId: 'p1' }, { era: 'legacy' }),
    );
    await server.send(callBy('one', 'no_such_tool', {}, { meta }));
    await server.send(requestBy('one', 'resources/templates/list'));
    expect(await server.stop()).toBe(0);

    const [traced, untraced] = upstream.received.filter(({ url }) => url !== '/v1/');
    const spans = receiver.spans();
    const named = (name: string) => {
      const found = spans.find((span) => span.name === name);
      if (!found) throw new Error(`no span ${name} in ${spans.map((span) => span.name)}`);
      return { ...found, told: attributesOf(found.attributes) };
    };

    const call = named('tools/call list_organizations');
    expect(call).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: CLIENT_SPAN,
      kind: SERVER,
      status: { code: 0 },
    });
    expect(call.told).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'list_organizations',
      'mcp.protocol.version': '2026-07-28',
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      'jsonrpc.request.id': '1',
    });

    const request = named('GET /v1/orgs');
    expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: call.spanId, kind: CLIENT });
    expect(request.told).toEqual({
      'http.request.method': 'GET',
      'url.template': '/v1/orgs',
      'http.response.status_code': 200,
    });
    expect(traced?.headers.traceparent).toBe(`00-${TRACE_ID}-${request.spanId}-01`);
    expect(traced?.headers.tracestate).toBe('vendor=1');

    const failed = named('tools/call get_page');
    expect(failed.parentSpanId).toBeFalsy();
    expect(failed.traceId).not.toBe(TRACE_ID);
    expect(failed.status.code).toBe(2);
    expect(failed.told).toMatchObject({
      'error.type': 'tool_error',
      'mcp.protocol.version': '2025-06-18',
    });
    const refused = named('GET /v1/spaces/{spaceId}/content/page/{pageId}');
    expect(refused).toMatchObject({ parentSpanId: failed.spanId, status: { code: 2 } });
    expect(refused.told).toMatchObject({ 'http.response.status_code': 404, 'error.type': '404' });
    expect(untraced?.headers.traceparent).toBe(`00-${failed.traceId}-${refused.spanId}-01`);

    expect(named('tools/call unknown').told).toMatchObject({
      'error.type': '-32602',
      'rpc.response.status_code': '-32602',
    });
    expect(named('resources/templates/list').told).toMatchObject({
      'mcp.method.name': 'resources/templates/list',
    });
    expect(receiver.resources()[0]).toMatchObject({
      'service.name': 'docs-platform-mcp',
      'service.version': '0.1.0',
      'deployment.environment.name': 'test',
    });

    const durations = receiver
      .histograms()
      .find(({ name }) => name === 'mcp.server.operation.duration');
    expect(durations?.unit).toBe('s');
    const counted = durations?.histogram.dataPoints.map(({ attributes, count, explicitBounds }) => {
      expect(explicitBounds).toEqual([
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
      ]);
      const told = attributesOf(attributes);
      expect(told).not.toHaveProperty('jsonrpc.request.id');
      return [told['mcp.method.name'], told['gen_ai.tool.name'], told['error.type'], count];
    });
    expect(counted).toEqual([
      ['tools/call', 'list_organizations', undefined, 1],
      ['tools/call', 'get_page', 'tool_error', 1],
      ['tools/call', 'unknown', '-32602', 1],
      ['resources/templates/list', undefined, undefined, 1],
    ]);
    await receiver.close();
  });

  test('exports protobuf by default, and only the requested signals', async () => {
    answerByPath();
    const receiver = await startReceiver();
    const server = await serveMonitored([], {
      DOCS_PLATFORM_URL: upstream.url,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
    });
    await server.send(callBy('one', 'list_organizations'));
    await server.stop();
    expect(receiver.posts.map(({ path, type }) => [path, type])).toEqual([
      ['/v1/traces', 'application/x-protobuf'],
    ]);
    expect(receiver.posts[0]?.body.includes('tools/call list_organizations')).toBe(true);
    await receiver.close();
  });

  test('an unsampled trace is propagated all the same, without what is malformed', async () => {
    answerByPath();
    const server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
    const baggage = 'user=alice';
    const meta = { traceparent, tracestate: 'vendor=1', baggage };
    await server.send(callBy('one', 'list_organizations', {}, { meta }));
    await server.send(callBy('one', 'list_organizations', {}, { era: 'legacy', meta }));
    await server.send(
      callBy('one', 'list_organizations', {}, { meta: { traceparent: 'not-a-trace' } }),
    );
    const malformed = ['vendor=1\r\nx-other: 1', `vendor=${'1'.repeat(512)}`, 'vendor=é'];
    for (const tracestate of malformed) {
      const sent = { meta: { traceparent, tracestate } };
      await server.send(callBy('one', 'list_organizations', {}, sent));
    }
    await server.stop();
    expect(upstream.received.map(({ headers }) => headers.traceparent)).toEqual([
      ...[traceparent, traceparent, undefined],
      ...malformed.map(() => traceparent),
    ]);
    const sent = (name: 'baggage' | 'tracestate') =>
      upstream.received.flatMap(({ headers }) => headers[name] ?? []);
    expect(sent('tracestate')).toEqual(['vendor=1', 'vendor=1']);
    expect(sent('baggage')).toEqual([]);
  });

  test('an unreachable receiver is reported once, and delays nothing', async () => {
    answerByPath();
    const receiver = await startReceiver();
    await receiver.close();
    const server = await serveMonitored([], {
      DOCS_PLATFORM_URL: upstream.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    const { status } = await server.send(callBy('one', 'list_organizations'));
    expect(status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.lines.all('problem').map(({ error, msg }) => [error, msg])).toEqual([
      [
        'TelemetryError',
        'Telemetry cannot be delivered; check OTEL_EXPORTER_OTLP_ENDPOINT and its receiver.',
      ],
    ]);
  });
});

describe('OpenTelemetry is loaded', () => {
  /** Files loaded by the program while it served one call. */
  async function loadedWith(env: Record<string, string>): Promise<string[]> {
    answerByPath();
    const folder = await mkdtemp(join(tmpdir(), 'docs-platform-loaded-'));
    const server = await serveMonitored([], {
      DOCS_PLATFORM_URL: upstream.url,
      NODE_V8_COVERAGE: folder,
      ...env,
    });
    await server.send(callBy('one', 'list_organizations'));
    await server.stop();
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    await rm(folder, { recursive: true });
    const reports = texts.map((text) => JSON.parse(text));
    return reports.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
  }

  const isTelemetry = (url: string) => /\/telemetry-[^/]*\.js$/.test(url);

  test('where a receiver is named', async () => {
    const receiver = await startReceiver();
    const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    expect(loaded.filter(isTelemetry)).toHaveLength(1);
    await receiver.close();
  });

  test.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRICS_EXPORTER: 'none',
    },
  ])('and not with %j', async (env) => {
    const loaded = await loadedWith(env as Record<string, string>);
    expect(loaded.some((url) => url.endsWith('/cli.js'))).toBe(true);
    expect(loaded.filter(isTelemetry)).toEqual([]);
  });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' }, 'must be an http(s) address'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_TRACES_EXPORTER: 'zipkin' },
    'OTEL_TRACES_EXPORTER must be otlp or none',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    'OTEL_TRACES_SAMPLER must be parentbased_always_on or',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_METRIC_EXPORT_INTERVAL: 'often' },
    'OTEL_METRIC_EXPORT_INTERVAL must be a number',
  ],
])('%j is refused', async (env, message) => {
  const { code, stderr } = await runHere(['serve', '--http'], env as Record<string, string>);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});
