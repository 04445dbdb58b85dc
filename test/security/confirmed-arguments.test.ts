import { afterEach, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { linkedGenerations } from '../support/clients.ts';
import { questionOf } from '../support/rounds.ts';
import { startScripted } from '../support/scripted-server.ts';
import { CONDITIONAL, inSite, source } from './conditional-calls.ts';
import { useConfirmingServer } from './confirming-server.ts';

const confirming = useConfirmingServer();
const { round, writes } = confirming;

describe('a call that is destructive or publishes with some of its arguments', () => {
  it.each(CONDITIONAL)(
    '$tool needs confirmation for these and not for others',
    async (conditional) => {
      const { tool: name, place, asked, free } = conditional;
      for (const args of asked) {
        const answer = await round({ ...place, ...args }, { name });
        expect(answer?.resultType, JSON.stringify(args)).toBe('input_required');
        expect(writes()).toEqual([]);
        const done = await round({ ...place, ...args }, { name, state: answer?.requestState });
        expect(done?.isError, JSON.stringify(done)).toBeFalsy();
        expect(writes()).toHaveLength(1);
      }
      for (const args of free) {
        const answer = await round({ ...place, ...args }, { name });
        expect(answer, JSON.stringify(args)).toMatchObject({ resultType: 'complete' });
        expect(answer?.isError, JSON.stringify(answer)).toBeFalsy();
        expect(writes()).toHaveLength(1);
      }
    },
  );

  it.each([
    [
      'update_member',
      { organizationId: 'o1', userId: 'u1' },
      { role: 'edit' },
      { role: 'read' },
      { role: 'admin' },
    ],
    [
      'update_space_user_permission',
      { spaceId: 's1', userId: 'u1' },
      { items: [{ user: { id: 'u1' }, role: 'edit' }] },
      { role: 'comment' },
      { role: 'edit' },
    ],
    [
      'update_collection_team_permission',
      { collectionId: 'c1', teamId: 't1' },
      { items: [{ team: { id: 't1' }, permission: 'edit' }] },
      { role: 'comment' },
      { role: 'edit' },
    ],
    [
      'invite_to_space',
      { spaceId: 's1', users: ['u1', 'u2'] },
      { items: [{ user: { id: 'u2' }, permission: 'review' }] },
      { role: 'comment' },
      { role: 'review' },
    ],
    [
      'invite_to_collection',
      { collectionId: 'c1', users: ['u2'] },
      { items: [{ user: { id: 'u2' }, permission: 'review' }] },
      { role: 'comment' },
      { role: 'review' },
    ],
    [
      'invite_to_site',
      { ...inSite, users: ['u2'] },
      { items: [{ user: { id: 'u2' }, permission: 'review' }] },
      { role: 'comment' },
      { role: 'review' },
    ],
    [
      'add_team_member',
      { organizationId: 'o1', teamId: 't1', userId: 'u1' },
      { items: [{ organization: { id: 'u1', role: 'read' }, team: { role: 'owner' } }] },
      { role: 'member' },
      { role: 'owner' },
    ],
    [
      'update_site_team_permission',
      { ...inSite, teamId: 't1' },
      { items: [{ team: { id: 't1' }, role: 'admin' }] },
      { role: 'create' },
      { role: 'admin' },
    ],
    [
      'update_site',
      inSite,
      { visibility: 'public' },
      { visibility: 'visitor-auth' },
      { title: 'A' },
    ],
    ['update_site', inSite, { basename: 'docs' }, { basename: 'guides' }, { basename: 'docs' }],
    [
      'update_space',
      { spaceId: 's1' },
      { defaultLevel: 'inherit' },
      { defaultLevel: 'edit' },
      { defaultLevel: 'inherit' },
    ],
    [
      'update_organization',
      { organizationId: 'o1' },
      { inviteLinks: false },
      { inviteLinks: true },
      { ai: true },
    ],
    [
      'update_share_link',
      { ...inSite, shareLinkId: 'l1' },
      { items: [{ id: 'l1', active: true }] },
      { active: false },
      { name: 'all' },
    ],
    [
      'update_site_space',
      { ...inSite, siteSpaceId: 'y1' },
      { items: [{ id: 'y1' }] },
      { condition: 'visitor.claims.beta' },
      { path: 'a' },
    ],
    ['move_space', { spaceId: 's1' }, { parent: 'c1' }, { parent: null }, { parent: 'c1' }],
  ])(
    '%s %j of what is now %j needs it for %j and not for %j',
    async (name, place, now, asked, free) => {
      confirming.target = { id: 'x', ...now };
      const answer = await round({ ...place, ...asked }, { name });
      expect(answer?.resultType).toBe('input_required');
      expect(writes()).toEqual([]);
      const done = await round({ ...place, ...asked }, { name, state: answer?.requestState });
      expect(done?.isError, JSON.stringify(done)).toBeFalsy();
      expect(writes()).toHaveLength(1);
      const other = await round({ ...place, ...free }, { name });
      expect(other?.resultType).toBe('complete');
    },
  );

  it('covers every tool whose arguments decide', () => {
    const conditional = tools
      .filter(({ confirm, operation }) => confirm && operation)
      .map(({ name }) => name);
    expect(CONDITIONAL.map(({ tool }) => tool).toSorted()).toEqual(conditional.toSorted());
  });

  const changes = [{ operation: 'delete_page', page: 'p1' }];
  const RATES = { id: 'p1', title: 'Rates\u202E" (harmless)', path: 'rates', type: 'document' };
  const LIMITS = { id: 'p2', title: 'Old limits', path: 'limits', type: 'document' };
  const GUIDES = { id: 'p3', title: 'Guides', path: 'guides', type: 'document' };

  /** Pages that the changes name, in the space and in its change request. */
  function havePages() {
    for (const place of ['s1', 's1/change-requests/cr1', 's2']) {
      confirming.at[`/v1/spaces/${place}/content/pages`] = { pages: [RATES, LIMITS, GUIDES] };
      for (const page of [RATES, LIMITS, GUIDES]) {
        const markdown = `# ${page.title}\n\nOne sentence.\n`;
        confirming.at[`/v1/spaces/${place}/content/page/${page.id}`] = { ...page, markdown };
      }
    }
  }

  it.each([
    ['open_change_request_with_edits', { spaceId: 's1', subject: 'A', changes }, 's1'],
    ['open_change_request_with_edits', { spaceId: 's1', existing: 'cr1', changes }, 'cr1'],
    ['restore_page', { spaceId: 's1', changeRequestId: 'cr2' }, 'cr2'],
    ['restore_page', { spaceId: 's1', changeRequestId: 'cr2', existing: 'cr1' }, 'cr1'],
    ['restore_page', { spaceId: 's1', pageId: 'p1', revision: 'r0' }, 's1'],
  ])(
    'names what %s with %j would merge into, and asks again after that changed',
    async (name, given, id) => {
      const args = { ...given, merge: true };
      havePages();
      confirming.target = { id, subject: 'Handbook', revision: 'r1' };
      const asked = await round(args, { name });
      expect(questionOf(asked)).toContain(`"Handbook" (${id})`);
      confirming.target = { id, subject: 'Handbook', revision: 'r2' };
      const again = await round(args, { name, state: asked?.requestState });
      expect(questionOf(again)).toContain('It changed after you were asked.');
      expect(writes()).toEqual([]);
    },
  );

  it('says which pages a change adds, changes and deletes, by their titles', async () => {
    havePages();
    const args = {
      spaceId: 's1',
      subject: 'A',
      merge: true,
      changes: [
        { operation: 'replace_text', page: 'rates', old: 'One', new: 'Two' },
        { operation: 'delete_page', page: 'p2' },
        { operation: 'insert_page', title: 'Quotas', document: { markdown: 'Text' } },
      ],
    };
    const answer = await round(args, { name: 'open_change_request_with_edits' });
    const question = questionOf(answer);
    expect(question).toContain(
      `It changes "Rates' (harmless)"; deletes "Old limits"; adds "Quotas". It merges`,
    );
  });

  const copied = (copy: object) => [{ operation: 'insert_page', title: 'A', ...copy }];

  it.each([
    [
      'the space that is copied from',
      'open_change_request_with_edits',
      { existing: 'cr1', changes: copied({ copy: 'p1', copySpaceId: 's2' }) },
    ],
    [
      'the space of a copied address',
      'open_change_request_with_edits',
      {
        subject: 'A',
        changes: copied({ copy: 'https://app.example.com/o/o1/s/s2/guides' }),
      },
    ],
    ['the space that is restored', 'restore_page', { changeRequestId: 'cr1', pageId: 'p1' }],
  ])('asks again after %s changed', async (_, name, given) => {
    const args = { spaceId: name === 'restore_page' ? 's2' : 's1', ...given, merge: true };
    havePages();
    confirming.at['/v1/spaces/s2'] = { id: 's2', title: 'Notes', revision: 'r1' };
    const asked = await round(args, { name });
    confirming.at['/v1/spaces/s2'] = { id: 's2', title: 'Notes', revision: 'r2' };
    const again = await round(args, { name, state: asked?.requestState });
    expect(questionOf(again)).toContain('It changed after you were asked.');
    expect(writes()).toEqual([]);
  });

  it('asks again after a name among the arguments means something else', async () => {
    const args = { organizationId: 'o1', teamId: 'Docs team', userId: 'u1' };
    const name = 'remove_team_member';
    const called = (id: string) => ({ items: [{ defaultTeam: { id, title: 'Docs team' } }] });
    confirming.target = { items: [] };
    confirming.at['/v1/orgs/o1/saml'] = called('t1');
    const asked = await round(args, { name });
    confirming.at['/v1/orgs/o1/saml'] = called('t2');
    const again = await round(args, { name, state: asked?.requestState });
    expect(questionOf(again)).toContain('It changed after you were asked.');
    expect(writes()).toEqual([]);
    const done = await round(args, { name, state: again?.requestState });
    expect(done?.isError).toBeFalsy();
    expect(writes()).toEqual(['DELETE /v1/orgs/o1/teams/t2/members/u1']);
  });

  it('names the destination of an import', async () => {
    confirming.target = { id: 's1', title: 'Handbook', revision: 'r1' };
    const args = { organizationId: 'o1', source, target: { space: 's1' } };
    expect(questionOf(await round(args, { name: 'start_import' }))).toContain('"Handbook" (s1)');
  });
});

describe.each(linkedGenerations)('annotations with $name', (generation) => {
  let connection: Awaited<ReturnType<typeof startScripted>>;

  afterEach(() => connection.close());

  it('mark every tool that may delete or publish', async () => {
    connection = await startScripted(generation, { args: ['--toolsets', 'all'] });
    const listed = (await connection.client.listTools()).tools;
    const hinted = listed.filter(({ annotations }) => annotations?.destructiveHint === true);
    const names = new Set(hinted.map(({ name }) => name));
    expect(names).toContain('write_operation');
    for (const { tool } of CONDITIONAL) expect(names).toContain(tool);
    for (const { name } of listed.filter((tool) => /^(delete|remove)_/.test(tool.name))) {
      expect(names).toContain(name);
    }
    for (const { name, annotations } of listed.filter((tool) => names.has(tool.name))) {
      expect(annotations?.readOnlyHint, name).toBe(false);
    }
  });
});
