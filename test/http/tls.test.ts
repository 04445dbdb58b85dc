import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Certificate, makeAuthority, makeCertificate } from '../support/certificates.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { posted } from './requests.ts';
import { send } from './send.ts';
import { startServer } from './server.ts';

const LIST = posted('modern', { id: 1, method: 'tools/list' }, { authorization: 'Bearer one' });

let upstream: Upstream;
let authority: Certificate;
let own: Certificate;

beforeAll(async () => {
  upstream = await startUpstream();
  authority = await makeAuthority();
  own = await makeCertificate('server', authority);
});

afterAll(() => upstream.close());

test('serves TLS only', async () => {
  const server = await startServer(upstream.url, { tls: { ...own, clientCa: undefined } });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const answered = await send(server.port, LIST, { ca: authority.cert });
  expect(answered.status).toBe(200);
  await expect(server.send(LIST)).rejects.toThrow();
  const old = connectTls({ port: server.port, ca: authority.cert, maxVersion: 'TLSv1.1' });
  await once(old, 'error');
  await server.close();
});

test('with an authority for clients, serves only those with its certificates', async () => {
  const server = await startServer(upstream.url, { tls: { ...own, clientCa: authority.cert } });
  const client = await makeCertificate('client', authority);
  const stranger = await makeCertificate('client', await makeAuthority('Another'));
  const ca = authority.cert;
  expect((await send(server.port, LIST, { ca, ...client })).status).toBe(200);
  await expect(send(server.port, LIST, { ca })).rejects.toThrow();
  await expect(send(server.port, LIST, { ca, ...stranger })).rejects.toThrow();
  await server.close();
});

test('an incomplete handshake is dropped', async () => {
  const server = await startServer(upstream.url, {
    tls: { ...own, clientCa: undefined },
    headersTimeoutMs: 200,
  });
  const silent = await server.socket();
  silent.resume();
  await once(silent, 'close');
  await server.close();
});
