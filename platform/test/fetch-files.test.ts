import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveNamesTo } from '../../test/support/resolver.ts';
import { contentEdit } from '../src/content/edit/changes.ts';
import { fetchFiles } from '../src/content/edit/fetch-files.ts';
import { type AddressRule, anyAddress, isPublic } from '../src/runtime/outbound.ts';

const LIMIT = 20 * 1024 * 1024;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server on loopback; returns its port. */
async function listen(answer: RequestListener): Promise<number> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return (started.address() as AddressInfo).port;
}

async function fetchOne(url: string, rule: AddressRule = isPublic) {
  const files = [{ name: 'a.txt', url }];
  return (await fetchFiles([{ operation: 'insert_files', files }], rule)).get(url);
}

describe('files by URL', () => {
  it('are fetched with bytes and media type, following redirects', async () => {
    const port = await listen((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/end' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('words');
    });
    const found = await fetchOne(`http://localhost:${port}/start`, anyAddress);
    expect(found?.contentType).toBe('text/plain');
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe('words');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://[::ffff:10.0.0.1]:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x7f.1/',
    'http://[::127.0.0.1]:1/',
    'http://[::ffff:0:127.0.0.1]:1/',
    'http://[64:ff9b::10.0.0.1]:1/',
    'http://[4000::1]:1/',
  ])('are not fetched from a private address: %s', async (url) => {
    await expect(fetchOne(url)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('is not a public http(s) address'),
    });
  });

  it('are not fetched with credentials that cannot be decoded, and no message shows credentials', async () => {
    await expect(fetchOne('http://%zz:secret@127.0.0.1:1/', anyAddress)).rejects.toMatchObject({
      status: 422,
      message: 'http://127.0.0.1:1/ has credentials that are not valid percent-encoding',
    });
    for (const port of [1, await listen((_, response) => response.writeHead(404).end())]) {
      await expect(
        fetchOne(`http://user:secret@127.0.0.1:${port}/`, anyAddress),
      ).rejects.toMatchObject({
        message: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:\d+\/ (?:answered 404|is not reachable)$/,
        ),
      });
    }
  });

  it('are not fetched if one of several addresses of a name is private', async () => {
    const port = await listen((_, response) => response.end('secret'));
    resolveNamesTo('127.0.0.1', '93.184.215.14');
    await expect(fetchOne(`http://files.example:${port}/`)).rejects.toMatchObject({
      message: `http://files.example:${port}/ is not a public http(s) address`,
    });
  });

  it.each(['http://10.0.0.1/', 'file:///etc/passwd'])(
    'do not follow a redirect to %s',
    async (location) => {
      const port = await listen((_, response) => response.writeHead(302, { location }).end());
      const rule: AddressRule = (address) => address === '127.0.0.1';
      await expect(fetchOne(`http://127.0.0.1:${port}/`, rule)).rejects.toMatchObject({
        message: `${location} is not a public http(s) address`,
      });
    },
  );

  it.each([
    ['answers 404', (): RequestListener => (_, response) => response.writeHead(404).end()],
    ['redirects for ever', () => (_, response) => response.writeHead(302, { location: '/' }).end()],
    ['is too large', () => (_, response) => response.end(Buffer.alloc(LIMIT + 1))],
    ['breaks off', () => (_, response) => response.write('x', () => response.destroy())],
  ] satisfies [string, () => RequestListener][])('are refused if %s', async (_, answer) => {
    const port = await listen(answer());
    await expect(fetchOne(`http://127.0.0.1:${port}/`, anyAddress)).rejects.toMatchObject({
      status: 422,
    });
  });

  it('are refused if unreachable', async () => {
    const port = await listen((_, response) => response.end());
    await new Promise((resolve) => server?.close(resolve));
    await expect(fetchOne(`http://127.0.0.1:${port}/`, anyAddress)).rejects.toMatchObject({
      status: 422,
      message: `http://127.0.0.1:${port}/ is not reachable`,
    });
  });
});

it('base64 that is too long is not searched for other characters', () => {
  const search = vi.spyOn(RegExp.prototype, 'test');
  const base64 = 'A'.repeat(1_400_000);
  const file = { name: 'a.bin', contentType: 'a/b', base64 };
  const { error } = contentEdit.safeParse({
    changes: [{ operation: 'insert_files', files: [file] }],
  });
  const searched = search.mock.calls.flatMap(([text], at) =>
    text === base64 ? (search.mock.contexts[at] as RegExp).source : [],
  );
  search.mockRestore();
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'base64 may hold at most 1000000 bytes',
  ]);
  expect(searched.filter((source) => source.includes('a-z'))).toEqual([]);
});
