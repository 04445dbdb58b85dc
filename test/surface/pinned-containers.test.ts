import { startPlatform } from '@docs-platform-mcp/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const ORGANIZATION = 'orgNorthwind00000001';
const ALLOWED = 'spaceDevGuide0000001';
const [generation] = linkedClient('2025');

interface Listed {
  items: { id: string; title: string }[];
}

const within = { organizationId: ORGANIZATION };

const listed = async (connection: McpConnection, tool: string) =>
  (await connection.facts(tool, within)) as unknown as Listed;

describe.each(['current', 'contract'] as const)('on the %s service', (profile) => {
  let platform: Awaited<ReturnType<typeof startPlatform>>;
  let everything: McpConnection;
  let siteId: string;

  const connect = (...args: string[]) =>
    generation.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never', '--api', profile, ...args],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
    });

  beforeAll(async () => {
    platform = await startPlatform({ profile });
    everything = await connect();
    const site = { ...within, title: 'Secret site', visibility: 'visitor-auth' };
    siteId = String((await everything.facts('create_site', { ...site, type: 'basic' })).id);
  });

  afterAll(async () => {
    await everything.close();
    await platform.close();
  });

  it('--site names no other site', async () => {
    const connection = await connect('--organization', ORGANIZATION, '--site', siteId);
    const { items } = (await connection.facts('list_sites')) as unknown as Listed;
    expect(items.map(({ id }) => id)).toEqual([siteId]);
    await connection.close();
  });

  it.each([
    ['--allow-spaces', ALLOWED],
    ['--space', ALLOWED],
  ])('%s names only collections and sites with an allowed space', async (...args) => {
    const connection = await connect(...args);
    const within = { organizationId: ORGANIZATION };
    const all = await listed(everything, 'list_collections');
    const collections = await listed(connection, 'list_collections');
    const context = JSON.stringify(await connection.call('get_context'));
    const kept = new Set(collections.items.map(({ id }) => id));
    expect(kept.size).toBeGreaterThan(0);
    for (const { id, title } of all.items.filter((one) => !kept.has(one.id))) {
      expect(context).not.toContain(title);
      for (const tool of ['get_collection', 'list_spaces_in_collection']) {
        const refused = await connection.call(tool, { collectionId: id });
        expect(refused.isError, tool).toBe(true);
        expect(JSON.stringify(refused).replaceAll(id, '')).not.toContain(title);
      }
    }
    expect(all.items.length).toBeGreaterThan(kept.size);
    const sites = await listed(connection, 'list_sites');
    expect(sites.items.length).toBeGreaterThan(0);
    expect(JSON.stringify([sites, context])).not.toContain('Secret site');
    expect(context).toContain(sites.items[0]?.title);
    for (const tool of ['get_site', 'list_site_spaces']) {
      const refused = await connection.call(tool, { ...within, siteId });
      expect(refused.isError, tool).toBe(true);
      expect(JSON.stringify(refused)).not.toContain('Secret site');
      const shown = { ...within, siteId: sites.items[0]?.id };
      expect((await connection.call(tool, shown)).isError, tool).toBeFalsy();
    }
    await connection.close();
  });
});

it('does not tell whether an address outside exists', async () => {
  const platform = await startPlatform({ profile: 'current' });
  const connection = await generation.stdio({
    args: ['--toolsets', 'all', '--organization', ORGANIZATION, '--space', ALLOWED],
    env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
  });
  const answers = ['spaceRoadmap00000001', 'spaceNobodyHas000001'].map((space) =>
    connection.call('find_content_by_url', { url: `${platform.url}/app/s/${space}` }),
  );
  const [there, missing] = await Promise.all(answers);
  expect(there).toEqual(missing);
  expect(there?.isError).toBe(true);
  const own = { url: `${platform.url}/app/s/${ALLOWED}` };
  expect((await connection.call('find_content_by_url', own)).isError).toBeFalsy();
  await connection.close();
  await platform.close();
});
