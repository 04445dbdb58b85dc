import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient } from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const space = 'spaceDevGuide0000001';
const [generation] = linkedClient('2025');

describe('names on a restricted server', () => {
  it('names nothing that a search did not find', async () => {
    const { facts, close } = await generation.stdio({
      args: ['--profile', 'current', '--toolsets', 'all', '--allow-spaces', space],
    });
    const sites = await facts('list_sites', { organizationId: 'Northwind', title: 'zzz' });
    expect(sites).not.toHaveProperty('there');
    await close();
  });

  it('checks ids, and offers nothing outside as a candidate', async () => {
    const connection = await generation.stdio({ args: ['--allow-spaces', space] });
    const read = (spaceId: string) => connection.call('list_pages', { spaceId });
    expect((await read('Developer Guide')).isError).toBeFalsy();
    for (const other of [
      'Operations Handbook',
      `https://app.gitbook.com/o/x/s/spaceOpsHandbook0001/`,
    ]) {
      const { isError, content } = await read(other);
      expect(isError).toBe(true);
      expect(content[0]?.text).not.toContain('"Operations Handbook" in');
    }
    const context = await connection.facts('get_context');
    expect(JSON.stringify(context)).not.toContain('Handbook');
    expect(context.allowedSpaces).toEqual([space]);
    await connection.close();
  });

  it('resolves a one-word title to an object within reach', async () => {
    const server = await startScripted(generation, {
      args: ['--allow-spaces', 's1'],
      reads: {
        '/v1/orgs': { items: [{ id: 'o1', title: 'Northwind' }] },
        '/v1/orgs/o1/collections': { items: [{ id: 'c1', title: 'Products' }] },
        '/v1/collections/c1/spaces': {
          items: ['Handbook', 'Roadmap'].map((title, index) => ({ id: `s${index + 1}`, title })),
        },
        '/v1/spaces/s1/content/pages': { pages: [{ id: 'p1', title: 'Leave', path: 'leave' }] },
      },
    });
    const { outline } = await server.facts('list_pages', { spaceId: 'Handbook' });
    expect(outline).toBe('Leave (p1)');
    const { text, isError } = await server.say('list_pages', { spaceId: 'Roadmap' });
    expect(isError).toBe(true);
    expect(text).toContain('is outside of what this server may reach');
    await server.close();
  });

  it('resolves titles of one word in edits', async () => {
    const connection = await generation.stdio({});
    const { pages } = await connection.facts('open_change_request_with_edits', {
      spaceId: 'Developer Guide',
      subject: 'Quickstart to the end',
      changes: [{ operation: 'update_page', page: 'quickstart', into: 'Guides' }],
    });
    expect(pages).toMatchObject([{ title: 'Quickstart', outcome: 'moved, text unchanged' }]);
    await connection.close();
  });

  it('reads nothing below objects that are out of reach to resolve a name', async () => {
    const connection = await generation.stdio({ args: ['--allow-spaces', space] });
    const handbook = 'spaceOpsHandbook0001';
    for (const [tool, below] of [
      ['get_page', { pageId: 'No such page' }],
      ['get_change_request', { changeRequestId: 'No such change request' }],
    ] as const) {
      const { isError, content } = await connection.call(tool, { spaceId: handbook, ...below });
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain('is outside of what this server may reach');
      expect(content[0]?.text).not.toContain('There are');
    }
    await connection.close();
  });

  it('resolves no name through an excluded list, and says which list that is', async () => {
    const closed = ['list_pages', 'list_teams', 'list_collections'];
    const connection = await generation.stdio({
      args: ['--exclude-tools', closed.join(','), '--profile', 'current', '--toolsets', 'all'],
    });
    for (const [tool, args, list] of [
      ['get_page', { spaceId: space, pageId: 'Retries and backoff' }, 'list_pages'],
      ['get_team', { organizationId: 'Northwind', teamId: 'Docs team' }, 'list_teams'],
    ] as const) {
      const { isError, content } = await connection.call(tool, args);
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(`${list}, which finds it by name, is not offered`);
    }
    const context = await connection.facts('get_context');
    expect(JSON.stringify(context)).not.toContain('Product documentation');
    expect(context.mayBeIncomplete).toContain(
      'collections of orgNorthwind00000001: list_collections is excluded from this server',
    );
    await connection.close();
  });
});

describe('calls with plain ids', () => {
  let server: ScriptedServer;

  beforeAll(async () => {
    server = await startScripted(generation, {
      reads: {
        '/v1/spaces/s1/content/page/p1': { id: 'p1', title: 'P', path: 'p', markdown: 'x' },
      },
    });
  });
  afterAll(() => server.close());

  it('make no other request', async () => {
    await server.facts('get_page', { spaceId: 's1', pageId: 'p1' });
    expect(server.requests()).toEqual(['GET /v1/spaces/s1/content/page/p1']);
  });

  it.each(['../s1', 's1\u200b', 's1/..', 's1%2f', ' s1'])(
    'send nothing for %j, which is neither an id nor a name',
    async (spaceId) => {
      const { isError } = await server.say('get_page', { spaceId, pageId: 'p1' });
      expect(isError).toBe(true);
      expect(server.requests()).toEqual([]);
    },
  );
});

it.each(['https://app.gitbook.com/o/x/s/spaceDevGuide0000001', 'Developer Guide'])(
  'a list of 9,000 times %j is refused, and nothing is looked up or sent',
  async (name) => {
    const server = await startScripted(generation, { args: ['--toolsets', 'all'] });
    const args = { organizationId: 'o1', title: 'Docs', spaces: Array(9_000).fill(name) };
    expect(await server.say('create_site', args)).toEqual({
      isError: true,
      text: expect.stringContaining('9000 names or addresses are more than the 200'),
    });
    expect(server.requests().filter((request) => !request.startsWith('GET /v1/orgs'))).toEqual([]);
    await server.close();
  },
);

describe('an organization that a site implies', () => {
  it('is looked up again for a possible new site, and not for an impossible one', async () => {
    const server = await startScripted(generation, {
      args: ['--toolsets', 'all'],
      reads: {
        '/v1/orgs': {
          items: ['o1', 'o2'].map((id) => ({
            object: 'organization',
            id,
            title: id,
            type: 'business',
          })),
        },
      },
    });
    const lookups = async (siteId: string) => {
      server.requests();
      expect((await server.say('get_site', { siteId })).isError).toBe(true);
      return server.requests().filter((request) => request === 'GET /v1/orgs').length;
    };
    await lookups('known1');
    expect(await lookups('known2')).toBe(1);
    for (const siteId of ['', '..', 'a\u200bb', 'a?b=c', 'x'.repeat(600)]) {
      expect(await lookups(siteId), siteId).toBe(0);
    }
    await server.close();
  });
});
