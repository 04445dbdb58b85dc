import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const organizationId = 'orgNorthwind00000001';
const spaceId = 'spaceDevGuide0000001';
const ines = { id: 'userInes000000000001', name: 'Inês Varga' };
const joris = { id: 'userJoris00000000001', name: 'Joris Achterberg' };
const [generation] = linkedClient('2026');

describe('results of writes about people and teams', () => {
  let connection: McpConnection;
  let facts: McpConnection['facts'];

  beforeAll(async () => {
    connection = await generation.stdio({
      args: ['--toolsets', 'all', '--profile', 'current', '--confirm', 'never'],
    });
    facts = connection.facts;
  });

  afterAll(() => connection.close());

  it('name the members of a team with their roles', async () => {
    const created = await facts('create_team', {
      organizationId,
      title: 'Writers',
      members: ['Inês Varga'],
    });
    expect(created.now).toEqual(['Inês Varga: member']);
    const team = { organizationId, teamId: created.id };
    const memberships = { [ines.id]: { role: 'owner' } };
    const updated = await facts('update_team_members', { ...team, add: [joris.id], memberships });
    expect(updated).toEqual({ now: ['Inês Varga: owner', 'Joris Achterberg: member'] });
    const { items } = await facts('list_team_members', team);
    expect(items).toMatchObject([
      { organization: { user: { displayName: ines.name } }, team: { role: 'owner' } },
      { organization: { user: { displayName: joris.name } }, team: { role: 'member' } },
    ]);
  });

  it('state who has which role in a space', async () => {
    const invited = await facts('invite_to_space', { spaceId, users: [ines.name], role: 'edit' });
    expect(invited).toEqual({
      now: ['Inês Varga: edit'],
      others: ['Joris Achterberg: read', 'Mara Lindqvist: admin', 'Tomás Okafor: edit'],
    });
    const change = { spaceId, userId: ines.id, role: 'admin' };
    expect(await facts('update_space_user_permission', change)).toEqual({
      now: ['Inês Varga: admin'],
    });
    const { lookedAt } = await facts('explain_access', { spaceId, userId: ines.id });
    expect(lookedAt).toEqual([
      'space "Developer Guide"',
      'collection "Product documentation"',
      'organization',
    ]);
  });

  it('warn of roles that a grant lowers', async () => {
    const teamId = 'teamDocumentation001';
    const invited = await facts('invite_to_space', {
      ...{ spaceId: 'spaceOpsHandbook0001', teams: [teamId], users: ['Tomás Okafor'] },
      role: 'read',
    });
    expect(invited).toMatchObject({
      now: ['Documentation: read', 'Tomás Okafor: read, was edit'],
      lowered: ['Inês Varga: read, was review'],
    });
    const change = { spaceId: 'spaceOpsHandbook0001', teamId, role: 'edit' };
    const raised = await facts('update_space_team_permission', change);
    expect(raised).toEqual({ now: ['Documentation: edit'] });
    const lowered = await facts('update_space_team_permission', { ...change, role: 'read' });
    expect(lowered).toEqual({
      now: ['Documentation: read'],
      lowered: ['Inês Varga: read, was edit'],
    });
  });

  it('name the people who were asked to review', async () => {
    const asked = { spaceId, changeRequestId: '1', users: [ines.id] };
    const { users } = await facts('request_reviewers', asked);
    expect(users).toEqual([{ id: ines.id, displayName: ines.name }]);
  });

  it('state the address of each share link, and short items of change requests', async () => {
    const { items: sites } = await facts('list_sites', { organizationId });
    const [site] = sites as { id: string }[];
    const { items: links } = await facts('list_share_links', { organizationId, siteId: site?.id });
    expect(links).toEqual([
      expect.objectContaining({
        name: 'Design partners',
        urls: {
          published: expect.stringMatching(/^http.*\/docs\/orgNorthwind00000001\/northwind\/\w+$/),
        },
      }),
    ]);
    const { items } = await facts('list_change_requests', { spaceId });
    expect(items).toEqual([
      {
        id: 'WVllbL56E78PXs1inq8T',
        number: 1,
        status: 'open',
        subject: 'Explain triage of dead messages and add a page on monitoring',
        createdBy: { displayName: 'Tomás Okafor' },
        createdAt: '2026-02-02T12:56Z',
        revision: expect.any(String),
        comments: 1,
        outdated: false,
      },
    ]);
  });
});
