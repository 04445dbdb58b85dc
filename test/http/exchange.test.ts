import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExchangeOptions } from '../../src/server/http/auth/exchange.ts';
import { generations } from '../support/clients.ts';
import { eventually } from '../support/eventually.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import { startServer, type TestServer } from './server.ts';

const SECRET = 's:e c+r%et';

let upstream: Upstream;
let issuer: Issuer;

beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await startIssuer();
});

afterAll(async () => {
  await Promise.all([upstream.close(), issuer.close()]);
});

beforeEach(() => {
  upstream.answer(json(200, { items: [] }));
  upstream.received.length = 0;
  issuer.requested.length = 0;
});

async function withServer<T>(
  options: Partial<ExchangeOptions>,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const server = await startExchanging(options);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

function startExchanging(options: Partial<ExchangeOptions> = {}): Promise<TestServer> {
  return startServer(upstream.url, {
    auth: {
      kind: 'oauth',
      issuer: issuer.url,
      audience: ['docs-mcp'],
      jwksUrl: `${issuer.url}/keys`,
      publicUrl: undefined,
      exchange: {
        url: undefined,
        clientId: 'docs mcp',
        clientSecret: SECRET,
        audience: 'the-platform',
        scope: undefined,
        ...options,
      },
    },
  });
}

const tokenOf = (sub: string) => issuer.sign({ sub, aud: 'docs-mcp', scope: 'docs:write' });
const sentTokens = () => upstream.received.map(({ headers }) => headers.authorization);

function calling(at: TestServer, token: string, headers: Record<string, string> = {}) {
  return at.send(
    posted('modern', call('list_organizations', {}), {
      authorization: `Bearer ${token}`,
      ...headers,
    }),
  );
}

test('exchanges the token of a caller once for as long as the new one is valid', async () => {
  const token = await tokenOf('ines');
  issuer.answer(200, { access_token: 'platform-ines', token_type: 'Bearer', expires_in: 3600 });
  await withServer({}, async (at) => {
    expect(
      (await Promise.all([calling(at, token), calling(at, token)])).map(({ status }) => status),
    ).toEqual([200, 200]);
    await calling(at, token);
    expect(sentTokens()).toEqual(Array.from({ length: 3 }, () => 'Bearer platform-ines'));
    expect(issuer.requested).toHaveLength(1);
    const [asked] = issuer.requested;
    expect(asked?.form).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'the-platform',
    });
    // Each part is form-encoded before they are joined (RFC 6749, 2.3.1).
    const [, credentials = ''] = asked?.authorization?.split(' ') ?? [];
    expect(Buffer.from(credentials, 'base64').toString()).toBe('docs+mcp:s%3Ae+c%2Br%25et');
  });
});

test('gives each caller a token of their own', async () => {
  const [ines, ravi] = [await tokenOf('ines'), await tokenOf('ravi')];
  await withServer({}, async (at) => {
    issuer.answer(200, { access_token: 'platform-ines', expires_in: 3600 });
    await calling(at, ines);
    issuer.answer(200, { access_token: 'platform-ravi', expires_in: 3600 });
    await calling(at, ravi);
    await calling(at, ines);
    expect(sentTokens()).toEqual(['ines', 'ravi', 'ines'].map((name) => `Bearer platform-${name}`));
  });
});

test('does not reuse a token that is about to expire', async () => {
  const token = await tokenOf('ines');
  issuer.answer(200, { access_token: 'short', expires_in: 20 });
  await withServer({}, async (at) => {
    await eventually(async () => {
      await calling(at, token);
      expect(issuer.requested.length).toBeGreaterThan(1);
    });
  });
});

test('skips the exchange for callers who send a token of the platform', async () => {
  await withServer({}, async (at) => {
    await calling(at, await tokenOf('ines'), { 'x-docs-platform-token': 'brought' });
    expect(sentTokens()).toEqual(['Bearer brought']);
    expect(issuer.requested).toEqual([]);
  });
});

test('identifies a public client in the form, with the requested scopes', async () => {
  issuer.answer(200, { access_token: 'platform', expires_in: 60 });
  await withServer({ clientSecret: undefined, scope: 'a b', audience: undefined }, async (at) => {
    await calling(at, await tokenOf('ines'));
    expect(issuer.requested[0]?.authorization).toBeUndefined();
    expect(issuer.requested[0]?.form).toMatchObject({ client_id: 'docs mcp', scope: 'a b' });
    expect(issuer.requested[0]?.form).not.toHaveProperty('audience');
  });
});

test.each([
  [400, { error: 'invalid_grant' }, 403],
  [403, { error: 'access_denied' }, 403],
  [401, { error: 'invalid_client' }, 503],
  [500, {}, 503],
  [200, { token: 'not where it should be' }, 503],
  [200, { access_token: 'line\nbreak' }, 503],
])('converts an answer of %d %j to %d', async (status, body, expected) => {
  issuer.answer(status, body);
  await withServer({}, async (at) => {
    const answered = await calling(at, await tokenOf('ines'));
    expect(answered.status).toBe(expected);
    expect(sentTokens()).toEqual([]);
    expect(at.problems).toHaveLength(expected === 503 ? 1 : 0);
    expect(JSON.stringify([answered, at.problems.map(({ message }) => message)])).not.toContain(
      SECRET,
    );
    if (expected === 403) expect(answered.body).toContain('issues no platform token');
  });
});

test('refuses an exchange that returns the original token', async () => {
  const token = await tokenOf('ines');
  issuer.answer(200, { access_token: token, expires_in: 60 });
  await withServer({}, async (at) => {
    expect((await calling(at, token)).status).toBe(503);
    expect(sentTokens()).toEqual([]);
  });
});

test.each(generations)('$name acts with exchanged tokens', async (generation) => {
  issuer.answer(200, { access_token: 'platform-bot', expires_in: 3600 });
  await withServer({}, async (at) => {
    const connection = await generation.http(at.url, await tokenOf('bot'));
    await connection.facts('list_organizations', {});
    expect(sentTokens()).toEqual(['Bearer platform-bot']);
    await connection.close();
  });
});
