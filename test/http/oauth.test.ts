import {
  ClientCredentialsProvider,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OAuthOptions } from '../../src/server/http/auth/oauth.ts';
import { generations } from '../support/clients.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import { startServer, type TestServer } from './server.ts';

const MESSAGE = call('list_organizations', {});
const AUDIENCE = 'docs-mcp';
const BOTH = 'docs:read docs:write';
const OWN = { 'x-docs-platform-token': 'platform-token' };

let upstream: Upstream;
let issuer: Issuer;

beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startIssuer();
});

afterAll(() => Promise.all([upstream.close(), issuer.close()]));

beforeEach(() => {
  upstream.answer(json(200, { items: [] }));
  upstream.received.length = 0;
  issuer.requested.length = 0;
});

function startResource(options: Partial<OAuthOptions> = {}): Promise<TestServer> {
  return startServer(upstream.url, {
    auth: {
      kind: 'oauth',
      issuer: issuer.url,
      audience: [AUDIENCE],
      jwksUrl: undefined,
      publicUrl: undefined,
      exchange: undefined,
      ...options,
    },
  });
}

const sentTokens = () => upstream.received.map(({ headers }) => headers.authorization);

function calling(
  server: TestServer,
  token: string | undefined,
  headers: Record<string, string> = OWN,
) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return server.send(posted('modern', MESSAGE, { ...authorization, ...headers }));
}

describe('a protected resource', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startResource();
  });

  afterAll(() => server.close());

  test('publishes its metadata at every location where clients look', async () => {
    const { origin } = new URL(server.url);
    for (const path of ['', '/mcp', '/mcp/readonly']) {
      const answered = await server.send({
        method: 'GET',
        path: `/.well-known/oauth-protected-resource${path}`,
      });
      expect(answered.status).toBe(200);
      expect(answered.headers['access-control-allow-origin']).toBe('*');
      expect(JSON.parse(answered.body)).toEqual({
        resource: `${origin}/mcp`,
        authorization_servers: [issuer.url],
        scopes_supported: ['docs:read', 'docs:write'],
        bearer_methods_supported: ['header'],
        resource_name: 'Documentation platform',
      });
    }
  });

  test('challenges a caller without a token', async () => {
    const { status, headers } = await calling(server, undefined);
    const { origin } = new URL(server.url);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="docs-platform-mcp", scope="docs:read docs:write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  test('accepts tokens for its address and its other names, and forwards the platform token of the caller', async () => {
    for (const aud of [server.url, AUDIENCE, ['other', AUDIENCE]]) {
      const { status } = await calling(server, await issuer.sign({ aud, scope: BOTH }));
      expect(status).toBe(200);
    }
    expect(sentTokens()).toEqual(Array.from({ length: 3 }, () => 'Bearer platform-token'));
    expect(issuer.keysAsked).toBe(1);
    expect(issuer.requested).toEqual([]);
  });

  test.each<[string, (ofIssuer: Issuer) => Promise<string> | string, string]>([
    [
      'for another server',
      (i) => i.sign({ aud: 'other', scope: BOTH }),
      'The claim aud of the token',
    ],
    ['for nobody', (i) => i.sign({ scope: BOTH }), 'The claim aud of the token'],
    [
      'of another issuer',
      (i) => i.sign({ aud: AUDIENCE, iss: 'https://evil.example' }),
      'The claim iss of the token',
    ],
    ['that has expired', (i) => i.sign({ aud: AUDIENCE, exp: 1_000_000_000 }), 'has expired'],
    [
      'that never expires',
      (i) => i.sign({ aud: AUDIENCE, exp: null }),
      'The claim exp of the token',
    ],
    [
      'not yet valid',
      (i) => i.sign({ aud: AUDIENCE, nbf: 4_000_000_000 }),
      'The claim nbf of the token',
    ],
    [
      'that is not signed',
      (i) => new UnsecuredJWT({ aud: AUDIENCE, iss: i.url, exp: 4_000_000_000 }).encode(),
      'not signed in an accepted way',
    ],
    [
      'signed by somebody else',
      async (i) => i.sign({ aud: AUDIENCE }, (await generateKeyPair('ES256')).privateKey),
      'signature of the token is invalid',
    ],
    ['that is none', () => 'platform-token', 'not a signed JWT'],
  ])('refuses a token %s', async (_, make, reason) => {
    const token = await make(issuer);
    const { status, headers, body } = await calling(server, token);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
    expect(headers['www-authenticate']).toContain('resource_metadata="');
    expect(body).toContain(reason);
    expect(body).not.toContain(token);
    expect(sentTokens()).toEqual([]);
  });

  test('never forwards a token that was issued for it', async () => {
    const token = await issuer.sign({ aud: AUDIENCE, scope: BOTH });
    const passed = await calling(server, token, { 'x-docs-platform-token': token });
    expect(passed.status).toBe(400);
    expect(passed.body).toContain('must not be passed on');
    const alone = await calling(server, token, {});
    expect(alone.status).toBe(400);
    expect(alone.body).toContain('X-Docs-Platform-Token');
    expect(sentTokens()).toEqual([]);
  });

  test.each([
    ['', 403],
    ['openid profile', 403],
    ['docs:read', 200],
    ['docs:write', 200],
  ])('answers the scopes "%s" with %d', async (scope, status) => {
    const token = await issuer.sign({ aud: AUDIENCE, scope });
    const answered = await calling(server, token);
    expect(answered.status).toBe(status);
    if (status === 403) {
      expect(answered.headers['www-authenticate']).toMatch(
        /error="insufficient_scope".*scope="docs:read docs:write".*resource_metadata="/,
      );
    }
  });

  test('offers a read-only caller nothing that writes, and requests the scope when a write is tried', async () => {
    const authorization = `Bearer ${await issuer.sign({ aud: AUDIENCE, scp: ['docs:read'] })}`;
    const list = posted('modern', { id: 1, method: 'tools/list' }, { authorization, ...OWN });
    const { body } = await server.send(list);
    expect(body).toContain('"get_page"');
    expect(body).not.toContain('"merge_change_request"');
    const write = call('create_collection', { organizationId: 'o', title: 't' });
    const tried = await server.send(
      posted('modern', call('write_operation', { name: 'create_collection', arguments: {} }), {
        authorization,
        ...OWN,
      }),
    );
    expect(tried.status).toBe(403);
    expect(tried.headers['www-authenticate']).toMatch(/error="insufficient_scope"/);
    const legacy = await server.send(posted('legacy', write, { authorization, ...OWN }));
    expect(legacy.body).toContain('Unknown tool');
    const unknown = await server.send(
      posted('modern', call('no_such', {}), { authorization, ...OWN }),
    );
    expect(unknown.body).toContain('Unknown tool');
    expect(sentTokens()).toEqual([]);
  });

  test.each(generations)('serves $name, which sends both tokens', async (generation) => {
    const token = await issuer.sign({ aud: AUDIENCE, scope: BOTH });
    const connection = await generation.http(server.url, token, OWN);
    await connection.facts('list_organizations', {});
    expect(sentTokens()).toEqual(['Bearer platform-token']);
    await connection.close();
  });

  test('serves a client that obtains a token by itself', async () => {
    const provider = new ClientCredentialsProvider({
      clientId: 'bot',
      clientSecret: 'bots-secret',
      expectedIssuer: issuer.url,
    });
    const client = new ModernClient(
      { name: 'bot', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const transport = new ModernHttp(new URL(server.url), {
      authProvider: provider,
      requestInit: { headers: OWN },
    });
    await client.connect(transport);
    await client.callTool({ name: 'list_organizations', arguments: {} });
    expect(issuer.requested[0]?.form).toMatchObject({
      grant_type: 'client_credentials',
      resource: server.url,
    });
    expect(sentTokens()).toEqual(['Bearer platform-token']);
    await client.close();
  });
});

test('only the public address counts', async () => {
  const publicUrl = 'https://docs.example.com/team/mcp';
  const server = await startResource({ publicUrl, audience: [] });
  const { headers } = await calling(server, undefined);
  const where = 'https://docs.example.com/.well-known/oauth-protected-resource/team/mcp';
  expect(headers['www-authenticate']).toContain(`resource_metadata="${where}"`);
  const { pathname } = new URL(where);
  const { body } = await server.send({ method: 'GET', path: pathname });
  expect(JSON.parse(body)).toMatchObject({ resource: publicUrl });
  expect((await calling(server, await issuer.sign({ aud: publicUrl, scope: BOTH }))).status).toBe(
    200,
  );
  expect((await calling(server, await issuer.sign({ aud: server.url, scope: BOTH }))).status).toBe(
    401,
  );
  await server.close();
});

test('an unreachable issuer is reported to the operator', async () => {
  const gone = await startIssuer();
  const token = await gone.sign({ aud: AUDIENCE, scope: BOTH });
  const server = await startResource({ issuer: gone.url });
  await gone.close();
  const { status, headers, body } = await calling(server, token);
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('5');
  expect(body).not.toContain(gone.url);
  expect(server.problems.map(({ message }) => message).join()).toContain(
    `Authorization server ${gone.url}`,
  );
  await server.close();
});
