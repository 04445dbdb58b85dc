import { lookup } from 'node:dns/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { PrivateAddressError, publicLookup } from '../../src/client/public-address.ts';
import { resolveNamesTo } from '../support/resolver.ts';
import { ask, clientOf, failureOf, serve, setProxies, TOKEN } from './support.ts';

const MAX = 1000;

describe('download', () => {
  beforeEach(() => setProxies());

  it('fetches from the platform itself, without the token', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'image/PNG; x=1' }).end(Buffer.from([0, 255, 7]));
    });
    const url = `${server.url}/files/1/a%20b.png?sig=x`;
    const download = await clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN });
    expect(download).toEqual({ bytes: Buffer.from([0, 255, 7]), contentType: 'image/png' });
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/files/1/a%20b.png?sig=x' });
    expect(JSON.stringify(server.received)).not.toContain(TOKEN);
  });

  it.each([
    ['is announced', { 'content-length': `${MAX + 1}` }],
    ['comes without being announced', {}],
  ])('stops beyond the byte limit: what %s', async (_, headers) => {
    const server = await serve((response) => {
      response.writeHead(200, headers);
      response.write(Buffer.alloc(MAX + 1));
    });
    const url = `${server.url}/f`;
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ kind: 'too_large' });
  });

  it('does not follow a redirect', async () => {
    const server = await serve((response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    const url = `${server.url}/f`;
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ kind: 'http', status: 302 });
    expect(server.received).toHaveLength(1);
  });

  it('reports the error of the platform', async () => {
    const server = await serve((response) => {
      response.writeHead(404).end(JSON.stringify({ error: { code: 404, message: 'No file' } }));
    });
    const url = `${server.url}/f`;
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ status: 404, platformMessage: 'No file' });
  });

  it.each([
    'http://files.example.com/f',
    'https://127.0.0.1/f',
    'https://10.0.0.8/f',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/f',
    'https://[::ffff:10.0.0.8]/f',
    'https://[::10.0.0.8]/f',
    'https://[::ffff:0:10.0.0.8]/f',
    'https://[64:ff9b::10.0.0.8]/f',
    'https://0/f',
    'https://2130706433/f',
    'https://user:secret@files.example.com/f',
    'file:///etc/passwd',
    'data:text/plain,x',
    'not a url',
  ])('sends no request for %s', async (url) => {
    const server = await serve((response) => response.end());
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ kind: 'invalid_request' });
    expect(server.received).toEqual([]);
  });

  it('sends no request for a name that resolves to this machine', async () => {
    const server = await serve((response) => response.end());
    const url = `https://localhost:${server.port}/f`;
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ kind: 'invalid_request' });
    expect(error.message).toContain('not a public one');
    expect(server.connections()).toBe(0);
  });

  it('fetches nothing from other hosts if a proxy is set', async () => {
    setProxies({ HTTPS_PROXY: 'http://127.0.0.1:9' });
    const server = await serve((response) => response.end());
    const url = 'https://files.example.com/f';
    const error = await failureOf(
      clientOf(server.url).download({ url, maxBytes: MAX }, { token: TOKEN }),
    );
    expect(error).toMatchObject({ kind: 'invalid_request' });
    expect(error.message).toContain('proxy');
  });
});

describe('publicLookup', () => {
  const look = (hostname: string, all: boolean) =>
    new Promise((resolve) => {
      publicLookup(hostname, { all }, (error, address, family) =>
        resolve(error ?? { address, family }),
      );
    });

  it('refuses a name with a private address, in both forms of the lookup', async () => {
    await expect(lookup('localhost')).resolves.toBeDefined();
    expect(await look('localhost', true)).toBeInstanceOf(PrivateAddressError);
    expect(await look('localhost', false)).toBeInstanceOf(PrivateAddressError);
  });

  it('refuses a name if one of its addresses is private', async () => {
    resolveNamesTo('93.184.215.14', '10.0.0.1');
    expect(await look('files.example', true)).toBeInstanceOf(PrivateAddressError);
    expect(await look('files.example', false)).toBeInstanceOf(PrivateAddressError);
  });

  it('accepts public addresses', async () => {
    expect(await look('93.184.215.14', false)).toEqual({ address: '93.184.215.14', family: 4 });
    expect(await look('93.184.215.14', true)).toMatchObject({
      address: [{ address: '93.184.215.14', family: 4 }],
    });
  });
});

describe('entity tags', () => {
  it('come with an answer, and go with the next request', async () => {
    const server = await serve((response, { headers }) => {
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('{"id":1}');
    });
    const client = clientOf(server.url);
    expect(await client.request(...ask())).toEqual({ status: 200, data: { id: 1 }, etag: '"1"' });
    expect(await client.request(...ask({ ifNoneMatch: '"1"' }))).toMatchObject({
      status: 304,
      data: undefined,
    });
  });

  it('do not excuse an unsolicited 304', async () => {
    const server = await serve((response) => response.writeHead(304).end());
    const error = await failureOf(clientOf(server.url).request(...ask()));
    expect(error).toMatchObject({ kind: 'http', status: 304 });
  });
});
