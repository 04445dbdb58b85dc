import { z } from 'zod';
import { membership, openOrganization } from '../../auth/access.ts';
import { roleOrGuest } from '../../http/input.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import { memberOf, membershipOf } from '../../organization/members.ts';
import { removeMember, setRole } from '../../organization/membership.ts';
import { memberObject } from '../../views/team.ts';

const MEMBER = '/v1/orgs/{organizationId}/members/{userId}';

export const memberChangeRoutes: readonly Route[] = [
  route(`PATCH ${MEMBER}`, {
    body: z.object({ role: roleOrGuest.optional() }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const member = memberOf(call.db, row.id, call.params.userId);
      const { role = member.role } = call.body;
      if (role !== member.role) setRole(call.db, row.id, member.id, role);
      return memberObject(call, row, membershipOf({ ...member, role }));
    },
  }),

  route(`DELETE ${MEMBER}`, {
    handle: (call) => {
      const { organizationId, userId } = call.params;
      // Everybody may leave.
      const { row } = openOrganization(
        call,
        organizationId,
        userId === call.user.id ? undefined : 'admin',
      );
      const wasThere = membership(call.db, row.id, userId) !== undefined;
      if (wasThere) removeMember(call.db, row.id, userId);
      return Reply.deleted(wasThere);
    },
  }),
];
