import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../../platform/test/support.ts';
import { linkedClient, type McpConnection, type Person } from '../../support/clients.ts';
import { shareOf } from '../../support/long-run.ts';

const [generation] = linkedClient('2026');
const spaceId = 'spaceDevGuide0000001';
const OTHER = 'spaceOpsHandbook0001';
const PAGE = 'guides/dead-letters';

interface Done {
  pages: { title: string; outcome: string }[];
  badLinks: object[];
}

describe.each(shareOf(['current', 'contract'] as const))('undoing on the profile %s', (profile) => {
  let platform: TestPlatform;
  let admin: McpConnection;
  let spoilt: string;
  const open: McpConnection[] = [];

  const connected = async (args: string[], person?: Person) => {
    const connection = await generation.stdio({
      args: ['--toolsets', 'all', '--api', profile, ...args],
      env: { DOCS_PLATFORM_URL: platform.url, DOCS_PLATFORM_TOKEN: 'demo-admin-token' },
      ...(person && { person }),
    });
    open.push(connection);
    return connection;
  };

  const merged = async (...changes: object[]) => {
    const { number } = await admin.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'A change', merge: true, changes },
    });
    return String(number);
  };

  const textOf = async () => (await admin.facts('get_page', { spaceId, pageId: PAGE })).markdown;

  const requests = async () => {
    const { items } = await admin.facts('list_change_requests', { spaceId, status: 'draft' });
    return (items as object[]).length;
  };

  beforeAll(async () => {
    platform = await startTestPlatform({ profile });
    admin = await connected(['--confirm', 'never']);
    // The legacy service identifies a change by the change requests that were merged before it.
    await merged({ operation: 'insert_text', page: 'guides/publishing', new: 'First.', at: 'end' });
    spoilt = await merged({ operation: 'insert_text', page: PAGE, new: 'Wrong.', at: 'end' });
  });

  afterEach(async () => {
    const others = open.splice(1);
    await Promise.all(others.map((connection) => connection.close()));
  });

  afterAll(async () => {
    await admin.close();
    await platform.close();
  });

  it('asks a person before it merges, and changes nothing if they decline', async () => {
    const questions: string[] = [];
    const asking = await connected([], (question) => {
      questions.push(question);
      return 'decline';
    });
    const before = await requests();
    const args = { spaceId, changeRequestId: spoilt, merge: true };
    const { isError, content } = await asking.call('restore_page', args);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/declined/)]);
    expect(questions).toEqual([expect.stringMatching(/merges the change request.*live/s)]);
    expect(await requests()).toBe(before);
    expect(await textOf()).toContain('Wrong.');
  });

  it('refuses to merge for a client that cannot ask anybody', async () => {
    const mute = await connected(['--confirm', 'always']);
    const before = await requests();
    const args = { spaceId, changeRequestId: spoilt, merge: true };
    const { isError, content } = await mute.call('restore_page', args);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/confirm/)]);
    expect(await requests()).toBe(before);
    // A draft needs nobody's consent.
    const draft = await mute.facts('restore_page', { spaceId, changeRequestId: spoilt });
    expect(draft.status).toBe('draft');
  });

  it('is not offered by a read-only server', async () => {
    const reading = await connected(['--read-only']);
    const { tools } = await reading.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('restore_page');
    await expect(
      reading.call('restore_page', { spaceId, changeRequestId: spoilt }),
    ).rejects.toThrow(/restore_page/);
  });

  it('stays within the pinned and the allowed spaces', async () => {
    const before = await requests();
    for (const reach of [
      ['--space', OTHER],
      ['--allow-spaces', OTHER],
    ]) {
      const restricted = await connected([...reach, '--confirm', 'never']);
      for (const named of [spaceId, 'Developer Guide']) {
        const { isError, content } = await restricted.call('restore_page', {
          ...{ spaceId: named, changeRequestId: spoilt, merge: true },
        });
        expect([isError, content[0]?.text]).toEqual([
          true,
          expect.stringMatching(
            /outside of what this server may reach|there is no space "Developer Guide"/,
          ),
        ]);
      }
    }
    expect(await requests()).toBe(before);
    expect(await textOf()).toContain('Wrong.');
    const pinned = await connected(['--space', spaceId, '--confirm', 'never']);
    const done = await pinned.facts('restore_page', { changeRequestId: spoilt });
    expect(done).toMatchObject({ status: 'draft', pages: [{ outcome: 'restored' }] });
  });

  it('merges after a person agreed', async () => {
    const asking = await connected([], () => 'accept');
    const args = { spaceId, changeRequestId: spoilt, merge: true };
    expect(await asking.facts('restore_page', args)).toMatchObject({ status: 'merged' });
    expect(await textOf()).not.toContain('Wrong.');
  });

  it('accepts more changes than fit into one edit, and reports the broken links of all', async () => {
    const target = { operation: 'insert_page', title: 'Target', document: { markdown: 'Text.' } };
    await merged(target);
    const link = { operation: 'insert_text', page: 'guides/consuming', at: 'end' };
    await merged({ ...link, new: 'See [the target](/target).' });
    const pages = (from: number) =>
      Array.from({ length: 30 }, (_, at) => ({ ...target, title: `Page ${from + at}` }));
    const edit = (more: object) =>
      admin.facts('open_change_request_with_edits', { spaceId, ...more });
    const draft = await edit({ subject: 'Many', changes: pages(0) });
    const existing = String(draft.number);
    await edit({
      existing,
      changes: [
        { operation: 'update_page', page: 'guides/consuming', document: { markdown: 'Nothing.' } },
        ...pages(30),
      ],
      merge: true,
    });
    await merged({ operation: 'delete_page', page: 'target' });
    const done = await admin.facts('restore_page', { spaceId, changeRequestId: existing });
    const { pages: restored, badLinks } = done as unknown as Done;
    const [first, ...others] = restored.map(({ title, outcome }) => `${title}: ${outcome}`);
    expect(first).toBe('Consume messages: restored');
    expect(badLinks).toMatchObject([{ title: 'Consume messages', status: 'broken' }]);
    expect(new Set(others)).toEqual(
      new Set(Array.from({ length: 60 }, (_, at) => `Page ${at}: deleted`)),
    );
  }, 60_000);
});
