import { z } from 'zod';
import { membership, openOrganization } from '../../auth/access.ts';
import { allows } from '../../auth/roles.ts';
import { badRequest } from '../../errors.ts';
import { paging } from '../../http/input.ts';
import { arrayPage } from '../../http/pagination.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import { teams } from '../../organization/owned.ts';
import type { TeamRow } from '../../organization/schema.ts';
import { deleteTeam, findMember, managesTeam, putTeamMember } from '../../organization/teams.ts';
import { location } from '../../views/context.ts';
import { teamObject } from '../../views/team.ts';
import { actorOf } from '../shared.ts';
import { openManaged } from '../teams.ts';

const TEAMS = '/v1/orgs/{organizationId}/teams';

const title = z.string().min(1).max(64);

export const currentTeamRoutes: readonly Route[] = [
  route(`GET ${TEAMS}`, {
    query: z.object({ ...paging, owner: z.string().optional(), title: z.string().default('') }),
    handle: (call) => {
      const { db } = call;
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      const { owner, title } = call.query;
      const isManaged = (team: TeamRow, id: string) =>
        managesTeam({ db, user: { id } }, team, membership(db, row.id, id)?.role ?? null);
      const found = teams
        .all(db, row.id)
        .filter((team) => team.title.toLowerCase().includes(title.toLowerCase()))
        .filter((team) => owner === undefined || isManaged(team, owner));
      return arrayPage(
        call,
        found,
        (team) => [team.created_at, team.id],
        (team) => teamObject(call, team, role),
      );
    },
  }),

  route(`PUT ${TEAMS}`, {
    body: z.object({ title, members: z.array(z.string()).default([]) }),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const { newId, at } = actorOf(call);
      const { title, members } = call.body;
      const team = { id: newId(), organization: row.id, title, created_at: at };
      teams.insert(call.db, team);
      for (const member of members) {
        const user = findMember(call.db, row.id, member);
        if (!user) throw badRequest(`body.members: the organization has no member ${member}`);
        putTeamMember(call.db, team.id, user);
      }
      const address = location(call, `/orgs/${row.id}/teams/${team.id}`);
      return Reply.created(teamObject(call, team, role), address);
    },
  }),

  route(`GET ${TEAMS}/{teamId}`, {
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'read');
      return teamObject(call, teams.get(call.db, row.id, call.params.teamId), role);
    },
  }),

  route(`PATCH ${TEAMS}/{teamId}`, {
    body: z.object({ title }),
    handle: (call) => {
      const { team, role } = openManaged(call);
      teams.update(call.db, team.id, call.body);
      return teamObject(call, { ...team, ...call.body }, role);
    },
  }),

  route(`DELETE ${TEAMS}/{teamId}`, {
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId);
      // Who may not manage teams in general has to manage this one, which must then be there.
      const wasThere = teams.find(call.db, row.id, call.params.teamId) !== undefined;
      if (wasThere || !allows(role, 'admin')) deleteTeam(call.db, openManaged(call).team.id);
      return Reply.deleted(wasThere);
    },
  }),
];
