import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { generations } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

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

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers });

/** The status of a request that names another host. */
function statusAt(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, server.url), { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject);
    asked.end();
  });
}

describe('the introduction of a server', () => {
  it.each(generations)(
    'has an icon for hosts to show, over both transports, $name',
    async (generation) => {
      const ways = await Promise.all([
        generation.http(server.url, 'token'),
        generation.stdio({ args: ['--toolsets', 'git'] }),
      ]);
      for (const { client, close } of ways) {
        expect(client.getServerVersion()).toMatchObject({
          name: 'docs-platform-mcp',
          icons: [{ src: expect.stringMatching(/^data:image\/svg\+xml;base64,/), sizes: ['any'] }],
        });
        await close();
      }
    },
  );

  it('has a server card at the reserved location and at the earlier one', async () => {
    const answer = await get('/mcp/server-card');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/mcp-server-card+json',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'cache-control': 'public, max-age=3600',
    });
    const card = (await answer.json()) as Record<string, string>;
    expect(card).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      version: manifest.version,
      icons: [{ mimeType: 'image/svg+xml' }],
      remotes: [
        {
          type: 'streamable-http',
          url: server.url,
          supportedProtocolVersions: REVISIONS,
          headers: [{ name: 'Authorization', isRequired: true, isSecret: true }],
        },
      ],
    });
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(card.description?.length).toBeLessThanOrEqual(100);
    expect(await (await get('/.well-known/mcp/server-card.json')).json()).toEqual(card);

    const etag = answer.headers.get('etag') ?? '';
    expect((await get('/mcp/server-card', { 'if-none-match': etag })).status).toBe(304);
  });

  it('is in the catalogue of its domain', async () => {
    const answer = await get('/.well-known/ai-catalog.json');
    expect(answer.headers.get('content-type')).toBe('application/ai-catalog+json');
    const catalogue = await answer.json();
    expect(catalogue).toEqual({
      specVersion: '1.0',
      entries: [
        {
          identifier: expect.stringMatching(/^urn:air:[^:]+:mcp:[^:]+$/),
          type: 'application/mcp-server-card+json',
          url: `${server.url}/server-card`,
        },
      ],
    });
  });

  it('states its public address behind a proxy that terminates TLS', async () => {
    const card = await (await get('/mcp/server-card', { 'x-forwarded-proto': 'https' })).json();
    expect(card).toMatchObject({
      remotes: [{ url: server.url.replace('http:', 'https:') }],
    });
  });

  it('introduces itself to browsers, and only to browsers', async () => {
    const page = await get('/mcp', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('This is an MCP server');
    expect(text).toContain(`setup --url ${server.url}`);
    for (const accept of ['text/event-stream', '*/*', 'application/json']) {
      expect((await get('/mcp', { accept })).status).toBe(401);
    }
  });

  it.each(['/mcp/server-card', '/.well-known/ai-catalog.json', '/mcp'])(
    'is not served for other hosts: %s',
    async (path) => {
      expect(await statusAt('evil.example', path)).toBe(403);
    },
  );
});
