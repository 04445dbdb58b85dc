import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../http/server.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy } from './calls.ts';
import { serveMonitored } from './monitored.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});

afterAll(() => upstream.close());

/** Holds back the answer to the next request; resolves, when it arrives, with a function that answers it. */
function held(): Promise<() => void> {
  return new Promise((resolve) => {
    upstream.answer((received, response) =>
      resolve(() => json(200, { items: [{ id: 'late' }] })(received, response)),
    );
  });
}

test('SIGTERM: a call in flight is finished, new ones are refused, the exit code is 0', async () => {
  const server = await serveMonitored(['--metrics-port', '0'], {
    DOCS_PLATFORM_URL: upstream.url,
  });
  const exit = once(server.child, 'exit');
  const asked = held();
  const answer = server.send(callBy('one', 'list_organizations'));
  const release = await asked;
  server.child.kill('SIGTERM');
  expect(await server.lines.first('draining')).toMatchObject({ inFlight: 1 });
  expect(await server.status('/readyz')).toMatchObject({
    status: 503,
    body: '{"status":"draining"}',
  });
  await expect(server.send(callBy('one', 'list_organizations'))).rejects.toThrow('ECONNREFUSED');
  release();
  const { status, body } = await answer;
  expect(status).toBe(200);
  expect(body).toContain('late');
  expect(await exit).toEqual([0, null]);
});

test('a second SIGTERM ends the process at once', async () => {
  const server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
  const exit = once(server.child, 'exit');
  const asked = held();
  const failed = expect(server.send(callBy('one', 'list_organizations'))).rejects.toThrow();
  await asked;
  server.child.kill('SIGTERM');
  await server.lines.first('draining');
  server.child.kill('SIGTERM');
  expect(await exit).toEqual([null, 'SIGTERM']);
  await failed;
});

test('SIGTERM with nothing in flight ends the process at once, despite an idle connection', async () => {
  upstream.answer(json(200, { items: [] }));
  const server = await serveMonitored([], { DOCS_PLATFORM_URL: upstream.url });
  const agent = new Agent({ keepAlive: true });
  const { headers, body } = callBy('one', 'list_organizations');
  const outgoing = request({ port: server.port, path: '/mcp', method: 'POST', headers, agent });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  expect(await server.stop()).toBe(0);
  agent.destroy();
});

test('a kept connection gets no more answers during the shutdown', async () => {
  const server = await startServer(upstream.url, { graceMs: 10_000 });
  const asked = held();
  const answer = server.send(callBy('one', 'list_organizations'));
  const release = await asked;
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  // Its headers are incomplete, so the connection is not idle.
  socket.write('POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  const first = once(socket, 'data');
  await new Promise((resolve) => setImmediate(resolve));
  const closed = server.close();
  socket.write('content-length: 0\r\nauthorization: Bearer one\r\n\r\n');
  const [data] = await Promise.race([first, once(socket, 'close')]);
  expect(String(data)).toMatch(/^(HTTP\/1\.1 503 |false$)/);
  release();
  expect((await answer).status).toBe(200);
  await closed;
  socket.destroy();
});

test('a request that does not finish in time is dropped, and its platform request aborted', async () => {
  const server = await startServer(upstream.url, { graceMs: 50 });
  let dropped: Promise<unknown> | undefined;
  const asked = new Promise<void>((resolve) => {
    upstream.answer((_, response) => {
      dropped = once(response, 'close');
      resolve();
    });
  });
  const answer = server.send(callBy('one', 'list_organizations'));
  const failed = expect(answer).rejects.toThrow();
  await asked;
  await server.close();
  await failed;
  await dropped;
});
