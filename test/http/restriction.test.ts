import { describe, expect, test } from 'vitest';
import { generations } from '../support/clients.ts';
import { json } from '../support/upstream.ts';
import { call, posted } from './requests.ts';
import { serverForAll, startServer } from './server.ts';

const ours = serverForAll();

const LIST = { id: 1, method: 'tools/list' };

interface Listed {
  name: string;
  annotations: { readOnlyHint: boolean };
}

/** The tools that a caller sees who restricts them with these headers. */
async function listed(headers: Record<string, string>, path?: string): Promise<Listed[]> {
  const sent = posted('modern', LIST, { authorization: 'Bearer one', ...headers });
  const { status, body } = await ours.server.send({ ...sent, ...(path && { path }) });
  expect(status).toBe(200);
  return (JSON.parse(body) as { result: { tools: Listed[] } }).result.tools;
}

const names = (tools: Listed[]) => tools.map(({ name }) => name).toSorted();

describe('the restriction of a request', () => {
  test('is a selection of toolsets and tools', async () => {
    expect(names(await listed({ 'x-mcp-tools': 'get_page, get_site' }))).toEqual([
      'get_page',
      'get_site',
    ]);
    expect(
      names(
        await listed({ 'x-mcp-toolsets': 'teams', 'x-mcp-exclude-tools': 'remove_team_member' }),
      ),
    ).toEqual(['add_team_member', 'list_team_members', 'update_team_members']);
  });

  test.each(['get_page', 'get_site'])('is that of its own request: excludes %s', async (tool) => {
    const tools = { 'x-mcp-tools': 'get_page, get_site' };
    const others = ['get_page', 'get_site'].filter((name) => name !== tool);
    expect(names(await listed({ ...tools, 'x-mcp-exclude-tools': tool }))).toEqual(others);
  });

  test.each([
    [{ 'x-mcp-readonly': 'true' }, undefined],
    [{ 'X-MCP-Readonly': '1' }, undefined],
    [{}, '/mcp/readonly'],
    [{ 'x-mcp-toolsets': 'all', 'x-mcp-readonly': 'false' }, '/mcp/readonly?x=y'],
  ])('can be read-only (%j, %s)', async (headers, path) => {
    const tools = await listed(headers, path);
    expect(names(tools)).toContain('get_page');
    expect(names(tools)).not.toContain('write_operation');
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  });

  test('is nothing if it is empty or false', async () => {
    const all = names(await listed({}));
    const empty = { 'x-mcp-toolsets': '', 'x-mcp-tools': ' , ', 'x-mcp-readonly': 'false' };
    expect(names(await listed(empty))).toEqual(all);
    expect(all).toContain('merge_change_request');
  });

  test.each([
    [{ 'x-mcp-toolsets': 'reviws' }, 'There is no toolset "reviws"; did you mean reviews?'],
    [{ 'x-mcp-tools': 'get_pages' }, 'There is no tool "get_pages"; did you mean get_page?'],
    [{ 'x-mcp-exclude-tools': 'delete_sites' }, 'did you mean delete_site?'],
    [{ 'x-mcp-readonly': 'maybe' }, 'X-MCP-Readonly is true or false'],
  ])('is refused for unknown names (%j)', async (headers, message) => {
    const sent = posted('modern', LIST, { authorization: 'Bearer one', ...headers });
    const { status, body } = await ours.server.send(sent);
    expect(status).toBe(400);
    expect((JSON.parse(body) as { error: { message: string } }).error.message).toContain(message);
  });

  test('applies to all ways of calling a tool, and to this request alone', async () => {
    ours.upstream.answer(json(200, { items: [] }));
    ours.upstream.received.length = 0;
    const send = (message: ReturnType<typeof call>, headers = {}) =>
      ours.server.send(posted('modern', message, { authorization: 'Bearer one', ...headers }));
    const direct = call('delete_change_request', {});
    const create = call('create_collection', { organizationId: 'o', title: 't' });
    const through = call('write_operation', {
      name: 'create_collection',
      arguments: { organizationId: 'o', title: 't' },
    });
    const readOnly = { 'x-mcp-readonly': 'true' };
    for (const message of [direct, create, through]) {
      expect((await send(message, readOnly)).body).toContain('"code":-32602');
    }
    const excluded = await send(through, { 'x-mcp-exclude-tools': 'create_collection' });
    expect(excluded.body).toContain('There is no operation \\"create_collection\\" here');
    expect(ours.upstream.received).toEqual([]);
    await send(through);
    expect(ours.upstream.received).toHaveLength(1);
  });
});

test('never overrides the operator', async () => {
  const strict = await startServer(
    ours.upstream.url,
    {},
    { readOnly: true, excludeTools: ['get_page'] },
  );
  const asked = {
    authorization: 'Bearer one',
    'x-mcp-toolsets': 'all',
    'x-mcp-tools': 'get_page,merge_change_request',
    'x-mcp-readonly': 'false',
  };
  const { body } = await strict.send(posted('modern', LIST, asked));
  const { tools } = (JSON.parse(body) as { result: { tools: Listed[] } }).result;
  expect(names(tools)).not.toContain('get_page');
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  await strict.close();
});

test.each(generations)('$name sees what it requests', async (generation) => {
  const connection = await generation.http(ours.server.url, 'one', { 'X-MCP-Tools': 'get_page' });
  const { tools } = await connection.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['get_page']);
  await connection.close();
  const reader = await generation.http(`${ours.server.url}/readonly`, 'one');
  const shown = await reader.client.listTools();
  expect(shown.tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await reader.close();
});
