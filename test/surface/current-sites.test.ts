import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSite, idOf, newSite } from '../../platform/test/sites/support.ts';
import { startTestPlatform, type TestPlatform } from '../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const ORGANIZATION = 'orgNorthwind00000001';
const DEV_GUIDE = 'spaceDevGuide0000001';

describe.each(linkedClient('2026'))(
  'tools for sites on the current service, with $name',
  (generation) => {
    let platform: TestPlatform;
    let connection: McpConnection;
    let site: { organizationId: string; siteId: string };

    beforeAll(async () => {
      platform = await startTestPlatform({ profile: 'current' });
      const path = await demoSite(platform.admin);
      site = { organizationId: ORGANIZATION, siteId: path.slice(path.lastIndexOf('/') + 1) };
      connection = await generation.stdio({
        args: ['serve', '--toolsets', 'all', '--confirm', 'never', '--api', 'auto'],
        env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
      });
    });

    afterAll(async () => {
      await connection.close();
      await platform.close();
    });

    const facts: McpConnection['facts'] = (name, args) => connection.facts(name, args);

    it.each(['Retries and backoff', 'guides/retries', 'kmBr', '~kmBr'])(
      'set a redirect to the page %s of one of their spaces',
      async (pageId) => {
        const [siteSpace] = (await facts('list_site_spaces', site)).items as { id: string }[];
        const created = await connection.call('create_site_redirect', {
          ...{ ...site, source: `/to/${encodeURIComponent(pageId)}` },
          destination: { kind: 'site-page', siteSpaceId: siteSpace?.id, pageId },
        });
        expect(created.isError, JSON.stringify(created.content)).toBeFalsy();
        const { items } = await facts('list_site_redirects', { ...site, fields: ['*'] });
        expect(JSON.stringify(items)).toContain('kmBrcfIkSeuVCGDS9fXr');
      },
    );

    it('set redirects of which one fails, and find the others', async () => {
      const destination = { kind: 'path', spaceId: DEV_GUIDE, path: 'guides/retries' };
      const { structuredContent, isError, content } = await connection.call('set_site_redirects', {
        ...site,
        redirects: [
          { source: '/retry', destination },
          { source: '/lost', destination: { ...destination, path: 'guides/nowhere' } },
          { source: '/later', destination, intent: 'draft' },
        ],
      });
      expect(isError).toBe(true);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
      expect(structuredContent).toMatchObject({
        failed:
          '1 of 3 items failed. /lost: destination.path: the site has no page guides/nowhere in this space. Done, so not to be repeated: /retry (created); /later (draft) (created).',
        results: [
          { status: 'created', source: '/retry' },
          {
            status: 'error',
            source: '/lost',
            error: 'destination.path: the site has no page guides/nowhere in this space',
          },
          { status: 'created', source: '/later' },
        ],
      });
      const found = await facts('get_site_redirect_by_source', { ...site, source: '/retry' });
      expect(found).toMatchObject({
        target: `${platform.url}/docs/${ORGANIZATION}/northwind/developers/developer-guide/guides/retries`,
      });
      const { items } = await facts('list_site_redirects', { ...site, draft: true });
      expect(items).toMatchObject([{ source: '/later' }]);
      const [draft] = items as { id: string }[];
      await facts('delete_site_redirect', { ...site, siteRedirectId: draft?.id });
      expect(await facts('list_site_redirects', { ...site, draft: true })).toMatchObject({
        items: [],
      });
    });

    it('search a site and ask it', async () => {
      const { items } = await facts('search_site', { ...site, query: 'retries', fields: ['*'] });
      const [{ pages = [] } = {}] = items as { pages?: object[] }[];
      expect(pages[0]).toMatchObject({
        title: 'Retries and backoff',
        path: 'guides/retries',
        rank: 1,
        description: expect.stringContaining('What happens when a delivery fails'),
      });
      const question = 'How many delivery attempts does a message get?';
      const asked = await facts('ask_site', { ...site, question, format: 'markdown' });
      expect(JSON.stringify(asked)).toContain('Retries and backoff');
      const { questions } = await facts('stream_site_recommended_questions', site);
      expect(questions).toHaveLength(5);
    });

    it('change the structure of a site', async () => {
      const path = await newSite(platform.admin, { title: 'Docs', spaces: [DEV_GUIDE] });
      const own = { ...site, siteId: path.slice(path.lastIndexOf('/') + 1) };
      const handbook = { ...own, spaceId: 'spaceOpsHandbook0001', title: 'Handbook' };
      const { id: siteSectionId } = await facts('create_site_section', handbook);
      const { id: group } = await facts('create_site_section_group', { ...own, title: 'Internal' });
      await facts('set_site_section_group', { ...own, siteSectionId, siteSectionGroupId: group });
      await facts('create_site_external_link', {
        ...own,
        title: 'Status',
        url: 'https://example.com',
      });
      await facts('sort_site_structure', {
        ...own,
        item: { type: 'site-section-group', id: group },
        position: {
          before: {
            type: 'site-section',
            id: await idOf(platform.admin, `${path}/sections`, 'Developer Guide'),
          },
        },
      });
      expect(await facts('get_site_structure', own)).toMatchObject({
        structure: [
          { title: 'Internal', children: [{ title: 'Handbook' }] },
          { title: 'Developer Guide' },
          { title: 'Status' },
        ],
      });
      expect(await facts('publish_site', own)).toMatchObject({ published: true });
      expect(await facts('unpublish_site', own)).toMatchObject({ published: false });
      expect(await facts('get_site_preview', own)).toMatchObject({
        url: expect.stringContaining('?preview='),
      });
    });

    it('grant access, and revoke it', async () => {
      const { organizationId } = site;
      const spaceId = 'spaceRoadmap00000001';
      const { id: teamId } = await facts('create_team', {
        organizationId,
        title: 'Writers',
        members: ['userTomas00000000001'],
      });
      await facts('remove_user_from_space', { spaceId, userId: 'userTomas00000000001' });
      await facts('invite_to_space', { spaceId, teams: [teamId], role: 'review' });
      const who = await facts('list_space_permissions', { spaceId, role: 'review' });
      expect(who).toMatchObject({ items: [{ user: { displayName: 'Tomás Okafor' } }] });
      await facts('delete_team', { organizationId, teamId });
      expect(await facts('list_space_permissions', { spaceId, role: 'review' })).toMatchObject({
        items: [],
      });
    });

    it('publish a specification and read it as it was uploaded', async () => {
      const spec = { organizationId: ORGANIZATION, specSlug: 'northwind-queue' };
      await facts('update_openapi_spec', { ...spec, visibility: 'public' });
      expect(await facts('get_openapi_spec', spec)).toMatchObject({ visibility: 'public' });
      const source = await facts('get_latest_openapi_source', spec);
      expect(JSON.stringify(source)).toContain('openapi: 3.1.0');
    });
  },
);
