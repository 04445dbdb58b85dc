import { describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { run } from '../support/program.ts';
import { refusalOf } from '../support/refusal.ts';

/** The list depends on no platform, so none is started. */
const env = { DOCS_PLATFORM_URL: 'http://127.0.0.1:9', DOCS_PLATFORM_TOKEN: 'secret' };
const api = ['--api', 'contract'];

describe.each(linkedClient('2025'))('selection of tools with $name', (generation) => {
  const listed = async (...args: string[]) => {
    const connection = await generation.stdio({ args: [...api, ...args], env });
    const { tools } = await connection.client.listTools();
    await connection.close();
    return tools.map(({ name }) => name);
  };

  it('lists the default toolset, at most 40 tools, in the same order each time', async () => {
    const names = await listed();
    expect(names.length).toBeLessThanOrEqual(40);
    expect(names).toEqual(
      expect.arrayContaining([
        'get_page',
        'search_organization',
        'ask_organization',
        'edit_change_request_content',
        'merge_change_request',
        'find_operations',
        'preview_operation',
      ]),
    );
    expect(names).not.toContain('delete_collection');
    expect(new Set(names).size).toBe(names.length);
    expect(await listed()).toEqual(names);
  });

  it('lists everything with all', async () => {
    const names = await listed('--toolsets', 'all');
    expect(names).toEqual(expect.arrayContaining(['delete_collection', 'audit_links']));
  });

  it('lists three tools in discovery mode', async () => {
    const three = ['find_operations', 'read_operation', 'write_operation'];
    expect(await listed('--tools-mode', 'discovery')).toEqual(three);
    expect(await listed('--tools-mode', 'discovery', '--toolsets', 'all')).toEqual(three);
  });

  it('adds single tools to toolsets', async () => {
    const names = await listed('--toolsets', 'teams', '--tools', 'get_page');
    expect(names.toSorted()).toEqual([
      'add_team_member',
      'get_page',
      'list_team_members',
      'remove_team_member',
      'update_team_members',
    ]);
  });

  it('lets exclusion override single tools and toolsets', async () => {
    const names = await listed(
      ...['--toolsets', 'teams', '--tools', 'get_page'],
      ...['--exclude-tools', 'get_page,add_team_member'],
    );
    expect(names.toSorted()).toEqual([
      'list_team_members',
      'remove_team_member',
      'update_team_members',
    ]);
  });

  it('lets read-only override everything', async () => {
    expect(
      await listed('--toolsets', 'teams', '--tools', 'merge_change_request', '--read-only'),
    ).toEqual(['list_team_members']);
    const discovery = await listed('--tools-mode', 'discovery', '--read-only');
    expect(discovery).toEqual(['find_operations', 'read_operation']);
  });

  it('leaves no way around exclusion and read-only', async () => {
    const connection = await generation.stdio({
      args: [...api, '--exclude-tools', 'get_page', '--read-only'],
      env,
    });
    for (const name of ['get_page', 'create_change_request']) {
      const args = { name, arguments: {} };
      const refused = await connection.call('read_operation', args);
      expect(refused.content[0]?.text).toContain(`There is no operation "${name}" here`);
      await expect(connection.call(name, {})).rejects.toMatchObject({ code: -32602 });
    }
    await expect(connection.call('write_operation', {})).rejects.toMatchObject({ code: -32602 });
    const { operations } = await connection.facts('find_operations', { query: 'merge' });
    for (const { listed, effect } of operations as { listed?: true; effect?: string }[]) {
      expect(listed || effect === 'read').toBe(true);
    }
    await connection.close();
  });
});

describe('an unknown name in a selection', () => {
  it.each([
    ['--toolsets', 'chang-requests', 'There is no toolset "chang-requests"', 'change-requests'],
    ['--tools', 'get_pages', 'There is no tool "get_pages"', 'get_page'],
    ['--exclude-tools', 'delete_colection', 'There is no tool', 'delete_collection'],
    ['--tools-mode', 'quick', '--tools-mode must be one of', 'typed, discovery'],
    ['--confirm', 'sometimes', '--confirm must be one of', 'auto, always, never'],
  ])('%s %s stops the start', async (flag, value, problem, hint) => {
    const { code, stderr } = await refusalOf([flag, value]);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).toContain(hint);
  });

  it('stops the start when it comes from the environment', async () => {
    const { code, stdout, stderr } = await run([], { DOCS_PLATFORM_TOOLSETS: 'default,site' });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/no toolset "site"; did you mean sites\?/);
  });
});
