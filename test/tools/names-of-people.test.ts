import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';
import { shareOf } from '../support/long-run.ts';
import { unfenced } from '../support/untrusted.ts';

const space = 'spaceDevGuide0000001';
const [generation] = linkedClient('2025');

describe.each(shareOf(['current', 'contract']))('names of people on the profile %s', (profile) => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', profile, '--confirm', 'never'],
    });
  });

  afterAll(() => connection.close());

  const refusal = async (name: string, args: object) => {
    const { isError, content } = await connection.call(name, { ...args });
    expect(isError).toBe(true);
    return unfenced(content[0]?.text ?? '');
  };

  it('finds a person by name on a service without a list of members', async () => {
    const { user } = await connection.facts('explain_access', {
      spaceId: space,
      userId: 'Inês Varga',
    });
    expect(user).toMatchObject({ id: 'userInes000000000001' });
    const nobody = { spaceId: space, userId: 'Nobody Here' };
    expect(await refusal('explain_access', nobody)).toMatch(
      profile === 'contract' ? /no list of members to find "Nobody Here" in/ : /no member "Nobody/,
    );
  });

  it('finds a person by first name, also without accents', async () => {
    const { user } = await connection.facts('explain_access', { spaceId: space, userId: 'Tomas' });
    expect(user).toMatchObject({ id: 'userTomas00000000001' });
    const unknown = await refusal('explain_access', { spaceId: space, userId: 'Ivo' });
    expect(unknown).toContain('Nothing was sent');
    if (profile === 'current') expect(unknown).toContain('"Inês Varga" (userInes000000000001)');
  });

  it.runIf(profile === 'current')(
    'requests a review from a person given by first name, and opens nothing for an unknown name',
    async () => {
      const change = { operation: 'insert_page', title: 'Named', document: { markdown: 'Text' } };
      const edit = { spaceId: space, subject: 'Reviewed', changes: [change] };
      const open = async (reviewer: string) =>
        connection.call('open_change_request_with_edits', { ...edit, reviewers: [reviewer] });
      expect((await open('Ivo')).content[0]?.text).toMatch(/^Nothing was sent: there is no member/);
      const { structuredContent, isError } = await open('Tomas');
      expect(isError).toBeFalsy();
      expect(structuredContent).toMatchObject({ reviewers: ['Tomás Okafor'] });
    },
  );

  it.runIf(profile === 'current')('finds a user by name, whatever the organization', async () => {
    expect(await connection.facts('get_user', { userId: 'Mara' })).toMatchObject({
      id: 'userMara000000000001',
    });
    expect(await refusal('get_user', { userId: 'Zoe Zimmer' })).toContain('"Inês Varga"');
  });

  it.runIf(profile === 'current')('lists the people if a search finds nobody', async () => {
    for (const where of [{}, { organizationId: 'Northwind' }]) {
      const found = await connection.facts('list_members', { ...where, search: 'zzz' });
      expect(found).toMatchObject({ items: [], count: 0 });
      expect(found.there).toContain('Mara Lindqvist');
    }
    const teams = { organizationId: 'Northwind', title: 'zzz' };
    expect(await connection.facts('list_teams', teams)).toMatchObject({ there: ['Documentation'] });
  });

  it('finds a team by its title', async () => {
    const { items } = await connection.facts('list_team_members', {
      organizationId: 'Northwind',
      teamId: 'Documentation',
    });
    expect(items).toHaveLength(3);
  });
});
