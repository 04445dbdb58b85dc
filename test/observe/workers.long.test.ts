import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replacementDelay } from '../../src/server/workers/pool.ts';
import { call, ENVELOPE, posted } from '../http/requests.ts';
import { run } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { callBy } from './calls.ts';
import { type MonitoredServer, serveMonitored } from './monitored.ts';

let upstream: Upstream;
let server: MonitoredServer;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await serveMonitored(['--workers', '2', '--metrics-port', '0', '--toolsets', 'all'], {
    DOCS_PLATFORM_URL: upstream.url,
  });
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Calls until this many processes have answered, each time over a new connection. */
async function answering(count: number, but: readonly number[] = []): Promise<number[]> {
  upstream.answer(json(200, { items: [] }));
  const pids = new Set<number>();
  for (let tries = 0; tries < 500 && pids.size < count; tries += 1) {
    const { status, headers } = await server.send(callBy('one', 'list_organizations'));
    expect(status).toBe(200);
    const request = headers['x-request-id'];
    const { pid } = await server.lines.first('call', (line) => line.request === request);
    if (!but.includes(pid)) pids.add(pid);
  }
  return [...pids];
}

/** Confirms a call in two rounds, each over a new connection; resolves with the processes that answered. */
async function confirmed(): Promise<(number | undefined)[]> {
  upstream.answer(json(200, { object: 'collection', id: 'c1', title: 'Handbook' }));
  const clientCapabilities = 'io.modelcontextprotocol/clientCapabilities';
  const _meta = { ...ENVELOPE, [clientCapabilities]: { elicitation: {} } };
  const { id, method, params } = call('delete_collection', { collectionId: 'c1' });
  const authorization = { authorization: 'Bearer one' };
  const asked = await server.send(
    posted('modern', { id, method, params: { ...params, _meta } }, authorization),
  );
  const { requestState } = JSON.parse(asked.body).result;
  const inputResponses = { confirm: { action: 'accept', content: {} } };
  const second = { ...params, _meta, requestState, inputResponses };
  upstream.received.length = 0;
  const done = await server.send(posted('modern', { id, method, params: second }, authorization));
  expect(JSON.parse(done.body).result).not.toHaveProperty('isError');
  expect(upstream.received.map(({ method: sent }) => sent)).toContain('DELETE');
  const requests = [asked, done].map(({ headers }) => headers['x-request-id']);
  await server.lines.first('call', ({ request }) => request === requests[1]);
  const calls = server.lines.all('call');
  return requests.map((named) => calls.find(({ request }) => request === named)?.pid);
}

describe('--workers 2', () => {
  test('two processes answer, and each opens what the other sealed', async () => {
    const pids = await answering(2);
    expect(pids).toHaveLength(2);
    expect(pids).not.toContain(server.child.pid);
    let between = 0;
    for (let round = 0; round < 50 && between < 2; round += 1) {
      const [asking, answered] = await confirmed();
      if (asking !== answered) between += 1;
    }
    expect(between).toBe(2);
  });

  test('the metrics cover all workers', async () => {
    const calls = server.lines.all('call').filter(({ tool }) => tool === 'list_organizations');
    const { body } = await server.status('/metrics');
    expect(new Set(calls.map(({ pid }) => pid)).size).toBe(2);
    expect(body).toContain(
      `docs_platform_mcp_calls_total{method="tools/call",tool="list_organizations",outcome="ok"} ${calls.length}\n`,
    );
    expect(body).toMatch(/^docs_platform_mcp_info\{version="0\.1\.0"\} 1$/m);
    expect((await server.status('/readyz')).body).toBe('{"status":"ready"}');
  });

  test('a call of one worker can be cancelled at another', async () => {
    // Connections go to the workers in turn.
    for (const id of [7, 8, 9, 10]) {
      const asked = new Promise<void>((resolve) => upstream.answer(() => resolve()));
      const reading = call('list_organizations', {}, id);
      const { headers, body } = posted('legacy', reading, { authorization: 'Bearer one' });
      const answer = server.send({ headers, body });
      await asked;
      const cancelled = { method: 'notifications/cancelled', params: { requestId: id } };
      const notified = JSON.stringify({ jsonrpc: '2.0', ...cancelled });
      expect((await server.send({ headers, body: notified })).status).toBe(202);
      expect((await answer).body).not.toContain('result');
    }
  });

  test('a worker that is killed is replaced', async () => {
    const before = await answering(2);
    const [victim] = before as [number, number];
    process.kill(victim, 'SIGKILL');
    expect(await server.lines.first('worker_exited')).toMatchObject({
      level: 'error',
      code: null,
      signal: 'SIGKILL',
      replacedInMs: 100,
    });
    const [replacement] = await answering(1, before);
    expect(replacement).toEqual(expect.any(Number));
    expect(await answering(2)).toHaveLength(2);
  });

  test('SIGTERM lets all workers finish, and exits with 0', async () => {
    const pids = await answering(2);
    const held = new Promise<() => void>((resolve) => {
      upstream.answer((received, response) =>
        resolve(() => json(200, { items: [{ id: 'late' }] })(received, response)),
      );
    });
    const answer = server.send(callBy('one', 'list_organizations'));
    const release = await held;
    const stopped = server.stop();
    await server.lines.first('draining', ({ inFlight }) => inFlight === 1);
    await server.lines.first('draining', ({ inFlight }) => inFlight === 0);
    expect((await server.status('/readyz')).body).toBe('{"status":"draining"}');
    release();
    expect((await answer).body).toContain('late');
    expect(await stopped).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

test('beside /mcp, each worker serves the metrics of all', async () => {
  const both = await serveMonitored(['--workers', '2'], { DOCS_PLATFORM_URL: upstream.url });
  const answers = await Promise.all([both.status('/metrics'), both.status('/metrics')]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.match(/^docs_platform_mcp_calls_in_flight 0$/gm)).toHaveLength(1);
  }
  expect(await both.stop()).toBe(0);
});

test('workers need a platform that all of them can reach', async () => {
  const { code, stderr } = await run(['serve', '--http', '--port', '0', '--workers', '2']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--workers needs a platform that all workers reach: set DOCS_PLATFORM_URL',
  );
});

test('workers that cannot start end the program with their exit code', async () => {
  const { port } = new URL(upstream.url);
  const { code, stderr } = await run(['serve', '--http', '--port', port, '--workers', '2'], {
    DOCS_PLATFORM_URL: upstream.url,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('EADDRINUSE');
});

test('the delay of a replacement doubles, up to half a minute', () => {
  expect([1, 2, 3, 9, 10, 50].map(replacementDelay)).toEqual([
    100, 200, 400, 25_600, 30_000, 30_000,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), (failures) => {
      const delay = replacementDelay(failures);
      expect(delay).toBeGreaterThanOrEqual(100);
      expect(delay).toBeLessThanOrEqual(replacementDelay(failures + 1));
      expect(delay).toBeLessThanOrEqual(30_000);
    }),
  );
});
