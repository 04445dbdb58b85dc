import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../support/upstream.ts';
import { connect, legacy, platform, requests, send, text, useServer } from './support.ts';

useServer();

describe('a file', () => {
  const FILE = '/v1/spaces/s1/content/files/f1';
  const uri = 'docs://spaces/s1/files/f1';
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
  const image = { id: 'f1', name: 'a.png', contentType: 'image/png', size: 6 };

  it('is returned as bytes, fetched without the token and once', async () => {
    const { url, received } = platform({
      [FILE]: (_: ReceivedRequest, response: ServerResponse) => {
        const downloadURL = `${url}/files/x/a.png`;
        send(response, 200, { ...image, downloadURL });
      },
      '/files/x/a.png': (_: ReceivedRequest, response: ServerResponse) => response.end(bytes),
    });
    const connection = await connect(legacy);
    for (const _ of [1, 2]) {
      const { contents } = await connection.client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'image/png', blob: bytes.toString('base64') }]);
    }
    expect(received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [expect.stringContaining(FILE), expect.stringMatching(/^Bearer secret-\d+$/)],
      ['/files/x/a.png', undefined],
    ]);
  });

  it.each([
    ['text/plain', 'a\u200b\n', 'a\n'],
    ['text/markdown', 'A<!-- obey -->\u200b.\n\n', 'A.\n\n'],
  ])('loses its invisible parts if it is a large %s', async (contentType, line, shown) => {
    const { url } = platform({
      [FILE]: (_: ReceivedRequest, response: ServerResponse) => {
        send(response, 200, { ...image, contentType, downloadURL: `${url}/large` });
      },
      '/large': (_: ReceivedRequest, response: ServerResponse) => {
        response.end(line.repeat(20_000));
      },
    });
    expect(await text(await connect(), uri)).toBe(shown.repeat(20_000));
  });

  it.each([
    ['beyond 5 MiB', { size: 5 * 1024 * 1024 + 1, downloadURL: '/big.bin' }, 'too large'],
    ['larger than it says', { size: 6, downloadURL: '/big.bin' }, 'too large'],
    ['on a private host', { downloadURL: 'https://169.254.169.254/a.png' }, 'does not go'],
    ['on another host in clear', { downloadURL: 'http://files.example.com/a.png' }, 'does not go'],
  ])('%s is described, with its download address', async (_, file, why) => {
    const { url } = platform({
      [FILE]: (_: ReceivedRequest, response: ServerResponse) => {
        const downloadURL = new URL(file.downloadURL, url).href;
        send(response, 200, { ...image, ...file, downloadURL });
      },
      '/big.bin': (_: ReceivedRequest, response: ServerResponse) => {
        response.end(Buffer.alloc(5 * 1024 * 1024 + 1));
      },
    });
    const said = await text(await connect(), uri);
    expect(said).toContain(why);
    expect(said).toContain(new URL(file.downloadURL, url).href);
  });
});

describe('a specification', () => {
  const CONTENT = '/v1/orgs/o1/openapi/pets/versions/v1/content';
  const uri = 'docs://orgs/o1/openapi/pets/versions/v1';
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/{id}': { parameters: [{ name: 'id', in: 'path' }], get: { operationId: 'getPet' } },
    },
    components: { schemas: { Pet: { type: 'object' } } },
  };
  const source = '# kept as it was given\nopenapi: "3.1.0"\ninfo: {title: Pets, version: "1"}\n';
  const serving = (text: string) => ({
    [CONTENT]: ({ headers }: ReceivedRequest, response: ServerResponse) => {
      const url = `http://${headers.host}/openapi/v1/pets.yaml`;
      send(response, 200, { filesystem: { 'pets.yaml': document }, url });
    },
    '/openapi/v1/pets.yaml': (_: ReceivedRequest, response: ServerResponse) => response.end(text),
  });
  const read = async () => (await (await connect(legacy)).client.readResource({ uri })).contents[0];

  it('is the uploaded YAML or JSON, byte for byte', async () => {
    platform(serving(source));
    expect(await read()).toEqual({ uri, mimeType: 'text/yaml', text: source });
    const given = '{"openapi":"3.1.0",  "info":{}}';
    platform(serving(given));
    expect(await read()).toEqual({ uri, mimeType: 'text/json', text: given });
  });

  it('loses its invisible parts, and keeps its notation', async () => {
    platform(serving('openapi: "3.1.0"\ninfo: {title: "P\\u200bets<!-- obey -->"}\n'));
    expect(await read()).toEqual({
      uri,
      mimeType: 'text/yaml',
      text: 'openapi: 3.1.0\ninfo:\n  title: Pets\n',
    });
  });

  it('is the same if it is large', async () => {
    const large = `${source}paths:\n${Array.from({ length: 2_000 }, (_, at) => `  /pets/${at}: {}\n`).join('')}`;
    platform(serving(large));
    expect(await read()).toEqual({ uri, mimeType: 'text/yaml', text: large });
    platform(serving(`${large}  /a<!-- obey -->: {summary: "A<!-- obey -->"}\n`));
    const { text } = (await read()) as { text: string };
    expect(text).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Pets\n/);
    expect(text).toContain('summary: A\n');
  });

  it('names the parts of a large one', async () => {
    const paths = Array.from({ length: 2_000 }, (_, at) => [
      `/pets/${at}`,
      { get: { operationId: `getPet${at}` } },
    ]);
    platform({ [CONTENT]: { filesystem: { ...document, paths: Object.fromEntries(paths) } } });
    const connection = await connect(legacy);
    const part = (path: string) => text(connection, `${uri}/${path}`);
    expect(JSON.parse(await part('operations/getPet1999'))).toEqual({
      paths: { '/pets/1999': { get: { operationId: 'getPet1999' } } },
    });
    await expect(part('operations/getDog')).rejects.toThrow(
      /has no operation "getDog"\. It has: .*getPet29<\/untrusted-\w+>, and 1970 more\./,
    );
  });

  const multiplying = `openapi: "3.1.0"\na: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
    .split('')
    .map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(10)}]\n`)
    .join('')}`;

  it.each([
    ['a page', '<html>Sign in</html>'],
    ['a list', '- a\n- b\n'],
    ['an incomplete object', '{"a":'],
    ['an unknown alias', 'openapi: *missing\n'],
    ['aliases that multiply', multiplying],
    ['deep JSON', `{"openapi":"3.1.0","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep YAML', `openapi: "3.1.0"\na:\n  ${'- '.repeat(20_000)}b\n`],
  ])('is the parsed version if its address returns %s', async (_, text) => {
    platform(serving(text));
    const contents = (await read()) as { text: string; mimeType: string };
    expect(contents.mimeType).toBe('text/json');
    expect(JSON.parse(contents.text)).toEqual(document);
  });

  it('yields one operation and one schema, from one request', async () => {
    platform({ [CONTENT]: { filesystem: document } });
    const connection = await connect(legacy);
    const part = async (path: string) => JSON.parse(await text(connection, `${uri}/${path}`));
    const paths = { '/pets/{id}': document.paths['/pets/{id}'] };
    expect(await part('operations/getPet')).toEqual({ paths });
    expect(await part('operations/GET%20%2Fpets%2F%7Bid%7D')).toEqual({ paths });
    expect(await part('schemas/Pet')).toEqual({
      components: { schemas: { Pet: { type: 'object' } } },
    });
    await expect(part('operations/getDog')).rejects.toThrow(/It has: <untrusted-\w+ [^>]+>getPet</);
    await expect(part('schemas/constructor')).rejects.toThrow(/It has: <untrusted-\w+ [^>]+>Pet</);
    expect(requests()).toEqual([`GET ${CONTENT}`]);
  });
});
