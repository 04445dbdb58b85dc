import { describe, expect, it } from 'vitest';
import { readConfig, readSharedConfig } from '../../src/config/server.ts';

describe('readConfig', () => {
  it('starts the embedded platform when neither address nor token is set', () => {
    expect(readConfig({})).toMatchObject({ platform: { kind: 'embedded' } });
    expect(readConfig({ DOCS_PLATFORM_URL: ' ', DOCS_PLATFORM_TOKEN: '' }).platform.kind).toBe(
      'embedded',
    );
  });

  it('keeps the embedded platform in a folder; the flag overrides the variable', () => {
    expect(readConfig({ DOCS_PLATFORM_DATA: '/a' }).platform).toEqual({
      kind: 'embedded',
      data: '/a',
      profile: 'contract',
    });
    expect(readConfig({ DOCS_PLATFORM_DATA: '/a' }, { data: '/b' }).platform).toEqual({
      kind: 'embedded',
      data: '/b',
      profile: 'contract',
    });
  });

  it('starts the embedded platform as the service that the flag names, and offers its tools', () => {
    expect(readConfig({}, { profile: 'current' })).toMatchObject({
      platform: { kind: 'embedded', profile: 'current' },
      surface: { api: 'current' },
    });
    expect(readConfig({}, { profile: 'current', api: 'auto' }).surface.api).toBe('auto');
    expect(() => readConfig({}, { profile: 'newest' })).toThrow(
      '--profile must be one of contract, current',
    );
    expect(() => readConfig({ DOCS_PLATFORM_TOKEN: 't' }, { profile: 'current' })).toThrow(
      'A profile (--profile) belongs to the embedded platform',
    );
  });

  it('talks to the public service when only a token is set', () => {
    expect(readConfig({ DOCS_PLATFORM_TOKEN: 'secret' })).toMatchObject({
      platform: { kind: 'service', url: 'https://api.gitbook.com' },
      token: 'secret',
    });
  });

  it('accepts an address without its trailing slash, and a timeout', () => {
    const env = {
      DOCS_PLATFORM_URL: 'https://docs.example.com/api/',
      DOCS_PLATFORM_TOKEN: 'secret',
      DOCS_PLATFORM_TIMEOUT_MS: '1500',
    };
    expect(readConfig(env)).toMatchObject({
      platform: { kind: 'service', url: 'https://docs.example.com/api' },
      token: 'secret',
      timeoutMs: 1500,
    });
  });

  it.each([
    [{ DOCS_PLATFORM_URL: 'https://docs.example.com' }, 'DOCS_PLATFORM_TOKEN is not: set it'],
    [
      { DOCS_PLATFORM_URL: 'docs.example.com', DOCS_PLATFORM_TOKEN: 't' },
      'DOCS_PLATFORM_URL must be an http(s) address',
    ],
    [
      { DOCS_PLATFORM_URL: 'ftp://docs.example.com', DOCS_PLATFORM_TOKEN: 't' },
      'DOCS_PLATFORM_URL',
    ],
    [
      { DOCS_PLATFORM_URL: 'https://me:pw@docs.example.com', DOCS_PLATFORM_TOKEN: 't' },
      'DOCS_PLATFORM_URL must not carry credentials',
    ],
    [{ DOCS_PLATFORM_TOKEN: 'two words' }, 'DOCS_PLATFORM_TOKEN must be a token without spaces'],
    [{ DOCS_PLATFORM_TIMEOUT_MS: 'soon' }, 'DOCS_PLATFORM_TIMEOUT_MS must be a number'],
    [{ DOCS_PLATFORM_TIMEOUT_MS: '0' }, 'DOCS_PLATFORM_TIMEOUT_MS'],
    [
      { DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY: 'many' },
      'DOCS_PLATFORM_MAX_UPSTREAM_CONCURRENCY must be a number of requests from 1 to 1000',
    ],
    [{ DOCS_PLATFORM_TOKEN: 't', DOCS_PLATFORM_DATA: '/a' }, 'A data folder'],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('never repeats a token', () => {
    expect(() => readConfig({ DOCS_PLATFORM_TOKEN: 'very secret' })).not.toThrow(/very secret/);
    expect(() => readConfig({ DOCS_PLATFORM_TOKEN: 'very secret' })).toThrow();
  });
});

describe('readSharedConfig', () => {
  it('needs no token, because callers bring theirs', () => {
    expect(readSharedConfig({ DOCS_PLATFORM_URL: 'https://docs.example.com' })).toMatchObject({
      platform: { kind: 'service', url: 'https://docs.example.com' },
    });
  });
});

describe('variables that a host did not fill in', () => {
  it.each([`\${user_config.token}`, `\${env:DOCS_PLATFORM_TOKEN}`, '$DOCS_PLATFORM_TOKEN', ''])(
    '%s is no token',
    (unfilled) => {
      const { platform, token } = readConfig({
        DOCS_PLATFORM_TOKEN: unfilled,
        DOCS_PLATFORM_URL: unfilled,
        DOCS_PLATFORM_READ_ONLY: unfilled,
      });
      expect(platform.kind).toBe('embedded');
      expect(token).toBeUndefined();
    },
  );

  it('a read-only server can be configured with only its variable', () => {
    expect(readConfig({ DOCS_PLATFORM_READ_ONLY: 'true' }).surface.readOnly).toBe(true);
    expect(readConfig({ DOCS_PLATFORM_READ_ONLY: 'false' }).surface.readOnly).toBe(false);
  });
});
