import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectProxy } from './connect-proxy.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('ask-once.ts', import.meta.url));

let folder: string;
let authority: string;
let port: number;
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: request.url }));
});

beforeAll(async () => {
  const ca = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: 'commonName', value: 'platform.test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'platform.test' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  folder = await mkdtemp(join(tmpdir(), 'client-tls-'));
  authority = join(folder, 'ca.pem');
  await writeFile(authority, ca.cert);
  server.setSecureContext({ key: own.private, cert: own.cert });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** Runs the client in a process with exactly these variables, which Node reads at startup. */
async function askIn(env: Record<string, string>, address: string) {
  const { PATH = '' } = process.env;
  const { stdout } = await run(process.execPath, ['--import', 'tsx', script, address], {
    env: { PATH, ...env },
  });
  return JSON.parse(stdout) as { outcome: unknown; loadedAtStart: boolean; loadedAtEnd: boolean };
}

describe('a platform with a certificate of a private authority', () => {
  test('is trusted with NODE_EXTRA_CA_CERTS', async () => {
    const result = await askIn({ NODE_EXTRA_CA_CERTS: authority }, `https://127.0.0.1:${port}`);
    expect(result).toEqual({ outcome: { status: 200 }, loadedAtStart: false, loadedAtEnd: true });
  });

  test('is not trusted without', async () => {
    const { outcome } = await askIn({}, `https://127.0.0.1:${port}`);
    expect(outcome).toEqual({ kind: 'network', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  test('is not trusted under a name it does not have', async () => {
    const env = { NODE_EXTRA_CA_CERTS: authority };
    const { outcome } = await askIn(env, `https://localhost:${port}`);
    expect(outcome).toEqual({ kind: 'network', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('is reached through HTTPS_PROXY', async () => {
    const proxy = await connectProxy(port);
    const env = { NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY: proxy.url };
    const { outcome } = await askIn(env, 'https://platform.test');
    expect(outcome).toEqual({ status: 200 });
    expect(proxy.asked).toEqual(['platform.test:443']);
  });
});
