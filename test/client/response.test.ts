import { once } from 'node:events';
import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, clientOf, failureOf, json, leapingClock, serve, serveRaw, TOKEN } from './support.ts';

const MIB = 1024 * 1024;

describe('a successful answer', () => {
  test.each([204, 205])('%i has no data', async (status) => {
    const server = await serve((response) => response.writeHead(status).end());
    const client = clientOf(server.url);
    const request = ask({ route: 'DELETE /v1/things', effect: 'delete' });
    for (let call = 0; call < 5; call += 1) {
      expect(await client.request(...request)).toEqual({ status, data: undefined });
    }
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  test('is decoded from UTF-8 chunks', async () => {
    const server = await serve((response) => {
      const bytes = Buffer.from('{"title":"Grüße 👋"}');
      response.writeHead(201, { 'content-type': 'application/json' });
      response.write(bytes.subarray(0, 13));
      setImmediate(() => response.end(bytes.subarray(13)));
    });
    expect(await clientOf(server.url).request(...ask())).toEqual({
      status: 201,
      data: { title: 'Grüße 👋' },
    });
  });

  test.each(['announced', 'unknown'])('may be long, with a length that is %s', async (length) => {
    const bytes = Buffer.from(JSON.stringify({ numbers: Array.from(Array(600_000).keys()) }));
    const server = await serve((response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(length === 'announced' && { 'content-length': String(bytes.length) }),
      });
      for (let at = 0; at < bytes.length; at += 300_001) {
        response.write(bytes.subarray(at, at + 300_001));
      }
      response.end();
    });
    const { data } = await clientOf(server.url).request(...ask());
    const { numbers } = data as { numbers: number[] };
    expect(numbers.length).toBe(600_000);
    expect(numbers.findIndex((number, at) => number !== at)).toBe(-1);
  });

  test('may follow informational responses', async () => {
    const server = await serve((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () =>
        json(response, 200, { after: 'hints' }),
      );
    });
    expect(await clientOf(server.url).request(...ask())).toMatchObject({
      data: { after: 'hints' },
    });
  });

  test('is not awaited if its declared length is too large', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-length': String(33 * MIB) });
      response.write('{');
    });
    const aborted = once(server.events, 'aborted');
    expect(await failureOf(clientOf(server.url).request(...ask()))).toMatchObject({
      kind: 'too_large',
      status: 200,
    });
    await aborted;
  });

  test('that is not JSON is invalid and not quoted', async () => {
    const server = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in'),
    );
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({
      kind: 'invalid_response',
      status: 200,
      code: 'not_json',
      message: 'GET /v1/things: the platform answered 200 with a body that is not JSON (text/html)',
    });
    expect(error.cause).toBeUndefined();
  });

  test.each([200, 204, 205])('to a read without its body is invalid: %i', async (status) => {
    const server = await serve((response) => response.writeHead(status).end());
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({ kind: 'invalid_response', code: 'not_json' });
    expect(error.message).toContain(`${status} with an empty body`);
  });

  test.each([
    ['a declared length', 'content-length: 100\r\n\r\n{"items":['],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n5\r\n{"ite\r\n'],
  ])('cut off within %s is truncated', async (_, rest) => {
    const server = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${rest}`);
      });
    });
    const client = clientOf(server.url, { clock: leapingClock() });
    const error = await failureOf(
      client.request(...ask({ route: 'POST /v1/things', effect: 'create' })),
    );
    expect(error).toMatchObject({ kind: 'invalid_response', code: 'truncated' });
    expect(error.message).toContain('cut off');
    expect(server.connections()).toBe(1);
  });

  test('over 32 MiB is not read to its end', async () => {
    let sent = 0;
    const server = await serve((response) => {
      const piece = Buffer.alloc(MIB, ' ');
      const write = () => {
        while (!response.destroyed) {
          sent += 1;
          if (!response.write(piece)) break;
        }
      };
      response.on('drain', write);
      write();
    });
    const aborted = new Promise((resolve) => server.events.once('aborted', resolve));
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({
      kind: 'too_large',
      message: 'GET /v1/things: the answer is larger than 33554432 bytes',
    });
    await aborted;
    expect(sent).toBeGreaterThanOrEqual(32);
    expect(sent).toBeLessThan(64);
  });

  test('of just under 32 MiB is read', async () => {
    const text = 'x'.repeat(32 * MIB - 2);
    const server = await serve((response) => json(response, 200, text));
    const { data } = await clientOf(server.url).request(...ask());
    expect((data as string).length).toBe(33_554_430);
  });

  test('that is not HTTP is invalid', async () => {
    const server = await serveRaw((socket) => {
      socket.once('data', () => socket.end(`220 mail.test ESMTP ${TOKEN}\r\n`));
    });
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error.kind).toBe('invalid_response');
    expect(error.message).toContain('not valid HTTP');
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
  });

  test('with a status below 100 is invalid, without a word of the library', async () => {
    const server = await serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 000 X\r\ncontent-length: 2\r\n\r\n{}'));
    });
    expect(await failureOf(clientOf(server.url).request(...ask()))).toMatchObject({
      kind: 'invalid_response',
      message: 'GET /v1/things: the answer is not valid HTTP (status below 100)',
    });
  });

  test.each([
    'content-length: 2\r\ncontent-length: 3',
    'content-length: 2, 3',
    'content-length: 1e3',
    'content-length: 99999999999999999999999',
    'content-length: 5\r\ntransfer-encoding: chunked',
  ])('with a length that cannot be is invalid: %j', async (head) => {
    const server = await serveRaw((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n{}`));
    });
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error.kind).toBe('invalid_response');
    expect(error.message).toContain('the answer is not valid HTTP');
  });

  test.each([
    ['headers', 'a:\r\n'],
    ['headers of ten letters', 'keep-alive:1\r\n'],
    ['trailers', 'a:\r\n', 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n'],
  ])('with 100,000 %s is left at the first one too many', async (_, line, head = '') => {
    const made = countedOverflows();
    const server = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\n${head}${line.repeat(100_000)}\r\n`),
      );
    });
    expect((await failureOf(clientOf(server.url).request(...ask()))).kind).toBe('invalid_response');
    expect(made()).toBeLessThan(10);
  });
});

/** Counts the errors that undici makes of headers above its limit. */
function countedOverflows(): () => number {
  const errors = createRequire(import.meta.url)('undici/lib/core/errors.js');
  const { prototype } = errors.HeadersOverflowError;
  let made = 0;
  Object.defineProperty(prototype, 'code', {
    configurable: true,
    get: () => CODE,
    set: () => {
      made += 1;
    },
  });
  onTestFinished(() => {
    delete prototype.code;
  });
  return () => made;
}

const CODE = 'UND_ERR_HEADERS_OVERFLOW';

describe('a redirect', () => {
  test.each([
    ['https://new.test/v1/things?page=2#x', 'https://new.test'],
    ['https://new.test/docs/v1/things', 'https://new.test/docs'],
    ['https://user:pass@new.test/elsewhere', 'https://new.test/elsewhere'],
  ])('to %s is not followed and names the address to set', async (location, address) => {
    const server = await serve((response) => response.writeHead(308, { location }).end('moved'));
    const error = await failureOf(
      clientOf(server.url).request(...ask({ query: { page: 'secret' } })),
    );
    expect(error).toMatchObject({
      kind: 'http',
      status: 308,
      code: 'redirect',
      message: `GET /v1/things: the platform answered 308; redirects are not followed. Set its address to ${address}`,
    });
    expect(server.received).toHaveLength(1);
  });

  test('on the same origin is not followed either', async () => {
    const server = await serve((response) =>
      response.writeHead(302, { location: '/api/v1/things?page=2' }).end(),
    );
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error.message).toMatch(new RegExp(`Set its address to ${server.url}/api$`));
  });

  test.each([{}, { location: 'http://[' }])('without a target says so: %j', async (headers) => {
    const server = await serve((response) => response.writeHead(302, headers).end());
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error.message).toContain('a redirect without an address');
  });
});

describe('a failure', () => {
  async function answer(status: number, headers: Record<string, string>, body: string) {
    const server = await serve((response) => response.writeHead(status, headers).end(body));
    return failureOf(
      clientOf(server.url).request(...ask({ route: 'POST /v1/things', effect: 'create' })),
    );
  }

  test('reports the status, code and message of the platform', async () => {
    const error = await answer(
      404,
      { 'x-request-id': 'req-7' },
      '{"error":{"code":404,"message":"Space not found"}}',
    );
    expect(error).toMatchObject({
      kind: 'http',
      route: 'POST /v1/things',
      status: 404,
      code: 404,
      platformMessage: 'Space not found',
      requestId: 'req-7',
      retryAfterMs: undefined,
      message: 'POST /v1/things: the platform answered 404 Not Found: Space not found',
    });
  });

  test.each([
    ['an empty body', '', 'Bad Gateway'],
    [
      'a page with a title',
      '<html><head><title>502: proxy\n down</title></head><b>x</b>',
      '502: proxy down',
    ],
    ['a page without one', '<style>p{}</style><p>Try <b>later</b></p><script>go()', 'Try later'],
    ['plain text', 'upstream\u0007 \u202egone\n', 'upstream gone'],
    ['another object', '{"message":"no upstream"}', 'no upstream'],
    ['an error as text', '{"error":"no upstream"}', 'no upstream'],
    ['problem details', '{"title":"Bad","detail":"no upstream"}', 'no upstream'],
    ['JSON without words', '[1,2]', 'Bad Gateway'],
  ])('reads %s', async (_, body, said) => {
    expect(await answer(502, {}, body)).toMatchObject({ status: 502, platformMessage: said });
  });

  test('quotes only the beginning of a long page', async () => {
    const error = await answer(502, {}, `<html><body>${'word '.repeat(40_000)}`);
    expect(error.platformMessage?.length).toBeLessThanOrEqual(160);
    expect(error.platformMessage).toMatch(/^word word .*…$/);
  });

  test('never contains the token and has a maximum length', async () => {
    const token = 'tok/en+"=.secret';
    const echoed = `${token} ${encodeURIComponent(token)} ${'x'.repeat(2000)}`;
    const server = await serve((response) =>
      json(
        response,
        400,
        { error: { code: 400, message: echoed } },
        { 'x-request-id': `id-${token}` },
      ),
    );
    const error = await failureOf(clientOf(server.url).request(...ask({ token })));
    expect(error.message.length).toBe(500);
    expect(error.platformMessage?.length).toBe(500);
    expect(error.platformMessage).toMatch(/^\[token\] \[token\] xxx/);
    expect(error.requestId).toBe('id-[token]');
    expect(JSON.stringify({ ...error, stack: error.stack })).not.toContain('secret');
  });

  const token = 'gb_api_Zr7qKw2mXv9sB4tLh8Yd';
  const bearer = `Bearer ${token}`;
  const each = (text: string, form: (code: number) => string) =>
    [...text].map((character) => form(character.charCodeAt(0))).join('');

  test.each([
    ['a part', token.slice(5, 17)],
    ['a beginning', `${token.slice(0, 20)}...`],
    ['capitals', token.toUpperCase()],
    ['base64', Buffer.from(token).toString('base64')],
    ['base64 of the header', Buffer.from(bearer).toString('base64')],
    ['base64url within a word', `x=${Buffer.from(`a${bearer}`).toString('base64url')}`],
    ['a part of base64', Buffer.from(bearer).toString('base64').slice(9, 35)],
    ['hexadecimal', Buffer.from(bearer).toString('hex')],
    ['percent encoding', each(token, (code) => `%${code.toString(16)}`)],
    ['twice percent encoded', each(token, (code) => `%25${code.toString(16)}`)],
    ['base64, percent encoded', encodeURIComponent(Buffer.from(`${bearer}+`).toString('base64'))],
    ['entities', each(token, (code) => `&#${code};`)],
    ['hexadecimal entities', each(token, (code) => `&#x${code.toString(16)};`)],
    ['escapes of JSON', each(token, (code) => `\\u00${code.toString(16)}`)],
  ])('contains no token in the form of %s', async (_, form) => {
    const bodies = [
      JSON.stringify({ error: { code: 400, message: `No "${form}" here` } }),
      `{"error":{"code":400,"message":"No ${form} here"}}`,
      `<title>No ${form} here</title>`,
    ];
    for (const body of bodies) {
      const server = await serve((response) =>
        response.writeHead(400, { 'x-request-id': form }).end(body),
      );
      const error = await failureOf(clientOf(server.url).request(...ask({ token })));
      expect(error.platformMessage).toMatch(/^No "?\S*\[token\]\S*(?: here)?$/);
      expect(error.message).toContain(error.platformMessage);
      expect(error.requestId).toMatch(/\[token\]/);
    }
  });

  test('keeps words that only resemble the token, and long words without it', async () => {
    const token = 'gb_api_Zr7qKw2mXv9s';
    const message = 'gb_api_Zr7q: aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ at https://example.com/a%20b?c=1';
    const server = await serve((response) =>
      json(response, 400, { error: { code: 400, message } }),
    );
    const error = await failureOf(clientOf(server.url).request(...ask({ token })));
    expect(error.platformMessage).toBe(message);
  });

  test('does not contain a part of the token where a page is cut', async () => {
    for (let length = 140; length < 160; length += 1) {
      const error = await answer(400, {}, `<p>${'x'.repeat(length)} ${TOKEN}`);
      expect(error.message).not.toContain(TOKEN.slice(0, 4));
    }
  });

  test('whose body breaks off still reports its status', async () => {
    const server = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 99\r\n\r\n{"e'),
      );
    });
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({ kind: 'http', status: 403, platformMessage: 'Forbidden' });
  });

  test('with an endless body is still reported', async () => {
    const server = await serve((response) => {
      response.writeHead(500);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({ kind: 'http', status: 500 });
    expect(error.message).not.toContain(TOKEN);
  });
});
