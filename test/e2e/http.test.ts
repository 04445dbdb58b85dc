import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

let upstream: Upstream;
let server: Served;

beforeAll(async () => {
  upstream = await startUpstream();
  server = await linkedHttp([], { DOCS_PLATFORM_URL: upstream.url });
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
});

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

function post(headers: Record<string, string>, path = '/mcp', method = 'POST') {
  const { port } = new URL(server.url);
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path,
          method,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        async (response) => {
          let body = '';
          for await (const chunk of response) body += chunk;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        },
      );
      sent.on('error', reject);
      sent.end(method === 'POST' ? LIST : undefined);
    },
  );
}

describe('serve --http', () => {
  it('answers a caller with a token', async () => {
    const { status, body } = await post({ authorization: 'Bearer one' });
    expect(status).toBe(200);
    expect(body).toContain('list_organizations');
  });

  it.each([
    {},
    { authorization: 'Basic b25lOg==' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer a b' },
  ])('answers %j with 401', async (headers) => {
    const answer = await post(headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('answers only requests that name loopback and come from its pages', async () => {
    const authorization = 'Bearer one';
    expect((await post({ authorization, host: 'evil.example' })).status).toBe(403);
    expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ authorization, origin: 'http://localhost:1234' })).status).toBe(200);
  });

  it('reports without a token that it is alive, and answers nothing else there', async () => {
    expect(await post({}, '/healthz', 'GET')).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
    expect((await post({ authorization: 'Bearer one' }, '/other')).status).toBe(404);
    expect((await post({ authorization: 'Bearer one' }, '//')).status).toBe(404);
  });

  it.each(generations)('sends the token of each caller, with $name', async (generation) => {
    upstream.answer(json(200, { items: [] }));
    upstream.received.length = 0;
    const callers = await Promise.all(
      ['alpha', 'beta', 'gamma'].map(async (token) => ({
        token,
        connection: await generation.http(server.url, `token-${token}`),
      })),
    );
    await Promise.all(
      callers.flatMap(({ token, connection }) =>
        Array.from({ length: 20 }, () =>
          connection.call('list_collections', { organizationId: token }),
        ),
      ),
    );
    expect(upstream.received).toHaveLength(60);
    for (const { url, headers } of upstream.received) {
      const [, , , organization] = url.split('/');
      expect(headers.authorization).toBe(`Bearer token-${organization}`);
    }
    await Promise.all(callers.map(({ connection }) => connection.close()));
  });
});
