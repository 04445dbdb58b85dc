import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as api from '../../src/library/public.ts';
import { CLI } from '../support/built.ts';

const { createServer, operations, VERSION, ConfigError }: typeof api = await import(
  CLI.replace(/cli\.js$/, 'index.js')
);

const organizationId = 'orgNorthwind00000001';

describe('the package as a library', () => {
  let server: api.DocsPlatformServer;

  beforeAll(() => {
    server = createServer({
      toolsets: ['content'],
      excludeTools: ['delete_change_request_comment'],
    });
  });

  afterAll(() => server.close());

  it('has every operation as data', () => {
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
    expect(operations.mergeChangeRequest).toMatchObject({
      id: 'mergeChangeRequest',
      tool: 'merge_change_request',
      effect: 'update',
      route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
      services: ['contract', 'current'],
    });
    expect(operations.getPage.inputSchema.required).toEqual(['spaceId', 'pageId']);
  });

  it('lists the selected tools', () => {
    const toolsets = new Set(server.tools.map(({ name }) => name));
    expect(toolsets).toContain('get_page');
    expect(toolsets).not.toContain('list_organizations');
  });

  it('calls listed and unlisted tools in this process', async () => {
    const found = await server.call('search_organization', { organizationId, query: 'retries' });
    expect(found.isError).toBe(false);
    expect(JSON.parse(found.text)).toEqual(found.structuredContent);
    const wrong = await server.call('get_page', { spaceId: 'spaceDevGuide0000001' });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toContain('pageId');
    await expect(server.call('delete_change_request_comment', {})).rejects.toThrow(
      'delete_change_request_comment',
    );
  });

  it('serves a client over a transport of the SDK', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const connection = await server.connect(far);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(near);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(server.tools.map(({ name }) => name));
    const { structuredContent } = await client.callTool({
      name: 'get_page',
      arguments: { spaceId: 'spaceDevGuide0000001', pageId: 'Retries and backoff' },
    });
    expect(structuredContent).toMatchObject({ title: 'Retries and backoff' });
    await client.close();
    await connection.close();
  });

  it('serves callers over HTTP', async () => {
    const { url, close } = await server.listen();
    const answer = await fetch(url, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
    await close();
  });

  it('reports invalid options', () => {
    expect(() => createServer({ toolsets: ['contents'] })).toThrow(ConfigError);
    expect(() => createServer({ url: 'http://example.com', token: 'x' })).toThrow(
      'allowInsecurePlatform',
    );
  });
});
