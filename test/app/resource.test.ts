import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { Client as ModernClient, type Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST } from '../support/built.ts';
import { linkedClient, linkedGenerations, type McpConnection } from '../support/clients.ts';
import { linkedHttp, startLinked } from '../support/linked.ts';
import type { Served } from '../support/program.ts';
import { propose, SPACE } from './scene.ts';

const URI = 'ui://docs-platform/change-request';
const TYPE = 'text/html;profile=mcp-app';
const INFO = { name: 'test-host', version: '1.0.0' };
const SHOWS_APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [TYPE] } } };

const OF_TOOL = {
  ui: { resourceUri: URI },
  'ui/resourceUri': URI,
};

interface Resource {
  uri: string;
  mimeType?: string;
  text?: string;
  _meta?: object;
}

async function listed(client: Client | ModernClient): Promise<Resource[]> {
  return ((await client.listResources()).resources as Resource[]).filter(({ uri }) =>
    uri.startsWith('ui:'),
  );
}

let http: Served;

beforeAll(async () => {
  http = await linkedHttp();
});

afterAll(() => http.stop());

describe.each(linkedClient('2026'))('the app page of a change request, for $name', (generation) => {
  let server: McpConnection;

  beforeAll(async () => {
    server = await generation.stdio();
  });

  afterAll(() => server.close());

  it('is named by the tool, over stdio and HTTP', async () => {
    const remote = await generation.http(http.url, 'demo-editor-token');
    for (const { client } of [server, remote]) {
      const { tools } = await client.listTools();
      expect(tools.filter(({ _meta }) => _meta?.ui).map(({ name }) => name)).toEqual([
        'review_change_request',
      ]);
      const tool = tools.find(({ name }) => name === 'review_change_request');
      expect(tool?._meta).toMatchObject(OF_TOOL);
    }
    await remote.close();
  });

  it('is a single page that loads nothing, of at most 60 KB', async () => {
    const { contents } = (await server.client.readResource({ uri: URI })) as {
      contents: Resource[];
    };
    expect(contents).toMatchObject([
      { uri: URI, mimeType: TYPE, _meta: { ui: { csp: {}, prefersBorder: true } } },
    ]);
    const { text = '' } = contents[0] ?? {};
    const built = readFileSync(join(DIST, 'change-request.html.br'));
    expect(text).toBe(brotliDecompressSync(built).toString());
    expect(gzipSync(text).byteLength).toBeLessThanOrEqual(60 * 1024);
    expect(text).not.toMatch(/<(?:link|img|iframe|base)\b|<script[^>]+src|@import|url\(/);
  });

  it('is not listed for a client that does not support app pages', async () => {
    expect(await listed(server.client)).toEqual([]);
  });

  it('gets the full result that a model gets in short form', async () => {
    const call = (name: string, args: Record<string, unknown>) => server.facts(name, args);
    const place = await propose(call);
    const told = await server.facts('review_change_request', { ...place });
    const query = new URLSearchParams({ ...place });
    const { contents } = await server.client.readResource({ uri: `${URI}/review?${query}` });
    const review = JSON.parse((contents[0] as { text: string }).text);
    // It reads the text of a deleted page by its address.
    const changes = (told.changes as { change: string; diff?: string }[]).map((change) => {
      const { diff: _, ...deleted } = change;
      return change.change === 'deleted' ? deleted : change;
    });
    expect(review).toMatchObject({ ...told, ...place, changes });
    expect(review.changes[0]).toMatchObject({ change: 'deleted', before: expect.any(String) });
    expect(review.changes[2]).toMatchObject({
      title: 'Publish messages',
      change: 'moved from /guides/publishing',
      path: 'guides/sending',
      movedFrom: 'guides/publishing',
    });
    expect(review.openComments[2]).toMatchObject({
      preview: expect.stringContaining('Distributed queues trade guarantees'),
      replies: 0,
    });
    const { before, after } = review.changes[1];
    const texts = await Promise.all(
      [before, after].map((uri) => server.client.readResource({ uri })),
    );
    const [was, is] = texts.map(({ contents }) => (contents[0] as { text: string }).text);
    expect(was).toContain('Duplicates are rare but normal.');
    expect(is).toContain('Duplicates are rare, but they happen.');
    // The page does not make the model's result longer.
    expect(Object.keys((told.changes as object[])[1] ?? {})).toEqual([
      'page',
      'title',
      'change',
      'diff',
    ]);
  });

  it('reports invalid requests', async () => {
    const read = (query: string) => server.client.readResource({ uri: `${URI}/review?${query}` });
    await expect(read(`spaceId=${SPACE}&changeRequestId=nothing`)).rejects.toThrow(
      'there is no open change request or draft "nothing"',
    );
    await expect(read(`spaceId=${SPACE}`)).rejects.toThrow('changeRequestId');
    await expect(read('spaceId=../..&changeRequestId=a')).rejects.toThrow();
    await expect(server.client.readResource({ uri: 'ui://docs-platform/else' })).rejects.toThrow();
  });
});

describe('the restrictions of the operator', () => {
  it('apply to the page as well', async () => {
    const server = (await linkedGenerations[0]?.stdio({
      args: ['--space', 'spaceOperations00001'],
    })) as McpConnection;
    const query = `spaceId=${SPACE}&changeRequestId=9jAIBlRw2P35NlghqsRd`;
    await expect(server.client.readResource({ uri: `${URI}/review?${query}` })).rejects.toThrow(
      'spaceOperations00001',
    );
    await server.close();
  });

  it('remove the page together with its tool', async () => {
    const server = (await linkedGenerations[0]?.stdio({
      args: ['--exclude-tools', 'review_change_request'],
    })) as McpConnection;
    const query = `spaceId=${SPACE}&changeRequestId=9jAIBlRw2P35NlghqsRd`;
    await expect(server.client.readResource({ uri: `${URI}/review?${query}` })).rejects.toThrow(
      'does not offer',
    );
    await server.close();
  });
});

describe('a client that supports app pages', () => {
  it.each([
    [
      'SDK 1.x',
      async (transport: Transport) => {
        const client = new Client(INFO, { capabilities: SHOWS_APPS });
        await client.connect(transport as never);
        return client;
      },
    ],
    [
      'SDK 2.x',
      async (transport: Transport) => {
        const client = new ModernClient(INFO, {
          capabilities: SHOWS_APPS,
          versionNegotiation: { mode: { pin: '2026-07-28' } },
        });
        await client.connect(transport);
        return client;
      },
    ],
  ])('finds the page in the list of resources: %s', async (_, connect) => {
    const server = await startLinked([], {});
    const client = await connect(server.transport);
    expect(await listed(client)).toMatchObject([{ uri: URI, mimeType: TYPE }]);
    await client.close();
    await server.close();
  });
});
