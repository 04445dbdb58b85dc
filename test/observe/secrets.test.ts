import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { PlatformError } from '../../src/client/index.ts';
import { problemRecord } from '../../src/server/observe/problem.ts';
import { RedisError } from '../../src/server/redis.ts';
import { json, startUpstream } from '../support/upstream.ts';
import { callBy, requestBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';
import { startReceiver } from './receiver.ts';

/** Secrets, each named after its source. */
const SECRETS = {
  token: 'token-Zr7qKw2mXv9s',
  document: 'DocumentPhraseQ41x',
  failure: 'FailurePhraseT82y',
  argument: 'ArgumentPhraseB53z',
  query: 'QueryPhraseN64w',
  header: 'HeaderPhraseV75u',
  body: 'BodyPhraseJ86t',
  tool: 'tool_phrase_h97s',
  id: 'IdPhraseD18r',
  uri: 'UriPhraseF29q',
  baggage: 'BaggagePhraseC30p',
};

test('omits the text of errors that are not our own', () => {
  const thrown = (work: () => unknown): Error => {
    try {
      work();
    } catch (error) {
      return error as Error;
    }
    throw new Error('nothing was thrown');
  };
  const quoting = thrown(() => JSON.parse(SECRETS.document));
  expect(quoting.message).toContain(SECRETS.document.slice(0, 5));
  const told = problemRecord(quoting);
  expect(told).toMatchObject({ event: 'problem', error: 'SyntaxError', msg: undefined });
  expect(told.at).toMatch(/^at JSON\.parse/);
  expect(JSON.stringify(told)).not.toContain('Document');

  const coded = Object.assign(new TypeError(SECRETS.failure), { code: 'ECONNRESET' });
  const odd = Object.assign(new Error(SECRETS.failure), { code: `says ${SECRETS.failure}` });
  const wrapped = new Error(SECRETS.failure, { cause: Object.assign(coded, { cause: odd }) });
  expect(problemRecord(wrapped)).toMatchObject({
    error: 'Error',
    causes: ['TypeError ECONNRESET', 'Error'],
  });
  expect(JSON.stringify(problemRecord(wrapped))).not.toContain(SECRETS.failure);
  const refused = new PlatformError('http', 'GET /v1/orgs', SECRETS.failure, { status: 503 });
  expect(problemRecord(refused)).toMatchObject({
    ...{ error: 'PlatformError', code: 'http', route: 'GET /v1/orgs', status: 503 },
    msg: undefined,
  });
  expect(problemRecord(new RedisError('Redis is gone'))).toMatchObject({
    error: 'RedisError',
    msg: 'Redis is gone',
  });
});

test('logs, metrics and traces contain neither tokens nor text, whatever calls do', async () => {
  const upstream = await startUpstream();
  const receiver = await startReceiver();
  const server = await serveMonitored(['--log-level', 'debug'], {
    DOCS_PLATFORM_URL: upstream.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  const { token } = SECRETS;
  const page = { object: 'page', id: 'p1', title: 'Start', markdown: `# ${SECRETS.document}` };
  const read = callBy(
    token,
    'get_page',
    { spaceId: SECRETS.argument, pageId: 'p1' },
    { meta: { baggage: `user=${SECRETS.baggage}` } },
  );

  upstream.answer(json(200, page, { 'x-request-id': SECRETS.header }));
  expect((await server.send(read)).body).toContain(SECRETS.document);
  await server.send({ ...read, path: `/mcp?key=${SECRETS.query}` });
  await server.send({ ...read, headers: { ...read.headers, 'x-request-id': SECRETS.header } });
  await server.send({ ...read, headers: { ...read.headers, 'user-agent': SECRETS.header } });
  const renumbered = JSON.parse(String(read.body));
  await server.send({ ...read, body: JSON.stringify({ ...renumbered, id: SECRETS.id }) });
  await server.send(requestBy(token, 'resources/read', { uri: `docs://${SECRETS.uri}` }));
  await server.send(requestBy(token, 'prompts/get', { name: SECRETS.argument }));

  for (const status of [400, 401, 403, 404, 422, 500]) {
    const message = `${SECRETS.failure} for ${token} at ${SECRETS.argument}`;
    upstream.answer(json(status, { error: { code: status, message } }));
    expect((await server.send(read)).body).toContain(SECRETS.failure);
  }
  upstream.answer((_, response) => response.end(`<p>${SECRETS.failure}</p>`));
  await server.send(read);
  upstream.answer((_, response) => {
    response.socket?.write(`nonsense ${SECRETS.failure} ${token}`);
    response.socket?.destroy();
  });
  await server.send(callBy(token, 'list_collections', { organizationId: SECRETS.argument }));
  await server.send(callBy(token, SECRETS.tool, {}));
  await server.send(requestBy(token, SECRETS.tool));
  await server.send({ ...read, body: `{"jsonrpc": "${SECRETS.body}` });
  await server.send({ ...read, body: SECRETS.body });
  await server.send({ headers: { authorization: `Basic ${token}` } });
  await server.send({ headers: { authorization: `Bearer ${token} ${SECRETS.header}` } });
  await server.send({ ...read, headers: { ...read.headers, host: `${SECRETS.header}.example` } });

  const dropped = new Promise<unknown>((resolve) => {
    upstream.answer((_, response) => {
      resolve(once(response, 'close'));
      socket.destroy();
    });
  });
  const socket = connect(server.port, '127.0.0.1');
  const head = { ...read.headers, 'content-length': String(read.body?.length) };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n${read.body}`);
  await dropped;

  const { body: metrics } = await server.status('/metrics');
  expect(await server.stop()).toBe(0);
  const told = {
    log: server.lines.text(),
    metrics,
    telemetry: receiver.posts.map((post) => post.body.toString()).join('\n'),
  };
  expect(server.lines.all('call').map(({ status }) => status)).toEqual(
    expect.arrayContaining(['ok', 'tool_error', 'invalid', 'cancelled']),
  );
  expect(server.lines.all('rejected').length).toBeGreaterThan(1);
  expect(told.metrics).toContain('tool="get_page",outcome="tool_error"');
  expect(told.telemetry).toContain('tools/call get_page');
  for (const [place, text] of Object.entries(told)) {
    for (const [source, secret] of Object.entries(SECRETS)) {
      const found = text.split('\n').filter((line) => line.includes(secret));
      expect({ place, source, found }).toEqual({ place, source, found: [] });
    }
    expect(text).not.toContain(Buffer.from(token).toString('base64').replace(/=+$/, ''));
  }
  await receiver.close();
  await upstream.close();
});
