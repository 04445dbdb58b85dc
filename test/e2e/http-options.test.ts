import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, posted } from '../http/requests.ts';
import { type HttpAnswer, type Sent, send } from '../http/send.ts';
import { makeAuthority, makeCertificate } from '../support/certificates.ts';
import { startIssuer } from '../support/issuer.ts';
import { type RunningServe, run, serveHttp } from '../support/program.ts';
import { refusalOf } from '../support/refusal.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.answer(json(200, { items: [] }));
});

afterAll(() => upstream.close());

async function withServer(
  args: string[],
  env: Record<string, string>,
  work: (
    ask: (sent: Sent, tls?: { ca: string }) => Promise<HttpAnswer>,
    server: RunningServe,
  ) => Promise<void>,
): Promise<string> {
  const server = await serveHttp(args, { DOCS_PLATFORM_URL: upstream.url, ...env });
  let said = '';
  server.child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  try {
    await work((sent, tls) => send(Number(new URL(server.url).port), sent, tls), server);
  } finally {
    await server.stop();
  }
  return said;
}

function callAs(token: string): Sent {
  return posted('modern', call('list_organizations', {}), { authorization: `Bearer ${token}` });
}

describe('the built program', () => {
  it('shares the token of the operator, with secrets from the environment, and reveals none', async () => {
    const env = { DOCS_PLATFORM_TOKEN: 'operators-own', DOCS_PLATFORM_ACCESS_TOKEN: 'given-out' };
    upstream.received.length = 0;
    const said = await withServer(['--auth', 'operator', '--read-only'], env, async (ask) => {
      expect((await ask(callAs('given-out'))).status).toBe(200);
      expect((await ask(callAs('operators-own'))).status).toBe(401);
    });
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer operators-own',
    ]);
    expect(said).not.toMatch(/operators-own|given-out/);
  });

  it('is a protected resource, and never repeats its tokens', async () => {
    const issuer = await startIssuer();
    const args = [
      ...['--auth', 'oauth', '--oauth-issuer', issuer.url],
      ...['--public-url', 'http://localhost:3333/mcp', '--exchange-client-id', 'docs'],
    ];
    const env = { DOCS_PLATFORM_EXCHANGE_SECRET: 'clients-secret' };
    issuer.answer(200, { access_token: 'exchanged', expires_in: 3600 });
    const token = await issuer.sign({ aud: 'http://localhost:3333/mcp', scope: 'docs:read' });
    upstream.received.length = 0;
    const said = await withServer(args, env, async (ask) => {
      const path = '/.well-known/oauth-protected-resource/mcp';
      expect(JSON.parse((await ask({ method: 'GET', path })).body)).toMatchObject({
        resource: 'http://localhost:3333/mcp',
        authorization_servers: [issuer.url],
      });
      expect((await ask(callAs(token))).status).toBe(200);
      expect((await ask(callAs('none'))).status).toBe(401);
    });
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer exchanged',
    ]);
    for (const secret of [token, 'exchanged', 'clients-secret']) expect(said).not.toContain(secret);
    await issuer.close();
  });

  it('serves TLS, and only clients with a certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docs-platform-tls-'));
    const authority = await makeAuthority();
    const own = await makeCertificate('server', authority);
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const args = [
      ...['--tls-cert', await file('cert.pem', own.cert)],
      ...['--tls-key', await file('key.pem', own.key)],
      ...['--tls-client-ca', await file('ca.pem', authority.cert)],
    ];
    const client = await makeCertificate('client', authority);
    await withServer(args, {}, async (ask, { url }) => {
      expect(url).toMatch(/^https:/);
      expect((await ask(callAs('one'), { ca: authority.cert, ...client })).status).toBe(200);
      await expect(ask(callAs('one'), { ca: authority.cert })).rejects.toThrow();
    });
    await rm(folder, { recursive: true });
  });

  it('counts the requests of a token across all its processes', async () => {
    await withServer(['--workers', '2', '--rate-limit', '3'], {}, async (ask) => {
      const seen: number[] = [];
      for (let sent = 0; sent < 6; sent += 1) seen.push((await ask(callAs('one'))).status);
      expect(seen).toEqual([200, 200, 200, 429, 429, 429]);
    });
  });

  describe('with one token for all callers', () => {
    const env = { DOCS_PLATFORM_TOKEN: 'operators-own', DOCS_PLATFORM_ACCESS_TOKEN: 'given-out' };
    const operator = ['--auth', 'operator', '--read-only', '--max-concurrent-per-token', '200'];
    /** The tokens of requests to the platform, in order, and the maximum number in flight. */
    async function seenOf(args: string[], more: object, callers: Record<string, number>) {
      const order: string[] = [];
      let underWay = 0;
      let most = 0;
      upstream.answer(({ url }, response) => {
        order.push(/orgs\/(\w+)/.exec(url)?.[1] ?? '');
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          json(200, { items: [] })({ method: 'GET', url, headers: {}, body: '' }, response);
        }, 20);
      });
      await withServer([...operator, ...args], { ...env, ...more }, async (ask) => {
        const calls = Object.entries(callers).flatMap(([organizationId, count], at) =>
          Array.from({ length: count }, () =>
            ask(
              posted('modern', call('list_collections', { organizationId }), {
                authorization: 'Bearer given-out',
                'x-forwarded-for': `192.0.2.${at + 1}`,
              }),
            ),
          ),
        );
        for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      });
      upstream.answer(json(200, { items: [] }));
      return { order, most };
    }

    it('sends more than eight concurrent requests to a platform that handles them', async () => {
      expect((await seenOf([], {}, { one: 150 })).most).toBeGreaterThan(16);
    });

    it('keeps to the limit that a flag or a variable sets', async () => {
      const flag = ['--max-upstream-concurrency', '3'];
      const variable = { DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY: '5' };
      expect((await seenOf(flag, variable, { one: 30 })).most).toBe(3);
      expect((await seenOf([], variable, { one: 30 })).most).toBe(5);
    });

    it('lets callers at different addresses take turns', async () => {
      const args = ['--max-upstream-concurrency', '2', '--trusted-proxies', '127.0.0.1'];
      const { order } = await seenOf(args, {}, { many: 60, few: 5 });
      expect(order.lastIndexOf('few')).toBeLessThan(30);
    });
  });

  it.each([
    [['--max-upstream-concurrency', '0'], 'It is a number of requests from 1 to 1000.'],
    [['--max-upstream-concurrency', '2.5'], 'It is a number of requests from 1 to 1000.'],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(['serve', ...args])).toEqual({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });

  it.each([
    [['--port', '3333'], '--port applies to HTTP only: add --http'],
    [['--http', '--host', '0.0.0.0'], 'say with --allow-host under which names it is'],
    [['--http', '--auth', 'operator', '--access-token', 'x'], 'say what for, with --read-only'],
    [['--http', '--auth', 'oauth'], '--auth oauth needs the authorization server: --oauth-issuer'],
    [['--http', '--tls-cert', '/nowhere.pem'], 'TLS needs both --tls-cert and --tls-key'],
  ])('does not start with %j', async (args, message) => {
    expect(await refusalOf(['serve', ...args])).toEqual({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });

  it('names the Redis server that does not answer, without its password, and exits', async () => {
    const env = { DOCS_PLATFORM_REDIS_URL: 'redis://user:redis-secret@127.0.0.1:1' };
    const { code, stderr } = await run(['serve', '--http', '--port', '0'], env);
    expect(code).toBe(2);
    expect(stderr).toContain('Redis at 127.0.0.1:1');
    expect(stderr).not.toContain('redis-secret');
  });
});
