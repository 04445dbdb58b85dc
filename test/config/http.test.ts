import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFlags, readHttpConfig } from '../../src/config/http.ts';
import { ConfigError } from '../../src/config/server.ts';
import { makeAuthority, makeCertificate } from '../support/certificates.ts';

const FLAGS: HttpFlags = {
  host: '127.0.0.1',
  port: 3333,
  auth: 'bearer',
  maxConcurrent: 1000,
  maxConcurrentPerToken: 64,
  maxConcurrentPerAddress: 500,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
};
const SERVICE = { DOCS_PLATFORM_URL: 'https://docs.example.com' };
const OWN = { ...SERVICE, DOCS_PLATFORM_TOKEN: 'operators-own' };
const ISSUER = 'https://login.example.com';

const read = (flags: Partial<HttpFlags>, env: NodeJS.ProcessEnv = SERVICE) =>
  readHttpConfig(env, { ...FLAGS, ...flags });

function problem(flags: Partial<HttpFlags>, env?: NodeJS.ProcessEnv): string {
  try {
    read(flags, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
}

describe('trusted proxies', () => {
  it('are addresses and networks', () => {
    const trustedProxies = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'];
    expect(read({ trustedProxies }).http).toMatchObject({ trustedProxies });
    expect(read({}).http).toMatchObject({ trustedProxies: [] });
  });

  it.each(['*', 'proxy.example.com', '10.0.0.0/33', '10.0.0', ''])('are not %j', (proxy) => {
    expect(problem({ trustedProxies: [proxy] })).toContain('--trusted-proxies takes addresses');
  });
});

describe('host names and origins', () => {
  it('default to those of loopback', () => {
    expect(read({}).http).toMatchObject({ host: '127.0.0.1', allowHosts: [], allowOrigins: [] });
    expect(problem({ host: 'localhost' })).toBe('none');
    expect(problem({ host: '::1' })).toBe('none');
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'docs.example.com'])(
    'beyond it (%s) must name the hosts of the server',
    (host) => {
      expect(problem({ host })).toContain(`--host ${host}`);
      expect(problem({ host })).toContain('--allow-host');
      expect(problem({ host, allowHost: ['docs.example.com'] })).toBe('none');
    },
  );

  it('are accepted as clients write them', () => {
    const { http } = read({
      allowHost: ['Docs.Example.COM', '[::1]', '2001:db8::1', '192.0.2.1'],
      allowOrigin: ['https://App.example.com:443', 'http://localhost:6274', 'vscode-webview://a1'],
    });
    expect(http.allowHosts).toEqual(['docs.example.com', '[::1]', '[2001:db8::1]', '192.0.2.1']);
    expect(http.allowOrigins).toEqual([
      'https://app.example.com',
      'http://localhost:6274',
      'vscode-webview://a1',
    ]);
  });

  it.each(['*', 'https://docs.example.com', 'docs.example.com/mcp', 'a b', '*.example.com'])(
    'refuse the host %s',
    (name) => expect(problem({ allowHost: [name] })).toContain('--allow-host takes names'),
  );

  it.each(['*', 'null', 'app.example.com', 'https://app.example.com/app', 'https://*.example.com'])(
    'refuse the origin %s',
    (origin) =>
      expect(problem({ allowOrigin: [origin] })).toContain('--allow-origin takes origins'),
  );
});

describe('authentication', () => {
  it('has one of three modes', () => {
    expect(problem({ auth: 'none' })).toBe('--auth must be one of bearer, operator, oauth');
    expect(read({}).http.auth).toEqual({ kind: 'bearer' });
  });

  it('shares the token of the operator only if restricted, and only with callers who present another', () => {
    const flags = { auth: 'operator', accessToken: 'given-out' };
    expect(problem(flags, OWN)).toContain('--read-only or pins');
    expect(problem({ auth: 'operator', readOnly: true }, OWN)).toContain('--access-token');
    expect(problem({ ...flags, readOnly: true }, SERVICE)).toContain('DOCS_PLATFORM_TOKEN is not');
    for (const limit of [
      { readOnly: true },
      { space: 's1' },
      { site: 'x' },
      { organization: 'o' },
    ]) {
      const { http } = read({ ...flags, ...limit }, OWN);
      expect(http.auth).toEqual({ kind: 'operator', accessToken: 'given-out' });
    }
    const env = { ...OWN, DOCS_PLATFORM_ACCESS_TOKEN: 'from-environment' };
    expect(read({ auth: 'operator', readOnly: true }, env).http.auth).toMatchObject({
      accessToken: 'from-environment',
    });
  });

  it('accepts tokens of an issuer, for a public address', () => {
    expect(problem({ auth: 'oauth' })).toContain('--oauth-issuer');
    expect(read({ auth: 'oauth', oauthIssuer: ISSUER }).http.auth).toEqual({
      kind: 'oauth',
      issuer: ISSUER,
      publicUrl: undefined,
      audience: [],
      jwksUrl: undefined,
      exchange: undefined,
    });
    const beyond = {
      auth: 'oauth',
      oauthIssuer: ISSUER,
      host: '0.0.0.0',
      allowHost: ['a.example'],
    };
    expect(problem(beyond)).toContain('--public-url');
    expect(problem({ ...beyond, publicUrl: 'https://a.example/mcp' })).toBe('none');
    expect(problem({ ...beyond, publicUrl: 'http://a.example/mcp' })).toContain('https address');
    expect(problem({ auth: 'oauth', oauthIssuer: 'http://login.example.com' })).toContain(
      '--oauth-issuer must be an https address',
    );
    expect(problem({ auth: 'oauth', oauthIssuer: 'http://127.0.0.1:9000' })).toBe('none');
  });

  it('exchanges tokens as a client, whose secret may come from the environment', () => {
    const flags = { auth: 'oauth', oauthIssuer: ISSUER, exchangeAudience: 'platform' };
    expect(problem(flags)).toContain('--exchange-client-id');
    const env = { ...SERVICE, DOCS_PLATFORM_EXCHANGE_SECRET: 'from-environment' };
    expect(read({ ...flags, exchangeClientId: 'docs' }, env).http.auth).toMatchObject({
      exchange: { clientId: 'docs', clientSecret: 'from-environment', audience: 'platform' },
    });
  });

  it.each<[Partial<HttpFlags>, string]>([
    [{ accessToken: 'x' }, '--access-token belongs to --auth operator'],
    [{ oauthIssuer: ISSUER }, '--oauth-issuer belongs to --auth oauth'],
    [{ exchangeClientId: 'x' }, '--exchange-client-id belongs to --auth oauth'],
    [{ auth: 'oauth', accessToken: 'x' }, '--access-token belongs to --auth operator'],
  ])('refuses the options of another mode (%j)', (flags, message) => {
    expect(problem(flags)).toBe(message);
  });
});

describe('TLS', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docs-platform-tls-'));
    const authority = await makeAuthority();
    const own = await makeCertificate('server', authority);
    const other = await makeCertificate('other', authority);
    writeFileSync(file('ca.pem'), authority.cert);
    writeFileSync(file('cert.pem'), own.cert);
    writeFileSync(file('key.pem'), own.key);
    writeFileSync(file('other.pem'), other.key);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('accepts a certificate with its key, and an authority for clients', () => {
    const flags = { tlsCert: file('cert.pem'), tlsKey: file('key.pem') };
    expect(read(flags).http.tls).toMatchObject({ clientCa: undefined });
    const mutual = read({ ...flags, tlsClientCa: file('ca.pem') }).http.tls;
    expect(mutual?.clientCa).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  it('names the file that cannot be used', () => {
    expect(problem({ tlsCert: file('cert.pem') })).toContain('both --tls-cert and --tls-key');
    expect(problem({ tlsClientCa: file('ca.pem') })).toContain('both --tls-cert and --tls-key');
    expect(problem({ tlsCert: file('none.pem'), tlsKey: file('key.pem') })).toContain(
      '--tls-cert cannot be read: ENOENT',
    );
    const wrong = problem({ tlsCert: file('cert.pem'), tlsKey: file('other.pem') });
    expect(wrong).toContain('must be PEM files that fit each other');
    expect(wrong).not.toContain('PRIVATE KEY');
  });
});
