import { z } from 'zod';
import {
  collectionRole,
  membership,
  openCollection,
  openOrganization,
  openSpace,
  spaceRole,
} from '../auth/access.ts';
import { allows } from '../auth/roles.ts';
import { counted, MAX_NAMED } from '../counted.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { paging, roleOrGuest } from '../http/input.ts';
import { keysetPage } from '../http/pagination.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { grant } from '../organization/grants.ts';
import { join, userByEmail } from '../organization/membership.ts';
import { invites } from '../organization/owned.ts';
import type { CollectionRow, InviteRow, OrganizationRow } from '../organization/schema.ts';
import { location } from '../serializers/context.ts';
import { inviteObject } from '../serializers/invite.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { actorOf } from './shared.ts';

const change = z.union(
  [z.strictObject({ role: roleOrGuest }), z.strictObject({ level: roleOrGuest })],
  'must be {"role": …} for an invite to the organization or {"level": …} for one to content: a role, or null for guests',
);

const ORGANIZATION = '/v1/orgs/{organizationId}';

const link = z.union(
  [
    z.strictObject({ role: roleOrGuest }),
    z.strictObject({ level: roleOrGuest, space: z.string() }),
    z.strictObject({ level: roleOrGuest, collection: z.string() }),
  ],
  'must be {"role": …} for an invite to the organization, or {"level": …} with the id of a space or collection: a role, or null for guests',
);

const person = z.union(
  [z.email(), z.object({ email: z.email(), role: roleOrGuest })],
  'must be an e-mail address, or {"email": …, "role": …}',
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
      invites.remove(call.db, organization.id, call.params.inviteId);
      return HttpReply.noContent();
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

  route(`POST ${ORGANIZATION}/invites`, {
    profile: 'current',
    body: z.object({
      emails: counted(MAX_NAMED, z.array(person)),
      role: roleOrGuest.optional(),
      sso: z.boolean().default(false),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const { emails, sso, role: usual = row.default_role } = call.body;
      const { at } = actorOf(call);
      const users: string[] = [];
      const failedSSOEmails: string[] = [];
      for (const given of emails) {
        const { email, role } = typeof given === 'string' ? { email: given, role: usual } : given;
        const { id } = userByEmail(call.db, email);
        if (membership(call.db, row.id, id)) continue;
        if (sso && isMemberElsewhere(call.db, id)) failedSSOEmails.push(email);
        join(call.db, row.id, id, { role, at });
        users.push(id);
      }
      return { users, invited: users.length, ...(sso && { failedSSOEmails }) };
    },
  }),

  route(`POST ${ORGANIZATION}/invites/{inviteId}`, {
    profile: 'current',
    handle: (call) => {
      const { organizationId, inviteId } = call.params;
      const sql = 'SELECT * FROM organization WHERE id = ?';
      const organization = call.db.get<OrganizationRow>(sql, organizationId);
      const invite = organization && invites.find(call.db, organization.id, inviteId);
      if (!organization || !invite) throw notFound('Invite');
      checkLinks(organization);
      accept(call, invite);
      return {};
    },
  }),

  route(`GET ${ORGANIZATION}/link-invites`, {
    profile: 'current',
    query: z.object(paging),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const from = 'FROM invite WHERE organization = ? AND space IS NULL AND collection IS NULL';
      return keysetPage<InviteRow, object>(
        call,
        {
          select: `SELECT * ${from}`,
          values: [row.id],
          keys: ['created_at', 'id'],
          count: { select: `SELECT COUNT(*) AS total ${from}`, values: [row.id] },
        },
        (invite) => inviteObject(call, invite),
      );
    },
  }),

  route(`POST ${ORGANIZATION}/link-invites`, {
    profile: 'current',
    body: link,
    handle: (call) => {
      const { row: organization } = openOrganization(call, call.params.organizationId);
      const target = openTarget(call, organization, call.body);
      checkLinks(organization);
      const { newId, at } = actorOf(call);
      const role = 'role' in call.body ? call.body.role : call.body.level;
      const invite = {
        id: newId(),
        organization: organization.id,
        role,
        ...target,
        created_at: at,
      };
      invites.insert(call.db, invite);
      const address = location(call, `/orgs/${organization.id}/link-invites/${invite.id}`);
      return HttpReply.created(inviteObject(call, invite), address);
    },
  }),
];

/**
 * The target of an invite. A caller who gives access to it must have full access; 404 for content of another
 * organization.
 */
function openTarget(
  call: Pick<Call, 'db' | 'user'>,
  { id }: OrganizationRow,
  to: z.output<typeof link>,
): Pick<InviteRow, 'space' | 'collection'> {
  if ('space' in to) {
    const { row } = openSpace(call, to.space, 'admin');
    if (row.organization !== id) throw notFound('Space');
    return { space: row.id, collection: null };
  }
  if ('collection' in to) {
    const { row } = openCollection(call, to.collection, 'admin');
    if (row.organization !== id) throw notFound('Collection');
    return { space: null, collection: row.id };
  }
  openOrganization(call, id, 'admin');
  return { space: null, collection: null };
}

/** A person who is invited only to content becomes a guest; nobody loses a role through an invite. */
function accept(call: Pick<Call, 'db' | 'user'>, invite: InviteRow): void {
  const { db, user } = call;
  const { at } = actorOf(call);
  const target = invite.space ?? invite.collection;
  join(db, invite.organization, user.id, { role: target === null ? invite.role : null, at });
  if (target === null || invite.role === null) return;
  if (allows(roleOnContent(call, invite), invite.role)) return;
  grant(db, { target, kind: 'user', id: user.id }, invite.role);
}

function roleOnContent(call: Pick<Call, 'db' | 'user'>, { space, collection }: InviteRow) {
  if (space === null) {
    const sql = 'SELECT * FROM collection WHERE id = ?';
    const row = call.db.get<CollectionRow>(sql, collection);
    return row ? collectionRole(call, row) : null;
  }
  const row = call.db.get<SpaceRow>('SELECT * FROM space WHERE id = ?', space);
  return row ? spaceRole(call, row) : null;
}

function checkLinks({ invite_links }: OrganizationRow): void {
  if (invite_links === 0) {
    throw conflict('The organization has invite links switched off; invite by e-mail instead');
  }
}

function isMemberElsewhere(db: Database, user: string): boolean {
  return db.get('SELECT 1 FROM member WHERE user = ?', user) !== undefined;
}
