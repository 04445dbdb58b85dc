import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  linkedClient,
  linkedGenerations,
  type McpConnection,
  type Person,
} from '../support/clients.ts';
import { type ScriptedServer, startScripted } from '../support/scripted-server.ts';

const reads = {
  '/v1/collections/c1': { id: 'c1', title: 'Product documentation' },
  '/v1/spaces/s1/change-requests/cr1': {
    id: 'cr1',
    subject: 'Explain triage',
    status: 'open',
    revision: 'r1',
    outdated: false,
  },
  '/v1/spaces/s1/change-requests/cr2': {
    id: 'cr2',
    subject: 'Left behind',
    status: 'open',
    revision: 'r2',
    outdated: true,
  },
  '/v1/spaces/s1/comments/k1': { id: 'k1', body: { markdown: 'Is that measured?' } },
  '/v1/orgs': { items: [{ id: 'o1', title: 'Northwind' }] },
  '/v1/orgs/o1/collections': { items: [{ id: 'c1', title: 'Product documentation' }] },
  '/v1/collections/c1/spaces': { items: [{ id: 's1', title: 'Developer Guide' }] },
};

interface Risk {
  tool: string;
  args: Record<string, unknown>;
  /** What the question must mention. */
  names: string;
  target: string;
  write: string;
}

const git = { url: 'https://git.example.com/docs.git', ref: 'refs/heads/main' };

const risks: Risk[] = [
  {
    tool: 'delete_collection',
    args: { collectionId: 'c1' },
    names: '"Product documentation" (c1)',
    target: 'c1',
    write: 'DELETE /v1/collections/c1',
  },
  {
    tool: 'delete_space_comment',
    args: { spaceId: 's1', commentId: 'k1' },
    names: '"Is that measured?" (k1)',
    target: 'k1',
    write: 'DELETE /v1/spaces/s1/comments/k1',
  },
  {
    tool: 'merge_change_request',
    args: { spaceId: 's1', changeRequestId: 'cr1' },
    names: '"Explain triage" (cr1)',
    target: 'cr1',
    write: 'POST /v1/spaces/s1/change-requests/cr1/merge',
  },
  {
    tool: 'transfer_collection',
    args: { collectionId: 'c1', organization: 'o2' },
    names: '"Product documentation" (c1)',
    target: 'c1',
    write: 'POST /v1/collections/c1/transfer',
  },
  {
    tool: 'export_to_git',
    args: { spaceId: 's1', ...git, commitMessage: 'Publish' },
    names: '"Developer Guide" (s1)',
    target: 's1',
    write: 'POST /v1/spaces/s1/git/export',
  },
  {
    tool: 'import_content',
    args: { spaceId: 's1', url: 'https://example.com/guide', source: 'website' },
    names: '"Developer Guide" (s1)',
    target: 's1',
    write: 'POST /v1/spaces/s1/content/import',
  },
];

let server: ScriptedServer;

describe.each(linkedGenerations)('confirmation with $name', (generation) => {
  const start = async (mode: string, person?: Person) => {
    server = await startScripted(generation, {
      args: ['--toolsets', 'all', '--confirm', mode],
      person,
      reads,
    });
  };

  describe('by a person in auto mode', () => {
    const asked: string[] = [];
    let answer: ReturnType<Person>;

    beforeAll(() =>
      start('auto', (question) => {
        asked.push(question);
        return answer;
      }),
    );

    afterEach(() => {
      asked.length = 0;
    });

    afterAll(() => server.close());

    it.each(risks)(
      'asks about $names for $tool: sends after a yes, not after a no',
      async (risk) => {
        const { tool, args, names, write } = risk;
        answer = 'decline';
        const declined = await server.say(tool, args);
        expect(declined).toMatchObject({
          isError: true,
          text: expect.stringContaining('declined'),
        });
        expect(server.writes()).toEqual([]);
        expect(asked.splice(0)).toEqual([expect.stringContaining(names)]);

        answer = 'accept';
        expect(await server.say(tool, args)).toMatchObject({ isError: false });
        expect(server.writes()).toEqual([write]);
        expect(asked).toEqual([expect.stringContaining(names)]);
      },
    );

    it('sends nothing if the person closes the question', async () => {
      answer = 'cancel';
      await server.call('delete_collection', { collectionId: 'c1' });
      expect(server.writes()).toEqual([]);
    });

    it('asks before a write_operation as before the tool itself, and not before other writes', async () => {
      answer = 'decline';
      await server.call('write_operation', {
        name: 'delete_collection',
        arguments: { collectionId: 'c1' },
      });
      expect(server.writes()).toEqual([]);
      expect(asked.splice(0)).toEqual([expect.stringContaining('"Product documentation" (c1)')]);

      await server.call('update_collection', { collectionId: 'c1', title: 'Docs' });
      expect(server.writes()).toEqual(['PATCH /v1/collections/c1']);
      expect(asked).toEqual([]);
    });

    it('states in the question that a change request is outdated', async () => {
      answer = 'accept';
      await server.call('merge_change_request', { spaceId: 's1', changeRequestId: 'cr2' });
      expect(asked).toEqual([expect.stringMatching(/"Left behind" \(cr2\).*outdated/)]);
      expect(server.writes()).toEqual(['POST /v1/spaces/s1/change-requests/cr2/merge']);
    });
  });

  describe('in other forms', () => {
    afterEach(() => server.close());

    it('continues in auto mode if nobody can be asked', async () => {
      await start('auto');
      for (const { tool, args, write } of risks) {
        expect(await server.say(tool, args)).toMatchObject({ isError: false });
        expect(server.writes()).toEqual([write]);
      }
    });

    it('refuses in always mode if nobody can be asked, until the id of the target is repeated', async () => {
      await start('always');
      for (const { tool, args, target, write } of risks) {
        for (const confirm of [{}, { confirm: 'yes' }, { confirm: `${target}x` }]) {
          expect(await server.say(tool, { ...args, ...confirm })).toEqual({
            isError: true,
            text: expect.stringContaining(`call again with confirm "${target}"`),
          });
          expect(server.writes()).toEqual([]);
        }
        expect(await server.say(tool, { ...args, confirm: target })).toMatchObject({
          isError: false,
        });
        expect(server.writes()).toEqual([write]);
      }
    });

    it('always mode asks if it can, whatever confirm says', async () => {
      await start('always', () => 'decline');
      await server.call('delete_collection', { collectionId: 'c1', confirm: 'c1' });
      expect(server.writes()).toEqual([]);
    });

    it('never asks in never mode', async () => {
      const asked: string[] = [];
      await start('never', (question) => {
        asked.push(question);
        return 'decline';
      });
      for (const { tool, args, write } of risks) {
        await server.call(tool, args);
        expect(server.writes()).toEqual([write]);
      }
      expect(asked).toEqual([]);
    });
  });
});

describe.each(linkedGenerations.filter(({ name }) => name.includes('2025')))(
  'a client that claims elicitation and fails, with $name',
  (generation) => {
    const start = async (mode: string) => {
      server = await startScripted(generation, {
        args: ['--toolsets', 'all', '--confirm', mode],
        person: () => {
          throw new Error('no window to ask in');
        },
        reads,
      });
    };

    afterEach(() => server.close());

    it('counts as one without it in auto mode', async () => {
      await start('auto');
      await server.call('delete_collection', { collectionId: 'c1' });
      expect(server.writes()).toEqual(['DELETE /v1/collections/c1']);
    });

    it('counts as one without it in always mode', async () => {
      await start('always');
      const refused = await server.say('delete_collection', { collectionId: 'c1' });
      expect(refused.text).toContain('call again with confirm "c1"');
      expect(server.writes()).toEqual([]);
      await server.call('delete_collection', { collectionId: 'c1', confirm: 'c1' });
      expect(server.writes()).toEqual(['DELETE /v1/collections/c1']);
    });
  },
);

describe.each(['contract', 'current'])('a question, on the profile %s', (profile) => {
  const spaceId = 'Developer Guide';
  const asked: string[] = [];
  let connection: McpConnection;

  beforeAll(async () => {
    const [generation] = linkedClient('2025');
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'always'],
      person: (question) => {
        asked.push(question);
        return 'accept';
      },
    });
  });
  afterEach(() => {
    asked.length = 0;
  });
  afterAll(() => connection.close());

  it('before a merge names the pages that will change for readers', async () => {
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Tidy' },
      changes: [
        { operation: 'insert_text', page: 'limits', new: 'One more line.', at: 'end' },
        { operation: 'delete_page', page: 'sdks' },
      ],
    });
    await connection.facts('merge_change_request', { spaceId, changeRequestId });
    expect(asked).toEqual([expect.stringMatching(/"Tidy".*"Limits and quotas: edited"/)]);
    expect(asked[0]).toMatch(/"SDKs: deleted".*\. Links then lead nowhere on "/);
    asked.length = 0;
    await connection.facts('restore_page', {
      spaceId,
      changeRequestId,
      pageId: 'limits',
      merge: true,
    });
    expect(asked).toEqual([
      expect.stringContaining('It restores "Limits and quotas", and no other page.'),
    ]);
  });

  it('before a merge names pages whose links to a heading break', async () => {
    const heading = { old: '## Retry settings', new: '## Settings of retries' };
    await connection.call('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Reword', merge: true },
      changes: [{ operation: 'replace_text', page: 'guides/retries', ...heading }],
    });
    expect(asked).toEqual([expect.stringMatching(/Links then lead nowhere on "/)]);
  });

  it('before the merge of a change request names pages whose links to a heading break', async () => {
    const heading = { old: '## Scheduled messages', new: '## Messages for later' };
    const { changeRequestId } = await connection.facts('open_change_request_with_edits', {
      ...{ spaceId, subject: 'Reword later' },
      changes: [{ operation: 'replace_text', page: 'guides/publishing', ...heading }],
    });
    asked.length = 0;
    await connection.facts('merge_change_request', { spaceId, changeRequestId });
    expect(asked).toEqual([
      expect.stringMatching(/: edited"\. Links then lead nowhere on "Release notes"\. Go on\?/),
    ]);
  });

  it('before a deletion says how many subpages there are', async () => {
    await connection.call('open_change_request_with_edits', {
      ...{ spaceId, subject: 'No guides', merge: true },
      changes: [{ operation: 'delete_page', page: 'guides' }],
    });
    expect(asked).toEqual([
      expect.stringMatching(
        /deletes "Guides" with \d+ pages below it\. Links then lead nowhere on "/,
      ),
    ]);
  });

  it('before a merge comes after the check of its changes', async () => {
    const sent = async (name: string, args: object) => {
      const { content } = await connection.call(name, { spaceId, merge: true, ...args });
      return (content as { text?: string }[])[0]?.text ?? '';
    };
    const change = {
      operation: 'replace_text',
      page: 'limits',
      old: 'Nobody says this.',
      new: 'x',
    };
    const name = 'open_change_request_with_edits';
    expect(await sent(name, { subject: 'None', changes: [change] })).toContain(
      'Nothing was written',
    );
    const twice = { old: 'Nobody says this.', new: 'x' };
    expect(await sent('replace_in_pages', twice)).toContain('nothing would be replaced');
    expect(asked).toEqual([]);
  });

  it('names everybody and everything that it is about', async () => {
    const organizationId = 'orgNorthwind00000001';
    const id = 'teamDocumentation001';
    // The legacy service has no teams to read.
    const team = profile === 'current' ? `"Documentation" (${id})` : id;
    const member = {
      organizationId,
      teamId: 'teamDocumentation001',
      userId: 'userTomas00000000001',
    };
    await connection.facts('add_team_member', { ...member, role: 'member' });
    await connection.facts('remove_team_member', member);
    expect(asked.splice(0)).toEqual([
      `Remove team member: "Tomás Okafor" (userTomas00000000001) in ${team} in "Northwind" (${organizationId}). Go on?`,
    ]);
  });

  it('says how much a deletion takes away, and that nothing brings it back', async () => {
    const { id: commentId } = await connection.facts('post_space_comment', {
      ...{ spaceId, body: { markdown: 'Is it?' } },
    });
    const thread = { spaceId, commentId };
    await connection.facts('post_space_comment_reply', { ...thread, body: { markdown: 'Yes.' } });
    await connection.facts('delete_space_comment', thread);
    expect(asked).toEqual([
      `Delete space comment: "Is it?" (${commentId}) in "Developer Guide" (spaceDevGuide0000001). It has: replies (1). It cannot be undone. Go on?`,
    ]);
  });

  it('says where something goes', async () => {
    const { id: collectionId } = await connection.facts('create_collection', {
      ...{ organizationId: 'orgNorthwind00000001', title: 'Moving' },
    });
    await connection.facts('transfer_collection', {
      ...{ collectionId, organization: 'orgNorthwindLabs0001' },
    });
    expect(asked).toEqual([expect.stringContaining('With organization "orgNorthwindLabs0001".')]);
  });

  it('before a space or a link opens a site names the site', async () => {
    const { items } = await connection.facts('list_sites', {});
    const [{ id: siteId } = {}] = items as { id: string }[];
    await connection.call('create_share_link', { siteId, name: 'Auditors' });
    await connection.call('create_site_section', {
      ...{ siteId, title: 'Operations', spaceId: 'Operations Handbook' },
    });
    expect(asked).toEqual([
      expect.stringMatching(/^Create share link "Auditors": "Northwind Docs"/),
      expect.stringMatching(
        /^Create site section "Operations": "Northwind Docs" \(\w+\) in "Northwind" \(\w+\)\. The space is "Operations Handbook"/,
      ),
    ]);
  });
});
