import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../platform/test/support.ts';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { unfenced } from '../support/untrusted.ts';

const OPTIONS = ['--api', 'auto', '--toolsets', 'all', '--confirm', 'never'];

const organizationId = 'orgNorthwind00000001';
const spaceId = 'spaceDevGuide0000001';
const INES = 'userInes000000000001';

/** The fields that these tests read, of any answer. */
interface Facts {
  id: string;
  items: Facts[];
  changes: { type: string }[];
  title: string;
  markdown: string;
  space: Facts;
  page: Facts;
}

describe.each(linkedClient('2025'))(
  'tools for content on the current service, with $name',
  (generation) => {
    let platform: TestPlatform;
    let connection: McpConnection;

    beforeAll(async () => {
      platform = await startTestPlatform({ profile: 'current' });
      connection = await generation.stdio({
        args: ['serve', ...OPTIONS],
        env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
      });
    });

    afterAll(async () => {
      await connection.close();
      await platform.close();
    });

    const facts = async (name: string, args: Record<string, unknown> = {}) =>
      (await connection.facts(name, args)) as unknown as Facts;

    it('read a page by its path, and resolve an address', async () => {
      const page = await facts('get_page_by_path', {
        spaceId,
        pagePath: 'guides/push',
        format: 'markdown',
      });
      expect(page.title).toBe('Push endpoints');
      expect(unfenced(page.markdown)).toMatch(/^# Push endpoints\n/);
      const url = `${platform.url}/app/s/${spaceId}/guides/push`;
      const found = await facts('find_content_by_url', { url });
      expect([found.space.id, found.page.id]).toEqual([spaceId, page.id]);
    });

    it('take an edit through review to a merge under the rules of the space', async () => {
      const created = await facts('create_space', {
        organizationId,
        title: 'Reviewed',
        empty: true,
      });
      const at = { spaceId: created.id };
      await facts('update_space', {
        ...at,
        mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] },
      });
      const request = await facts('open_change_request_with_edits', {
        ...at,
        subject: 'First page',
        changes: [{ operation: 'insert_page', title: 'First', document: { markdown: 'Words.' } }],
      });
      const { changeRequestId } = request as unknown as { changeRequestId: string };
      const inside = { ...at, changeRequestId };
      const { changes } = await facts('get_change_request_changes', inside);
      expect(changes).toMatchObject([{ type: 'page_created', page: { title: 'First' } }]);
      const [reviewer] = (await facts('list_members', { organizationId, search: 'inês' })).items;
      expect(reviewer?.id).toBe(INES);
      await facts('request_reviewers', { ...inside, users: [INES] });
      expect((await facts('list_requested_reviewers', inside)).items).toMatchObject([
        { user: { id: INES } },
      ]);
      const open = await facts('list_organization_change_requests', {
        organizationId,
        requestedReviewer: INES,
      });
      expect(open.items.map(({ id }) => id)).toEqual([changeRequestId]);
      const refused = await connection.call('merge_change_request', inside);
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain('merge rules of the space');
      await facts('submit_change_request_review', {
        ...inside,
        status: 'approved',
        comment: { markdown: 'Fine.' },
      });
      expect((await facts('list_change_request_reviews', inside)).items).toMatchObject([
        { status: 'approved', outdated: false },
      ]);
      expect(await facts('merge_change_request', inside)).toMatchObject({ result: 'merge' });
    });

    it('copy a space, move it, delete it and restore it', async () => {
      const copy = await facts('duplicate_space', { spaceId });
      await facts('move_space', { spaceId: copy.id, parent: 'collInternal00000001' });
      await facts('delete_space', { spaceId: copy.id });
      const names = async () =>
        (await facts('list_spaces', { organizationId })).items.map(({ title }) => title);
      expect(await names()).not.toContain('Copy of Developer Guide');
      await facts('restore_space', { spaceId: copy.id });
      expect(await names()).toContain('Copy of Developer Guide');
    });

    it('name the successor of an ended operation', async () => {
      const gone = await connection.call('import_content', {
        spaceId,
        source: 'website',
        url: 'https://example.com',
      });
      expect(gone.isError).toBe(true);
      expect(gone.content[0]?.text).toContain('start_import');
    });

    it('reach the embedded platform in the given profile', async () => {
      const embedded = await generation.stdio({
        args: ['serve', '--profile', 'current', ...OPTIONS],
      });
      expect(await embedded.facts('get_current_user')).toMatchObject({
        id: 'userMara000000000001',
      });
      const { id } = await embedded.facts('create_space', { organizationId, title: 'Here' });
      expect(await embedded.facts('get_space', { spaceId: id })).toMatchObject({ title: 'Here' });
      const refused = await embedded.call('list_site_findings', { organizationId, siteId: 'any' });
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain('501');
      await embedded.close();
    });
  },
);
