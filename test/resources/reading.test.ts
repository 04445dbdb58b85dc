import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { generations } from '../support/clients.ts';
import type { ReceivedRequest } from '../support/upstream.ts';
import {
  connect,
  failure,
  legacy,
  over,
  platform,
  requests,
  send,
  text,
  useServer,
} from './support.ts';

useServer();

const PAGE = '/v1/spaces/s1/content/page/p1';
const page = (markdown: string) => ({ id: 'p1', title: 'Retries', type: 'document', markdown });

describe('reading', () => {
  it('costs one request for the same page twice', async () => {
    platform({ [PAGE]: page('# Retries') });
    const connection = await connect(legacy);
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(connection, uri)).toBe('# Retries');
    expect(await text(connection, uri)).toBe('# Retries');
    expect(requests()).toEqual([`GET ${PAGE}`]);
  });

  it('names a change request without a number by its id', async () => {
    platform({ '/v1/spaces/s1/change-requests/c1': { id: 'c1', subject: 'Typo', status: 'open' } });
    const summary = await text(await connect(legacy), 'docs://spaces/s1/change-requests/c1');
    expect(summary).toContain('# Change request c1: Typo');
  });

  it('is separate for each token', async () => {
    platform({
      [PAGE]: ({ headers }: ReceivedRequest, response: ServerResponse) => {
        const mine = headers.authorization === 'Bearer alice';
        response.writeHead(mine ? 200 : 403, { 'content-type': 'application/json' });
        response.end(JSON.stringify(mine ? page('for Alice') : failure(403, 'Not yours')));
      },
    });
    const [alice, mallory] = [await over('alice'), await over('mallory')];
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(alice, uri)).toBe('for Alice');
    await expect(text(mallory, uri)).rejects.toThrow('403');
    expect(await text(alice, uri)).toBe('for Alice');
    expect(requests()).toEqual([`GET ${PAGE}`, `GET ${PAGE}`]);
  });

  it('starts over after anybody wrote to the space through this server', async () => {
    let body = 'before';
    platform({
      [PAGE]: (_: ReceivedRequest, response: ServerResponse) => {
        response.end(JSON.stringify(page(body)));
      },
      '/v1/spaces/s1/change-requests/c1': { object: 'change-request', id: 'c1', number: 1 },
      '/v1/spaces/s1/change-requests/c1/merge': (_: ReceivedRequest, response: ServerResponse) => {
        body = 'after';
        response.end(JSON.stringify({ revision: 'r2', result: 'merge' }));
      },
    });
    const [reader, writer] = [await over('reader'), await over('writer')];
    const uri = 'docs://spaces/s1/pages/p1';
    expect(await text(reader, uri)).toBe('before');
    await writer.facts('merge_change_request', { spaceId: 's1', changeRequestId: 'c1' });
    expect(await text(reader, uri)).toBe('after');
  });

  it('costs the tree and the page for a page by its path, and no more the next time', async () => {
    const pages = [
      {
        id: 'g1',
        title: 'Guides',
        path: 'guides',
        type: 'group',
        pages: [{ id: 'p1', title: 'Retries', path: 'guides/retries', type: 'document' }],
      },
    ];
    platform({ '/v1/spaces/s1/content/pages': { pages }, [PAGE]: page('# Retries') });
    const connection = await connect(legacy);
    expect(await text(connection, 'docs://spaces/s1/paths/guides%2Fretries')).toBe('# Retries');
    expect(await text(connection, 'docs://spaces/s1/paths/%2Fguides%2Fretries')).toBe('# Retries');
    expect(await text(connection, 'docs://spaces/s1/pages/p1')).toBe('# Retries');
    expect(requests()).toEqual(['GET /v1/spaces/s1/content/pages', `GET ${PAGE}`]);
    await expect(text(connection, 'docs://spaces/s1/paths/guides')).rejects.toThrow('404');
    await expect(text(connection, 'docs://spaces/s1/paths/nowhere')).rejects.toThrow(
      'No page has the path "nowhere"',
    );
  });

  it('needs the current service, or the current revision, for a page of a revision', async () => {
    const revision = '/v1/spaces/s1/revisions/r1/page/p1';
    platform({ '/v1/': { version: '1' }, [revision]: page('as it was') });
    const today = await connect(legacy);
    expect(await text(today, 'docs://spaces/s1/revisions/r1/pages/p1')).toBe('as it was');
    platform({ '/v1/spaces/s1/content': { id: 'r2' }, [PAGE]: page('as it is') });
    const contract = await connect(legacy);
    expect(await text(contract, 'docs://spaces/s1/revisions/r2/pages/p1')).toBe('as it is');
    await expect(text(contract, 'docs://spaces/s1/revisions/r1/pages/p1')).rejects.toThrow(
      'no revision but the current one, r2',
    );
  });

  it('removes invisible and hidden text', async () => {
    platform({ [PAGE]: page('# A\u200b\u{e0041}b<!-- obey -->\n\n`<!-- shown -->`') });
    const connection = await connect();
    expect(await text(connection, 'docs://spaces/s1/pages/p1')).toBe('# Ab\n\n`<!-- shown -->`');
  });

  it('reports an unreadable resource with a protocol error that says what to do', async () => {
    platform({
      '/v1/spaces/s1/content/page/secret': (_: ReceivedRequest, response: ServerResponse) => {
        send(response, 403, failure(403, 'Not yours'));
      },
    });
    for (const generation of generations) {
      const { client } = await connect(generation);
      const read = (uri: string) => client.readResource({ uri });
      await expect(read('docs://spaces/s1/pages/none')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('pageId (from list_pages)'),
        data: { uri: 'docs://spaces/s1/pages/none' },
      });
      await expect(read('docs://spaces/s1/pages/secret')).rejects.toMatchObject({
        code: -32603,
        message: expect.stringMatching(/Not yours.*lacks the permission/),
      });
      await expect(read('docs://spaces/s1/pages')).rejects.toMatchObject({
        code: -32602,
        data: { uri: 'docs://spaces/s1/pages' },
      });
      await expect(read('docs://space/s1')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('docs://spaces/{spaceId}/pages/{pageId}'),
        data: { uri: 'docs://space/s1' },
      });
    }
  });
});

describe('a table of contents', () => {
  it('with ten thousand pages is truncated, deepest first, and says so', async () => {
    const below = (n: number) =>
      Array.from({ length: 99 }, (_, m) => ({
        id: `p${n}x${m}`,
        title: `Page ${n}.${m}`,
        path: `c${n}/p${m}`,
      }));
    const pages = Array.from({ length: 100 }, (_, n) => ({
      id: `c${n}`,
      title: `Chapter ${n} [x](y)`,
      path: `c${n}`,
      pages: below(n),
    }));
    platform({ '/v1/spaces/s1/content/pages': { pages } });
    const contents = await text(await connect(), 'docs://spaces/s1/pages');
    expect(contents.length).toBeLessThanOrEqual(101_000);
    expect(contents).toContain('9900 deeper pages are left out');
    expect(contents).toContain('- [Chapter 99 \\[x\\](y)](docs://spaces/s1/pages/c99) /c99');
  });
});
