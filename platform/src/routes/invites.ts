import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import { badRequest } from '../errors.ts';
import { roleOrGuest } from '../http/input.ts';
import { Reply } from '../http/reply.ts';
import { type Route, route } from '../http/route.ts';
import { invites } from '../organization/owned.ts';
import { inviteObject } from '../views/invite.ts';

const change = z.union(
  [z.strictObject({ role: roleOrGuest }), z.strictObject({ level: roleOrGuest })],
  'must be {"role": …} for an invite to the organization or {"level": …} for one to content: a role, or null for guests',
);

export const inviteRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/link-invites/{inviteId}', {
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      return inviteObject(call, invites.get(call.db, organization.id, call.params.inviteId));
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}', {
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      invites.delete(call.db, organization.id, call.params.inviteId);
      return Reply.noContent();
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}', {
    body: change,
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId, 'admin');
      const invite = invites.get(call.db, organization.id, call.params.inviteId);
      const [name, role] =
        'role' in call.body ? ['role', call.body.role] : ['level', call.body.level];
      const expected = invite.space || invite.collection ? 'level' : 'role';
      if (name !== expected) {
        const target = expected === 'role' ? 'the organization' : 'content';
        throw badRequest(`body: this is an invite to ${target}; send ${expected}, not ${name}`);
      }
      invites.update(call.db, invite.id, { role });
      return inviteObject(call, { ...invite, role });
    },
  }),
];
