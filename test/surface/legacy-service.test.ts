import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedClient, type McpConnection } from '../support/clients.ts';

const [generation] = linkedClient('2025');

interface Found {
  missing?: string[];
  operations: { name: string; inputSchema?: object }[];
}

describe.each([{ args: [] }, { args: ['--api', 'contract'] }])(
  'a server on the legacy service, started with $args',
  ({ args }) => {
    let connection: McpConnection;

    beforeAll(async () => {
      connection = await generation.stdio({ args: ['--profile', 'contract', ...args] });
    });
    afterAll(() => connection.close());

    const find = async (question: object) =>
      (await connection.facts('find_operations', { ...question })) as unknown as Found;

    it('lists what is missing before near matches', async () => {
      const team = 'create_team: the current API only; this service has no equivalent.';
      const { missing, operations } = await find({ query: 'create a team' });
      expect(missing).toEqual([team]);
      expect(operations).toHaveLength(2);
      expect(await find({ query: 'share link of a site, create team' })).toMatchObject({
        missing: [team],
      });
      const several = await connection.facts('find_operations', {
        queries: ['create a team', 'merge a change request'],
      });
      expect(several.answers).toMatchObject([{ missing: [team] }, {}]);
      expect(several.answers).not.toHaveProperty([1, 'missing']);
      expect(await find({ query: 'make the site go live' })).toMatchObject({
        missing: ['publish_site: the current API only; update_site sets who may see it.'],
      });
    });

    it.each(['create a share link', 'merge a change request', 'list_team_members'])(
      'reports nothing as missing if the service has the best match: %s',
      async (query) => {
        expect(await find({ query, names: true })).not.toHaveProperty('missing');
      },
    );

    it('explains what it knows about the access of a person, who is named by first name', async () => {
      const spaceId = 'Internal Roadmap';
      const ines = await connection.facts('read_operation', {
        ...{ name: 'explain_access', arguments: { spaceId, userId: 'Inês' } },
      });
      expect(ines).toMatchObject({
        user: { id: 'userInes000000000001', displayName: 'Inês Varga' },
        organizationRole: 'review',
        teams: [{ title: 'Documentation', role: 'member' }],
        defaultLevels: [
          { on: 'space', title: 'Internal Roadmap', level: 'inherit' },
          { on: 'collection', title: 'Leadership', level: 'inherit' },
          { on: 'collection', title: 'Internal', level: 'inherit' },
        ],
        unlessGranted: { role: 'review' },
        notTold: [expect.stringMatching(/^grants to the user or to teams/), 'other teams'],
      });
      expect(ines).not.toHaveProperty('youMay');
      const mara = await connection.facts('read_operation', {
        ...{ name: 'explain_access', arguments: { spaceId, userId: 'userMara000000000001' } },
      });
      expect(mara).toMatchObject({ role: 'admin', through: 'organization role' });
      const { isError, content } = await connection.call('read_operation', {
        ...{ name: 'explain_access', arguments: { spaceId, userId: 'Nobody' } },
      });
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(
        /no list of members to find "Nobody" in\. It knows: <untrusted-\d+ names on the platform>"Inês Varga" \(userInes000000000001\)/,
      );
    });

    it('explains what it knows about the access of everybody', async () => {
      const told = await connection.facts('read_operation', {
        ...{ name: 'explain_access', arguments: { spaceId: 'Internal Roadmap' } },
      });
      expect(told).toMatchObject({
        people: expect.arrayContaining([
          { id: 'userMara000000000001', displayName: 'Mara Lindqvist', role: 'admin' },
          { id: 'userInes000000000001', displayName: 'Inês Varga', unlessGranted: 'review' },
        ]),
        notTold: [
          'people who are in no default team and wrote nothing in this space',
          expect.stringMatching(/^grants to the user or to teams/),
        ],
      });
    });

    it('adds a person by an e-mail address that only the service knows, to a team by its title', async () => {
      const member = 'joris.achterberg@example.com';
      const access = {
        name: 'explain_access',
        arguments: { spaceId: 'Internal Roadmap', userId: member },
      };
      const before = await connection.call('read_operation', access);
      expect(before.content[0]?.text).toContain(
        `this service has no list of members to find "${member}" in`,
      );
      const team = { organizationId: 'Northwind', teamId: 'Documentation' };
      const { isError } = await connection.call('write_operation', {
        ...{ name: 'update_team_members', arguments: { ...team, add: [member] } },
      });
      expect(isError).toBeFalsy();
      const { organizationRole, teams } = await connection.facts('read_operation', access);
      expect({ organizationRole, teams }).toMatchObject({
        organizationRole: 'read',
        teams: [{ title: 'Documentation' }],
      });
    });

    it('lists in get_context which writes are missing', async () => {
      const { lacks, lacksTools } = await connection.facts('get_context');
      expect(lacks).toContain('permissions');
      expect(lacksTools).toContain('create_team');
      expect(lacksTools).not.toContain('update_openapi_spec');
    });
  },
);
