import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthOptions, HttpOptions } from '../../src/server/http/options.ts';
import { generations, type McpConnection } from '../support/clients.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { startServer } from './server.ts';

const ORGANIZATION = { organizationId: 'orgNorthwind00000001' };

let platform: RunningPlatform;
let issuer: Issuer;

beforeAll(async () => {
  platform = await startPlatform({});
  issuer = await startIssuer();
});

afterAll(() => Promise.all([platform.close(), issuer.close()]));

async function withServer(
  options: Partial<HttpOptions>,
  work: (url: string) => Promise<void>,
  flags = {},
): Promise<void> {
  const server = await startServer(platform.url, options, flags);
  await work(server.url);
  await server.close();
}

function oauth(exchange: Extract<AuthOptions, { kind: 'oauth' }>['exchange']): AuthOptions {
  return {
    kind: 'oauth',
    issuer: issuer.url,
    audience: ['docs-mcp'],
    jwksUrl: undefined,
    publicUrl: undefined,
    exchange,
  };
}

const EXCHANGE = {
  url: undefined,
  clientId: 'docs',
  clientSecret: 'secret',
  audience: undefined,
  scope: undefined,
};

const tokenFor = (sub: string, scope: string) => issuer.sign({ sub, scope, aud: 'docs-mcp' });

/** Titles of the organizations of a connection's caller. */
async function organizations(connection: McpConnection): Promise<unknown[]> {
  const { items } = await connection.facts('list_organizations', {});
  return (items as { title: string }[]).map(({ title }) => title);
}

/** The first space found by a search, and one of its pages as a resource. */
async function someResource(connection: McpConnection): Promise<string> {
  const found = await connection.facts('search_organization', {
    ...ORGANIZATION,
    query: 'retries',
  });
  const [space] = found.items as { id: string; pages: { id: string }[] }[];
  return `docs://spaces/${space?.id}/pages/${space?.pages[0]?.id}`;
}

describe.each(generations)('on a real platform, with $name', (generation) => {
  test('each caller sees only what their own token may see, however often others read it before', async () => {
    await withServer({}, async (url) => {
      const editor = await generation.http(url, 'demo-editor-token');
      const guest = await generation.http(url, 'demo-guest-token');
      expect(await organizations(editor)).toEqual(['Northwind']);
      const uri = await someResource(editor);
      for (let read = 0; read < 2; read += 1) {
        expect(JSON.stringify(await editor.client.readResource({ uri }))).toContain('attempts');
        await expect(guest.client.readResource({ uri })).rejects.toThrow();
      }
      const query = { ...ORGANIZATION, query: 'retries' };
      expect(await guest.facts('search_organization', query)).toMatchObject({ items: [] });
      const nobody = await generation.http(url, 'no-token-of-the-platform');
      expect((await nobody.call('list_organizations', {})).isError).toBe(true);
      await Promise.all([editor, guest, nobody].map((connection) => connection.close()));
    });
  });

  test('callers without an account read with the token of the operator', async () => {
    await withServer(
      {
        auth: { kind: 'operator', accessToken: 'given-out' },
        operatorToken: async () => 'demo-reader-token',
      },
      async (url) => {
        const reader = await generation.http(url, 'given-out');
        expect(await organizations(reader)).toEqual(['Northwind']);
        await expect(reader.call('create_collection', ORGANIZATION)).rejects.toMatchObject({
          code: -32602,
        });
        await reader.close();
        await expect(generation.http(url, 'demo-admin-token')).rejects.toThrow();
      },
      { readOnly: true },
    );
  });

  test('callers who signed in also send a token of the platform', async () => {
    await withServer({ auth: oauth(undefined) }, async (url) => {
      const token = await tokenFor('ines', 'docs:write');
      const own = { 'X-Docs-Platform-Token': 'demo-admin-token' };
      const admin = await generation.http(url, token, own);
      expect(await organizations(admin)).toEqual(['Northwind', 'Northwind Labs']);
      const collection = { ...ORGANIZATION, title: 'From a person who signed in' };
      expect(
        await admin.facts('write_operation', { name: 'create_collection', arguments: collection }),
      ).toMatchObject({ id: expect.any(String) });
      await admin.close();
      await expect(generation.http(url, 'demo-editor-token', own)).rejects.toThrow();
    });
  });

  test('callers who signed in get one by exchange', async () => {
    await withServer({ auth: oauth(EXCHANGE) }, async (url) => {
      issuer.answer(200, { access_token: 'demo-reader-token', expires_in: 3600 });
      const reader = await generation.http(url, await tokenFor('ravi', 'docs:read'));
      expect(await organizations(reader)).toEqual(['Northwind']);
      const { tools } = await reader.client.listTools();
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      await reader.close();
    });
  });
});
