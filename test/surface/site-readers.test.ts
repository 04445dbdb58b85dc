import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const ROADMAP = 'Internal Roadmap';
const [client] = linkedClient('2026');

describe.each([
  ['contract', 'the site is not published'],
  ['current', 'the site is not published; publish_site does that'],
] as const)('the readers of what is put on a site, on the profile %s', (profile, unpublished) => {
  let platform: TestPlatform;
  let connection: McpConnection;

  beforeAll(async () => {
    platform = await startTestPlatform({ profile });
    connection = await client.stdio({
      args: ['--toolsets', 'all', '--confirm', 'never'],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
    });
  });

  afterAll(async () => {
    await connection.close();
    await platform.close();
  });

  const onDemoSite = { siteId: 'Northwind Docs', organizationId: 'Northwind' };

  it('a new section reports its readers, its address and the share link in it', async () => {
    const link = { ...onDemoSite, name: 'Resellers' };
    const { id } = await connection.facts('create_share_link', link);
    const args = { ...onDemoSite, spaceId: ROADMAP, title: 'Roadmap' };
    const { readers, path } = await connection.facts('create_site_section', args);
    // The address contains it.
    expect(path).toBeUndefined();
    expect(readers).toEqual({
      live: true,
      who: 'holders of a share link',
      at: expect.stringMatching(/\/docs\/orgNorthwind00000001\/northwind\/\w{20}\/roadmap$/),
      link: 'Resellers',
    });
    const { at } = readers as { at: string };
    // The platform moves the key from the address into a cookie.
    const opened = await fetch(at, { redirect: 'manual' });
    const cookie = opened.headers.getSetCookie().map((one) => one.split(';')[0]);
    const page = await fetch(new URL(opened.headers.get('location') ?? '', at), {
      headers: { cookie: cookie.join('; ') },
    });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Roadmap')]);
    await connection.facts('delete_share_link', { ...onDemoSite, shareLinkId: id });
  });

  it.each(['create_site_section', 'add_space_to_site'])(
    '%s says where the site already shows a space',
    async (tool) => {
      const args = { ...onDemoSite, spaceId: 'Operations Handbook' };
      const { isError, content } = await connection.call(tool, args);
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(
        /^The site shows this space already, as \w+ at the path operations-handbook in the section <untrusted-(\d+) title>Operations<\/untrusted-\1> \(\w+\)\. Nothing was changed\.$/,
      );
    },
  );

  it('a new share link shows what its holders can read', async () => {
    const link = await connection.facts('create_share_link', { ...onDemoSite, name: 'Auditors' });
    expect(link.opens).toEqual({ sections: 3, conditional: ['Operations'] });
  });

  it('parts of an unpublished site say what is missing', async () => {
    await connection.facts('create_site', {
      organizationId: 'Northwind',
      title: 'Another site',
      spaces: ['Developer Guide'],
    });
    const siteId = 'Another site';
    const added = await connection.facts('add_space_to_site', { siteId, spaceId: ROADMAP });
    expect(added.readers).toEqual({ live: false, because: unpublished });
    const link = await connection.facts('create_share_link', { siteId, name: 'Auditors' });
    expect(link.opens).toEqual({
      live: false,
      because: unpublished,
      spaces: 2,
    });
  });

  it('a share link of a public site says that it changes nothing', async () => {
    await connection.facts('update_site', { ...onDemoSite, visibility: 'public' });
    const link = await connection.facts('create_share_link', { ...onDemoSite, name: 'Nobody' });
    expect(link.opens).toMatchObject({
      note: 'no effect: the site needs no share link',
    });
  });

  it('leaves out what excluded tools would reveal', async () => {
    const excluded = await client.stdio({
      args: [
        ...['--toolsets', 'all', '--confirm', 'never'],
        ...['--exclude-tools', 'list_site_sections,list_share_links'],
      ],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
    });
    const siteId = 'Northwind Docs';
    await excluded.facts('update_site', { siteId, visibility: 'share-link' });
    const link = await excluded.facts('create_share_link', { siteId, name: 'Few' });
    const args = { siteId, spaceId: 'Developer Guide' };
    const taken = await excluded.call('create_site_section', args);
    const { items } = await excluded.facts('list_site_spaces', { siteId });
    const roadmap = (items as { id: string; title: string }[]).find((one) => one.title === ROADMAP);
    await excluded.facts('remove_space_from_site', { siteId, siteSpaceId: roadmap?.id });
    const added = await excluded.facts('add_space_to_site', { siteId, spaceId: ROADMAP });
    await excluded.close();
    expect(link.opens).toBeUndefined();
    expect(taken.content[0]?.text).toMatch(
      /^The site shows this space already, as \w+ at the path developer-guide\. Nothing was changed\.$/,
    );
    expect(added.readers).toEqual({ live: true, who: 'holders of a share link' });
  });

  it('a preview names its target and says why a person is asked', async () => {
    const args = { ...onDemoSite, spaceId: ROADMAP };
    const preview = await connection.facts('preview_operation', {
      name: 'create_site_section',
      arguments: args,
    });
    expect(preview).toMatchObject({
      path: expect.stringMatching(/^\/v1\/orgs\/orgNorthwind00000001\/sites\/\w{20}\/sections$/),
      on: { title: 'Northwind Docs' },
      because: 'Readers of the site will be able to read the space.',
    });
    expect(preview).not.toHaveProperty('destroys');
  });
});
