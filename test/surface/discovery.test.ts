import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const page = { spaceId: 's1', pageId: 'p1' };
const merge = { spaceId: 's1', changeRequestId: 'cr1' };
const reads = {
  '/v1/spaces/s1/content/page/p1': { id: 'p1', title: 'Retries' },
  '/v1/spaces/s1/change-requests/cr1': { id: 'cr1', subject: 'Explain triage', revision: 'r1' },
  '/v1/collections/c1': { id: 'c1', title: 'Product documentation' },
};

interface Found {
  name: string;
  summary: string;
  effect: string;
  inputSchema: { type: string; required?: string[] };
}

describe.each(linkedClient('2026'))('discovery with $name', (generation) => {
  let server: ScriptedServer;

  beforeAll(async () => {
    server = await startScripted(generation, { args: ['--toolsets', 'all'], reads });
  });

  afterAll(() => server.close());

  it('finds at most five operations and only names listed ones', async () => {
    const { operations } = await server.facts('find_operations', { query: 'merge a pull request' });
    const found = operations as Found[];
    expect(found.length).toBeLessThanOrEqual(5);
    expect(found[0]).toEqual({ name: 'merge_change_request', listed: true });
    const teams = await server.facts('find_operations', { query: 'add', toolset: 'teams' });
    expect((teams.operations as Found[])[0]?.name).toBe('add_team_member');
    expect(server.requests()).toEqual([]);
  });

  it('shows effect and input schema of unlisted ones, or only names and summaries', async () => {
    const few = await generation.stdio({ args: ['--tools-mode', 'discovery'] });
    const query = 'merge a pull request';
    const { operations } = await few.facts('find_operations', { query, limit: 2 });
    const found = operations as Found[];
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      name: 'merge_change_request',
      effect: 'update',
      inputSchema: { type: 'object', required: ['spaceId', 'changeRequestId'] },
    });
    for (const { summary, inputSchema } of found) {
      expect(summary).toMatch(/\.$/);
      expect(inputSchema.type).toBe('object');
    }
    const names = await few.facts('find_operations', { query, limit: 1, names: true });
    expect(names.operations).toEqual([
      { name: 'merge_change_request', summary: expect.stringMatching(/\.$/) },
    ]);
    await few.close();
  });

  it('answers several questions at once, and shows each operation once', async () => {
    const queries = ['make a share link', 'create_collection please', 'create_collection'];
    const { answers } = await server.facts('find_operations', { queries, limit: 1 });
    expect(answers).toEqual([
      { query: queries[0], operations: [{ name: 'create_share_link', listed: true }] },
      { query: queries[1], operations: [{ name: 'create_collection', listed: true }] },
      { query: queries[2], operations: [{ name: 'create_collection' }] },
    ]);
    const { isError, text } = await server.say('find_operations', { query: 'a', queries });
    expect([isError, text]).toEqual([true, expect.stringContaining('exactly one of query')]);
  });

  it('lists a whole toolset by names', async () => {
    const { operations } = await server.facts('find_operations', { toolset: 'share-links' });
    expect(operations).toEqual([
      { name: 'list_share_links', listed: true },
      { name: 'create_share_link', listed: true },
      { name: 'delete_share_link', listed: true },
      { name: 'update_share_link', listed: true },
    ]);
    const { isError, text } = await server.say('find_operations', {});
    expect([isError, text]).toEqual([true, expect.stringContaining('exactly one of query')]);
  });

  it('reads with read_operation and writes with write_operation, never the other way round', async () => {
    await server.facts('read_operation', { name: 'get_page', arguments: page });
    expect(server.requests()).toEqual(['GET /v1/spaces/s1/content/page/p1']);
    const update = { collectionId: 'c1', title: 'Docs' };
    expect(
      await server.say('read_operation', { name: 'update_collection', arguments: update }),
    ).toEqual({
      isError: true,
      text: 'update_collection writes (update); call it with write_operation.',
    });
    expect(await server.say('write_operation', { name: 'get_page', arguments: page })).toEqual({
      isError: true,
      text: 'get_page only reads; call it with read_operation.',
    });
    expect(server.requests()).toEqual([]);
    await server.call('write_operation', { name: 'update_collection', arguments: update });
    expect(server.writes()).toEqual(['PATCH /v1/collections/c1']);
  });

  it('names the nearest operation for an unknown one', async () => {
    const { isError, text } = await server.say('read_operation', { name: 'get_pages' });
    expect(isError).toBe(true);
    expect(text).toContain('There is no operation "get_pages" here; did you mean get_page?');
  });

  it.each([
    ['read_operation', 'get_page', { spaceId: 's1', colour: 'p1' }],
    ['read_operation', 'get_page', {}],
    ['write_operation', 'create_change_request', { spaceId: 's1', subject: 'x'.repeat(101) }],
    [
      'write_operation',
      'edit_change_request_content',
      { ...merge, changes: [{ operation: 'go' }] },
    ],
    [
      'write_operation',
      'edit_change_request_content',
      { ...merge, changes: [{ operation: 'update_page' }] },
    ],
  ])('%s reports bad arguments exactly like %s', async (way, name, args) => {
    const direct = await server.say(name, args);
    expect(direct).toMatchObject({ isError: true, text: expect.stringContaining(name) });
    expect(direct.text).toContain('nothing was sent');
    expect(await server.say(way, { name, arguments: args })).toEqual(direct);
    expect(await server.say('preview_operation', { name, arguments: args })).toEqual(direct);
    expect(server.requests()).toEqual([]);
  });

  it('previews what would be sent and deleted, and sends only reads', async () => {
    const update = { collectionId: 'c1', title: 'Docs' };
    const preview = (name: string, args: object) =>
      server.facts('preview_operation', { name, arguments: args });
    expect(await preview('update_collection', update)).toEqual({
      preview: true,
      tool: 'update_collection',
      effect: 'update',
      method: 'PATCH',
      path: '/v1/collections/c1',
      query: expect.anything(),
      body: { title: 'Docs' },
      note: 'Nothing was sent.',
    });
    expect(server.requests()).toEqual([]);
    expect(await preview('delete_collection', { collectionId: 'c1' })).toMatchObject({
      method: 'DELETE',
      path: '/v1/collections/c1',
      destroys: { id: 'c1', title: 'Product documentation' },
    });
    expect(server.requests().sort()).toEqual([
      'GET /v1/collections/c1',
      'GET /v1/collections/c1/spaces',
    ]);
  });

  it('a dry run shows every write and sends none', async () => {
    const dry = await startScripted(generation, {
      args: ['--toolsets', 'all', '--dry-run'],
      reads,
      person: () => 'accept',
    });
    expect(await dry.facts('merge_change_request', merge)).toMatchObject({
      preview: true,
      method: 'POST',
      path: '/v1/spaces/s1/change-requests/cr1/merge',
      destroys: { id: 'cr1', title: 'Explain triage' },
    });
    const subject = { spaceId: 's1', subject: 'Mend a typo' };
    const created = { name: 'create_change_request', arguments: subject };
    expect(await dry.facts('write_operation', created)).toMatchObject({
      preview: true,
      body: { subject: 'Mend a typo' },
    });
    const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: 'Text' } }];
    expect(
      await dry.facts('open_change_request_with_edits', { ...subject, changes }),
    ).toMatchObject({ preview: true, tool: 'open_change_request_with_edits' });
    expect(dry.writes()).toEqual([]);
    await dry.facts('get_page', page);
    expect(dry.requests()).toEqual(['GET /v1/spaces/s1/content/page/p1']);
    await dry.close();
  });
});
