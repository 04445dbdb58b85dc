import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const [generation] = linkedClient('2025');
const organizationId = 'Northwind';

describe('teams and share links on the current service', () => {
  let connection: McpConnection;

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', 'current', '--confirm', 'never'],
    });
  });
  afterAll(() => connection.close());

  it('creates a team with owners and members in one call', async () => {
    const made = await connection.facts('create_team', {
      ...{ organizationId, title: 'Partner writers' },
      ...{ owners: ['Inês Varga'], members: ['Tomás Okafor'] },
    });
    expect(made.id).toEqual(expect.any(String));
    expect([...(made.now as string[])].sort()).toEqual([
      'Inês Varga: owner',
      'Tomás Okafor: member',
    ]);
  });

  it('names everybody in a team after a member was added', async () => {
    const { id: teamId } = await connection.facts('create_team', {
      ...{ organizationId, title: 'Partners', members: ['Tomás Okafor'] },
    });
    const added = await connection.facts('add_team_member', {
      ...{ organizationId, teamId, userId: 'Inês Varga', role: 'owner' },
    });
    expect(added).toMatchObject({ now: ['Inês Varga: owner'], others: ['Tomás Okafor: member'] });
  });

  it('says whether a share link is active', async () => {
    const site = { organizationId, siteId: 'Northwind Docs' };
    const { id } = await connection.facts('create_share_link', { ...site, name: 'Press' });
    const link = { ...site, shareLinkId: id };
    const suspended = await connection.facts('update_share_link', { ...link, active: false });
    expect(suspended).toMatchObject({ id, active: false });
    const revived = await connection.facts('update_share_link', { ...link, active: true });
    expect(revived.active).toBe(true);
  });
});
