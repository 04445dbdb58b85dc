import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import contract from '../fixtures/contract/operations.json' with { type: 'json' };
import { type Generation, generations, type McpConnection } from '../support/clients.ts';

const spaceId = 'spaceDevGuide0000001';
const organizationId = 'orgNorthwind00000001';

describe.each(generations)('over stdio with $name', (generation: Generation) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({ args: ['--toolsets', 'all'] });
  });

  afterAll(() => connection.close());

  it('lists a typed tool for every operation', async () => {
    const { tools } = await connection.client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(contract.length);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
      expect(annotations?.title).toBeTypeOf('string');
    }
  });

  it('states its purpose and that it runs on the embedded platform', () => {
    const instructions = connection.client.getInstructions();
    expect(instructions).toContain('drafts need status');
    expect(instructions).toContain('embedded platform');
  });

  it('returns the same facts as text and as an object', async () => {
    const result = await connection.call('list_organizations');
    expect(result.structuredContent?.items).toContainEqual(
      expect.objectContaining({ id: organizationId }),
    );
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
  });

  it('reports progress for each event of a stream to a caller that asks for it', async () => {
    const ask = async () => {
      const seen: number[] = [];
      const result = await connection.call(
        'stream_ask_organization',
        { organizationId, query: 'How are failed deliveries retried?' },
        { onprogress: ({ progress }) => seen.push(progress) },
      );
      expect(seen).toEqual(seen.map((_, index) => index + 1));
      expect(result.structuredContent).toMatchObject({ answer: { answer: {} } });
      return seen.length;
    };
    // A client that reads everything at once discards progress when it sees the result after it.
    await expect.poll(ask).toBeGreaterThan(1);
  });

  it('refuses an unknown tool with a protocol error', async () => {
    await expect(connection.call('drop_everything')).rejects.toMatchObject({ code: -32602 });
  });

  it('explains to a model what is wrong with its arguments', async () => {
    const result = await connection.call('get_page', { spaecId: spaceId });
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('did you mean spaceId?');
  });

  it('lists pages and specifications as resources, and reads them', async () => {
    const { resources } = await connection.client.listResources();
    const page = resources.find(({ title }) => title?.startsWith('Retries and backoff'));
    const spec = resources.find(({ title }) => title === 'northwind-queue');
    const read = async (uri = '') => (await connection.client.readResource({ uri })).contents[0];
    expect(await read(page?.uri)).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining('# Retries and backoff'),
    });
    const document = await read(spec?.uri);
    expect(parse((document as { text: string }).text)).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
      info: { version: '2.0.0' },
    });
  });

  it('reads a page in a change request, and a version by its id', async () => {
    const list = await connection.facts('list_change_requests', { spaceId });
    const [request] = list.items as [{ id: string }];
    const { pages } = await connection.facts('list_change_request_pages', {
      spaceId,
      changeRequestId: request.id,
      fields: ['title'],
    });
    const [{ id: pageId }] = pages as [{ id: string }];
    const page = await connection.client.readResource({
      uri: `docs://spaces/${spaceId}/change-requests/${request.id}/pages/${pageId}`,
    });
    expect(page.contents[0]).toMatchObject({ text: expect.stringMatching(/^# /) });

    const versions = await connection.facts('list_openapi_versions', {
      organizationId,
      specSlug: 'northwind-queue',
    });
    const texts = await Promise.all(
      (versions.items as { id: string }[]).map(async ({ id }) => {
        const uri = `docs://orgs/${organizationId}/openapi/northwind-queue/versions/${id}`;
        const { contents } = await connection.client.readResource({ uri });
        return parse((contents[0] as { text: string }).text).info.version;
      }),
    );
    expect(texts.sort()).toEqual(['1.4.0', '2.0.0']);
  });

  it.each([
    'docs://spaces/nowhere/pages/none',
    'docs://elsewhere',
    `docs://spaces/${spaceId}/pages/..`,
  ])('does not find %s', async (uri) => {
    await expect(connection.client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });
});
