import { z } from 'zod';
import { openOrganization } from '../../auth/access.ts';
import { notFound } from '../../errors.ts';
import { roleOrGuest } from '../../http/input.ts';
import { Reply } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import { memberOf, removeMember, setRole } from '../../organization/membership.ts';
import { memberObject } from '../../resources/team.ts';

const MEMBER = '/v1/orgs/{organizationId}/members/{userId}';

export const memberChangeRoutes: readonly Route[] = [
  route(`PATCH ${MEMBER}`, {
    body: z.object({ role: roleOrGuest.optional() }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const before = memberOf(call.db, row.id, call.params.userId);
      if (!before) throw notFound('Member');
      const { joined_at: joinedAt, role, ...user } = before;
      const { role: next = role } = call.body;
      if (next !== role) setRole(call.db, row.id, user.id, next);
      return memberObject(call, row, { user, role: next, joinedAt });
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
      const member = memberOf(call.db, row.id, userId);
      if (member) removeMember(call.db, row.id, member.id);
      return Reply.deleted(member !== undefined);
    },
  }),
];
