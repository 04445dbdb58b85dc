import { type RunningPlatform, startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Generation, linkedGenerations, type McpConnection } from '../support/clients.ts';
import { linkedHttp } from '../support/linked.ts';
import { shareOf } from '../support/long-run.ts';
import type { Served } from '../support/program.ts';

const SPACE = 'docs://spaces/spaceDevGuide0000001';
const SPEC = 'docs://orgs/orgNorthwind00000001/openapi/northwind-queue/versions';

const TEMPLATES = [
  'docs://spaces/{spaceId}/pages',
  'docs://spaces/{spaceId}/pages/{pageId}',
  'docs://spaces/{spaceId}/paths/{pagePath}',
  'docs://spaces/{spaceId}/comments/{commentId}',
  'docs://spaces/{spaceId}/files/{fileId}',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}/diff',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}/pages/{pageId}',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}/paths/{pagePath}',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  'docs://spaces/{spaceId}/change-requests/{changeRequestId}/files/{fileId}',
  'docs://spaces/{spaceId}/revisions/{revisionId}/pages/{pageId}',
  'docs://spaces/{spaceId}/revisions/{revisionId}/paths/{pagePath}',
  'docs://orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/operations/{operation}',
  'docs://orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/schemas/{schema}',
];

/** Listed in addition to the default toolset. */
const TOOLS = ['--tools', 'get_current_revision', '--result-links', 'always'];

let platform: RunningPlatform;
let server: Served;

beforeAll(async () => {
  platform = await startPlatform();
  server = await linkedHttp(TOOLS, { DOCS_PLATFORM_URL: platform.url });
});

afterAll(async () => {
  await server.stop();
  await platform.close();
});

const over = {
  stdio: (generation: Generation) => ({
    way: `stdio, ${generation.name}`,
    connect: () => generation.stdio({ args: TOOLS }),
  }),
  HTTP: (generation: Generation) => ({
    way: `HTTP, ${generation.name}`,
    connect: () => generation.http(server.url, platform.operatorToken ?? ''),
  }),
};

const [legacy, modern] = linkedGenerations as [Generation, Generation];

/** In this order, one of each transport and of each generation belongs to a share. */
const ways = [over.stdio(modern), over.stdio(legacy), over.HTTP(legacy), over.HTTP(modern)];

interface Listed {
  uri: string;
  title: string;
  description: string;
  mimeType?: string;
  size?: number;
  annotations: { priority: number; lastModified?: string };
}

describe.each(shareOf(ways))('over $way', ({ connect }) => {
  let connection: McpConnection;
  let resources: Listed[];

  beforeAll(async () => {
    connection = await connect();
    resources = (await connection.client.listResources()).resources as Listed[];
  });

  afterAll(() => connection.close());

  async function read(uri: string): Promise<{ mimeType?: string; text: string }> {
    const { contents } = await connection.client.readResource({ uri });
    expect(contents).toHaveLength(1);
    expect(contents[0]?.uri).toBe(uri);
    return contents[0] as { mimeType?: string; text: string };
  }

  function find(title: string): Listed {
    const found = resources.find((resource) => resource.title.startsWith(title));
    if (!found) throw new Error(`${title} is not listed`);
    return found;
  }

  it('lists a template for every kind, each described', async () => {
    const { resourceTemplates } = await connection.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES);
    for (const { title, description, annotations } of resourceTemplates) {
      expect(title).toMatch(/\w/);
      expect(description).toMatch(/\.$/);
      expect(annotations?.priority).toBeGreaterThan(0);
    }
  });

  it('lists what exists with its metadata, without duplicates', () => {
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(resources.length);
    expect(find('Retries and backoff')).toMatchObject({
      uri: expect.stringMatching(/^docs:\/\/spaces\/spaceDevGuide0000001\/pages\/\w+$/),
      title: 'Retries and backoff (Developer Guide)',
      description: expect.stringMatching(/\w/),
      mimeType: 'text/markdown',
      annotations: { priority: 0.8, lastModified: expect.stringMatching(/^2026-/) },
    });
    expect(find('architecture')).toMatchObject({
      mimeType: 'text/xml',
      size: expect.any(Number),
    });
    expect(find('northwind-queue').uri).toBe(`${SPEC}/latest`);
    expect(find('Table of contents (Developer Guide)').uri).toBe(`${SPACE}/pages`);
  });

  it('reads everything that is listed', async () => {
    for (const { uri, mimeType } of resources) {
      const contents = await read(uri);
      if (mimeType) expect(contents.mimeType).toBe(mimeType);
    }
  });

  it('reads a page by its path or its id, from the outline of the space', async () => {
    const { uri } = find('Retries and backoff');
    const { text: outline } = await read(`${SPACE}/pages`);
    const line = outline.split('\n').find((candidate) => candidate.includes(uri)) ?? '';
    const path = line.slice(line.lastIndexOf(' /') + 2);
    const { text } = await read(`${SPACE}/paths/${encodeURIComponent(path)}`);
    expect(text).toMatch(/^# Retries and backoff\n/);
    expect(text).toBe((await read(uri)).text);
  });

  it('reads a change request: its summary, its diff, its pages', async () => {
    const { uri } = find('Change request 1');
    const { text: summary } = await read(uri);
    expect(summary).toContain('- Status: open');
    expect(summary).toContain(`- Diff: ${uri}/diff`);
    const { text: diff, mimeType } = await read(`${uri}/diff`);
    expect(mimeType).toBe('text/x-diff');
    const [, id] = /^# edited: Dead-letter queues \((\w+)\)/m.exec(diff) ?? [];
    expect(diff).toContain('\n+### Triage before you redrive\n');
    const page = await read(`${uri}/pages/${id}`);
    expect(page.text).toContain('### Triage before you redrive');
    expect((await read(`${SPACE}/pages/${id}`)).text).not.toContain('### Triage before');
    const byPath = await read(`${uri}/paths/guides%2Fdead-letters`);
    expect(byPath.text).toBe(page.text);
  });

  it('reads the thread of a comment, with fenced text', async () => {
    const { items } = await connection.facts('list_space_comments', {
      spaceId: 'spaceDevGuide0000001',
    });
    const [{ id, replies = 0 }] = items as [{ id: string; replies?: number }];
    const { text } = await read(`${SPACE}/comments/${id}`);
    expect(text).toMatch(/^## Comment by /m);
    expect(text.match(/^<untrusted-/gm)).toHaveLength(2 + replies);
    expect(text.match(/^## Reply by /gm) ?? []).toHaveLength(replies);
  });

  it('reads a page of the current revision', async () => {
    const { uri } = find('Retries and backoff');
    const { id } = await connection.facts('get_current_revision', {
      spaceId: 'spaceDevGuide0000001',
      fields: ['id'],
    });
    const inRevision = uri.replace('/pages/', `/revisions/${id}/pages/`);
    expect((await read(inRevision)).text).toBe((await read(uri)).text);
  });

  it('reads a specification as uploaded, its versions and its parts', async () => {
    const latest = await read(`${SPEC}/latest`);
    expect(latest.mimeType).toBe('text/yaml');
    const document = parse(latest.text);
    expect(document.info.version).toBe('2.0.0');
    const { items } = await connection.facts('list_openapi_versions', {
      organizationId: 'orgNorthwind00000001',
      specSlug: 'northwind-queue',
    });
    const [newest] = items as [{ id: string }];
    expect((await read(`${SPEC}/${newest.id}`)).text).toBe(latest.text);
    const [name] = Object.keys(document.components.schemas) as [string];
    const schema = await read(`${SPEC}/latest/schemas/${name}`);
    expect(JSON.parse(schema.text)).toEqual({
      components: { schemas: { [name]: document.components.schemas[name] } },
    });
    const [path] = Object.keys(document.paths) as [string];
    const method =
      ['get', 'post', 'put', 'delete'].find((one) => one in document.paths[path]) ?? '';
    const operation = encodeURIComponent(`${method.toUpperCase()} ${path}`);
    expect(JSON.parse((await read(`${SPEC}/latest/operations/${operation}`)).text)).toMatchObject({
      paths: { [path]: { [method]: document.paths[path][method] } },
    });
  });

  it('has tools name the resources that can be read', async () => {
    const { content } = await connection.call('search_space', {
      spaceId: 'spaceDevGuide0000001',
      query: 'retries',
    });
    const links = content.filter(({ type }) => type === 'resource_link');
    expect(links.length).toBeGreaterThan(0);
    expect(links.length).toBeLessThanOrEqual(10);
    for (const link of links) await read((link as unknown as { uri: string }).uri);
  });

  it.each([
    'docs://spaces/nowhere/pages/none',
    `${SPACE}/pages/..`,
    `${SPACE}/files/none`,
    `${SPACE}/comments/none`,
    `${SPACE}/change-requests/999`,
    `${SPACE}/change-requests/999/diff`,
    `${SPEC}/none`,
    `${SPEC}/latest/schemas/None`,
    'docs://elsewhere',
  ])('does not find %s', async (uri) => {
    await expect(connection.client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
    });
  });
});
