import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { PlatformClient } from '../../src/client/types.ts';
import {
  ask,
  clientOf,
  closedPort,
  collect,
  failureOf,
  json,
  leapingClock,
  serve,
  serveRaw,
} from './support.ts';

describe('a timeout', () => {
  test('of the connection covers TLS', async () => {
    const server = await serveRaw(() => {});
    const client = clientOf(`https://127.0.0.1:${server.port}`, {
      timing: { connectMs: 50, waitBudgetMs: 0 },
    });
    const error = await failureOf(client.request(...ask()));
    expect(error).toMatchObject({ kind: 'timeout', code: 'UND_ERR_CONNECT_TIMEOUT' });
    expect(server.connections()).toBe(1);
  });

  test('for the headers is not retried', async () => {
    const server = await serve(() => {});
    const error = await failureOf(clientOf(server.url, { timeoutMs: 50 }).request(...ask()));
    expect(error).toMatchObject({
      kind: 'timeout',
      code: 'UND_ERR_HEADERS_TIMEOUT',
      message: 'GET /v1/things: the platform did not answer in time',
    });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['an answer', (client: PlatformClient) => client.request(...ask())],
    ['a stream', (client: PlatformClient) => collect(client.stream(...ask()))],
  ])('for the headers of %s covers all informational responses', async (_, call) => {
    const server = await serve((response) => {
      const drip = setInterval(() => response.writeProcessing(), 10);
      response.on('close', () => clearInterval(drip));
    });
    const error = await failureOf(call(clientOf(server.url, { timeoutMs: 100 })));
    expect(error).toMatchObject({
      kind: 'timeout',
      message: 'GET /v1/things: the platform did not answer in time',
    });
    expect(server.received).toHaveLength(1);
  });

  test('for the body covers the whole body', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const aborted = once(server.events, 'aborted');
    const error = await failureOf(clientOf(server.url, { timeoutMs: 100 }).request(...ask()));
    expect(error).toMatchObject({
      kind: 'timeout',
      message: 'GET /v1/things: the body was not complete after 100 ms',
    });
    await aborted;
    expect(server.received).toHaveLength(1);
  });

  test('of the caller is distinguished from a cancellation', async () => {
    const server = await serve(() => {});
    const call = clientOf(server.url).request(...ask({ signal: AbortSignal.timeout(20) }));
    expect(await failureOf(call)).toMatchObject({
      kind: 'timeout',
      message: "GET /v1/things: the caller's deadline has passed",
    });
  });
});

describe('a call that waits for its turn', () => {
  const WAITING = { timeoutMs: 600, maxConcurrency: 1 };

  test('fails if the platform answers nothing meanwhile, and is not sent', async () => {
    const server = await serve(() => {});
    const client = clientOf(server.url, WAITING);
    const calls = Array.from({ length: 6 }, () => failureOf(client.request(...ask())));
    const errors = await Promise.all(calls);
    expect(errors.map(({ kind }) => kind)).toEqual(Array(6).fill('timeout'));
    const unsent = errors.filter(({ code }) => code === 'not_sent');
    expect(unsent.length).toBeGreaterThanOrEqual(4);
    expect(unsent.map(({ message }) => message)).toContain(
      'GET /v1/things: not sent, because other requests with this token got no answer for 0.6 s',
    );
    expect(server.received.length + unsent.length).toBe(6);
  });

  test('goes on waiting while the platform answers others', async () => {
    const server = await serve((response) => setTimeout(() => json(response, 200, {}), 200));
    const client = clientOf(server.url, WAITING);
    const calls = Array.from({ length: 6 }, () => client.request(...ask()));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test('goes on waiting while a stream has events', async () => {
    const server = await serve((response, { headers }) => {
      if (headers.accept !== 'text/event-stream') return json(response, 200, {});
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let left = 8;
      const timer = setInterval(() => {
        response.write('data: {}\n\n');
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        response.end();
      }, 120);
      return undefined;
    });
    const client = clientOf(server.url, WAITING);
    const events = collect(client.stream(...ask()));
    expect((await client.request(...ask())).status).toBe(200);
    expect(await events).toHaveLength(8);
  });
});

describe('a network fault', () => {
  test('is distinguished from a timeout and names its cause', async () => {
    const port = await closedPort();
    const client = clientOf(`http://127.0.0.1:${port}`, { clock: leapingClock() });
    expect(await failureOf(client.request(...ask()))).toMatchObject({
      kind: 'network',
      code: 'ECONNREFUSED',
      message: `GET /v1/things: no answer from the platform (connect ECONNREFUSED 127.0.0.1:${port})`,
    });
  });

  test('on all addresses of a name has a cause too', async () => {
    const port = await closedPort();
    const client = clientOf(`http://localhost:${port}`, { clock: leapingClock() });
    const error = await failureOf(client.request(...ask()));
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('is an answer that is not TLS, and is not retried', async () => {
    const server = await serveRaw((socket) => socket.end('this is not TLS at all\r\n'));
    const client = clientOf(`https://127.0.0.1:${server.port}`, { clock: leapingClock() });
    expect((await failureOf(client.request(...ask()))).kind).toBe('network');
    expect(server.connections()).toBe(1);
  });
});

describe('cancelling', () => {
  test('before the call sends nothing', async () => {
    const server = await serve((response) => json(response, 200, {}));
    const call = clientOf(server.url).request(...ask({ signal: AbortSignal.abort() }));
    expect(await failureOf(call)).toMatchObject({
      kind: 'cancelled',
      message: 'GET /v1/things: the call was cancelled',
    });
    expect(server.connections()).toBe(0);
  });

  test.each([
    ['headers', false],
    ['the body', true],
  ])('while waiting for %s aborts the request', async (_, headersFirst) => {
    const controller = new AbortController();
    const server = await serve((response) => {
      if (headersFirst) response.writeHead(200).write('{"items":[');
      setImmediate(() => controller.abort('no longer needed'));
    });
    const aborted = once(server.events, 'aborted');
    const call = clientOf(server.url).request(...ask({ signal: controller.signal }));
    expect(await failureOf(call)).toMatchObject({ kind: 'cancelled', cause: 'no longer needed' });
    await aborted;
    expect(server.received).toHaveLength(1);
  });

  test('during a backoff takes effect at once', async () => {
    const controller = new AbortController();
    const server = await serve((response) => {
      json(response, 503, {}, { 'retry-after': '15' });
      response.on('finish', () => setImmediate(() => controller.abort()));
    });
    const call = clientOf(server.url).request(...ask({ signal: controller.signal }));
    expect((await failureOf(call)).kind).toBe('cancelled');
    expect(server.received).toHaveLength(1);
  });

  test('many calls with one signal is no leak to Node', async () => {
    const server = await serve((response) => json(response, 200, {}));
    const client = clientOf(server.url);
    const warn = vi.spyOn(process, 'emitWarning');
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => client.request(...ask({ signal }))));
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('stops listening to the signal after the call', async () => {
    const server = await serve((response) => json(response, 200, {}));
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await clientOf(server.url).request(...ask({ signal }));
    expect(listeners).toBe(0);
  });
});

describe('closing the client', () => {
  test('ends calls in progress and refuses later ones', async () => {
    const server = await serve(() => {});
    const client = clientOf(server.url);
    const arrived = once(server.events, 'arrived');
    const failures = Array.from({ length: 10 }, () => failureOf(client.request(...ask())));
    await arrived;
    await client.close();
    for (const error of await Promise.all(failures)) {
      expect(error).toMatchObject({
        kind: 'cancelled',
        message: 'GET /v1/things: the client was closed',
      });
    }
    expect((await failureOf(client.request(...ask()))).kind).toBe('cancelled');
  });

  test('before its first call is possible', async () => {
    await expect(clientOf('http://127.0.0.1:1').close()).resolves.toBeUndefined();
  });

  test('does not wait for an address that never resolves', async () => {
    const client = clientOf(() => new Promise(() => {}));
    const failure = failureOf(client.request(...ask()));
    await client.close();
    expect((await failure).kind).toBe('cancelled');
  });
});
