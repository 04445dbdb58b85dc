import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask, clientOf, collect, failureOf, json, leapingClock, serve } from './support.ts';

const SSE = { 'content-type': 'text/event-stream; charset=utf-8' };

async function streamOf(script: (response: ServerResponse, count: number) => void, options = {}) {
  const server = await serve((response, _, count) => script(response, count));
  const client = clientOf(server.url, options);
  return { server, client, read: () => collect(client.stream(...ask())) };
}

const sending = (text: string) => streamOf((response) => response.writeHead(200, SSE).end(text));

describe('an event stream', () => {
  test('yields the object of each event and ends with the stream', async () => {
    const { server, read } = await sending(
      ': hello\nid: 1\nretry: 10\nevent: message\ndata: {"type":"answer","n":1}\n\ndata: {"n":\ndata: 2}\r\n\r\n: bye\n\n',
    );
    expect(await read()).toEqual([{ type: 'answer', n: 1 }, { n: 2 }]);
    expect(server.received[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
  });

  test('may be empty', async () => {
    expect(await (await sending('')).read()).toEqual([]);
    expect(await (await streamOf((response) => response.writeHead(204).end())).read()).toEqual([]);
  });

  test('may lack the last blank line', async () => {
    expect(await (await sending('data: {"n":1}')).read()).toEqual([{ n: 1 }]);
  });

  test('ends at the event done, and so does the request', async () => {
    const { server, read } = await streamOf((response) => {
      response.writeHead(200, SSE);
      response.write('data: {"n":1}\n\nevent: done\ndata: not json\n\ndata: {"n":2}\n\n');
    });
    const aborted = once(server.events, 'aborted');
    expect(await read()).toEqual([{ n: 1 }]);
    await aborted;
  });

  test('is parsed whatever its chunks are', async () => {
    const bytes = Buffer.from(
      'data: {"t":"Grüße 👋"}\r\n\r\nevent: x\rdata: {"n":2}\r\rdata:{"n":3}\n\n',
    );
    let cuts: number[] = [];
    const { read } = await streamOf((response) => {
      response.writeHead(200, SSE);
      let from = 0;
      const next = () => {
        const to = cuts.find((cut) => cut > from) ?? bytes.length;
        response.write(bytes.subarray(from, to));
        from = to;
        if (from < bytes.length) setImmediate(next);
        else response.end();
      };
      next();
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length - 1)), async (points) => {
        cuts = points.sort((a, b) => a - b);
        expect(await read()).toEqual([{ t: 'Grüße 👋' }, { n: 2 }, { n: 3 }]);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['{"error":{"message":"The assistant is busy"}}', undefined, 'The assistant is busy', 'http'],
    ['{"error":{"code":503,"message":"Busy"}}', 503, 'Busy', 'http'],
    ['{"error":{"code":429,"message":"Slow down"}}', 429, 'Slow down', 'rate_limited'],
    ['{}', undefined, 'no reason given', 'http'],
    ['overloaded', undefined, 'overloaded', 'http'],
  ])('raises the event error with %s', async (data, status, said, kind) => {
    const { client } = await sending(`data: {"n":1}\n\nevent: error\ndata: ${data}\n\n`);
    const seen: unknown[] = [];
    const error = await failureOf(
      (async () => {
        for await (const event of client.stream(...ask())) seen.push(event);
      })(),
    );
    expect(error).toMatchObject({
      kind,
      status,
      platformMessage: said,
      message: `GET /v1/things: the stream reported a failure: ${said}`,
    });
    expect(seen).toEqual([{ n: 1 }]);
  });

  test.each(['{"n":', '', '[1]', 'null', '"text"', '{"a":1}{"b":2}'])(
    'raises on the data %j',
    async (data) => {
      const error = await failureOf((await sending(`data: ${data}\n\n`)).read());
      expect(error).toMatchObject({ kind: 'invalid_response', code: 'not_json' });
    },
  );

  test('raises when it ends within an event', async () => {
    const error = await failureOf((await sending('data: {"n":1}\n\ndata: {"n":')).read());
    expect(error.kind).toBe('invalid_response');
  });

  test('raises when the connection breaks', async () => {
    const { server, read } = await streamOf((response) => {
      response.writeHead(200, SSE);
      response.write('data: {"n":1}\n\n', () => response.socket?.destroy());
    });
    expect(await failureOf(read())).toMatchObject({ kind: 'invalid_response', code: 'truncated' });
    expect(server.received).toHaveLength(1);
  });

  test('raises when it is no event stream', async () => {
    const error = await failureOf((await streamOf((response) => json(response, 200, {}))).read());
    expect(error).toMatchObject({
      kind: 'invalid_response',
      message: 'GET /v1/things: expected an event stream, got application/json',
    });
  });

  test('raises when an event is too large', async () => {
    const { read } = await streamOf((response) => {
      response.writeHead(200, SSE).write('data: ');
      const piece = 'x'.repeat(1 << 20);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write);
      write();
    });
    expect((await failureOf(read())).kind).toBe('too_large');
  });

  test.each([
    [
      'an event has too many members',
      `data: {${'"a":1,'.repeat(25_001)}"b":2}\n\n`,
      'an event of the stream is too large: an object in it has more than 25000 members',
    ],
    [
      'an event is nested too deeply',
      `data: {"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}\n\n`,
      'an event of the stream is too large: it is nested deeper than 1000 levels',
    ],
    [
      'an event has too many lines',
      `${'data: 1\n'.repeat(100_001)}\n`,
      'an event has more than 100000 lines',
    ],
    ['nothing but comments arrive', ':\n'.repeat(100_001), 'an event has more than 100000 lines'],
    [
      'it has too many events',
      'data: {}\n\n'.repeat(100_001),
      'the stream has more than 100000 events',
    ],
    [
      'it is too long',
      `data: {"a":"${'x'.repeat(1_000_000)}"}\n\n`.repeat(34),
      'the stream is longer than 33554432 characters',
    ],
  ])('raises when %s', async (_, text, reason) => {
    const error = await failureOf((await sending(text)).read());
    expect(error).toMatchObject({ kind: 'too_large', message: `GET /v1/things: ${reason}` });
  });

  test('raises when it does not end in time, although it is never silent', async () => {
    const { read } = await streamOf(
      (response) => {
        response.writeHead(200, SSE);
        const drip = setInterval(() => response.write('data: {"n":1}\n\n'), 10);
        response.on('close', () => clearInterval(drip));
      },
      { timing: { streamMs: 200 } },
    );
    expect(await failureOf(read())).toMatchObject({
      kind: 'timeout',
      message: 'GET /v1/things: the stream did not end within 0.2 s',
    });
  });

  test('is retried until it starts', async () => {
    const { read } = await streamOf(
      (response, count) => {
        if (count === 1) json(response, 503, {});
        else response.writeHead(200, SSE).end('data: {"n":1}\n\n');
      },
      { clock: leapingClock() },
    );
    expect(await read()).toEqual([{ n: 1 }]);
  });

  test('reports a failure as other calls do', async () => {
    const { read } = await streamOf((response) =>
      json(response, 403, { error: { code: 403, message: 'No AI on this plan' } }),
    );
    expect(await failureOf(read())).toMatchObject({
      kind: 'http',
      status: 403,
      platformMessage: 'No AI on this plan',
    });
  });

  test('times out after silence, not after its length', async () => {
    const { read } = await streamOf(
      (response) => {
        response.writeHead(200, SSE);
        let n = 0;
        const drip = setInterval(() => {
          n += 1;
          response.write(`data: {"n":${n}}\n\n`);
          if (n === 8) clearInterval(drip);
        }, 25);
      },
      { timing: { streamIdleMs: 150 }, timeoutMs: 100 },
    );
    expect(await failureOf(read())).toMatchObject({
      kind: 'timeout',
      code: 'UND_ERR_BODY_TIMEOUT',
      message: 'GET /v1/things: the platform fell silent in the middle of its answer',
    });
  });
});

describe('leaving an event stream', () => {
  const endless = () =>
    streamOf((response) => response.writeHead(200, SSE).write('data: {"n":1}\n\n'));

  test('aborts the request', async () => {
    const { server, client } = await endless();
    const aborted = once(server.events, 'aborted');
    for await (const event of client.stream(...ask())) {
      expect(event).toEqual({ n: 1 });
      break;
    }
    await aborted;
  });

  test('by a signal raises as cancelled', async () => {
    const { server, client } = await endless();
    const aborted = once(server.events, 'aborted');
    const controller = new AbortController();
    const error = await failureOf(
      (async () => {
        for await (const _ of client.stream(...ask({ signal: controller.signal })))
          controller.abort();
      })(),
    );
    expect(error.kind).toBe('cancelled');
    await aborted;
  });

  test('frees its slot for other calls', async () => {
    const { client } = await endless();
    for (let round = 0; round < 20; round += 1) {
      for await (const _ of client.stream(...ask())) break;
    }
    expect(await client.stream(...ask()).next()).toEqual({ done: false, value: { n: 1 } });
  });
});
