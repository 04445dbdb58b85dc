import { z } from 'zod';
import { everyCall, whenLowered } from './confirm.ts';
import { type Arguments, type ItemOutcome, toolset } from './define.ts';
import { idOf } from './ids.ts';
import { listOf, NoContent, User } from './outputs/common.ts';
import {
  InviteLinkToOrganization,
  InviteMembersResult,
  ListMemberTeamsItem,
  MemberContentPermission,
  OrganizationInviteLink,
  OrganizationMember,
} from './outputs/organizations.ts';
import { onDemand, paging, Role, SpaceId } from './params.ts';
import { givenOf } from './rules.ts';

const operation = toolset('members', {}, { service: 'current' });

/** An invite is for the organization with a role, or for one space or collection with a level. */
function checkInvite(args: Arguments): string | undefined {
  const fields = givenOf(args, ['role', 'level', 'space', 'collection']).join(' ');
  return ['role', 'level space', 'level collection'].includes(fields)
    ? undefined
    : 'give only role, or level with space or collection';
}

/** A member of another organization can be invited, but cannot sign in by single sign-on. */
function outcomesOf(answer: Arguments, args: Arguments): ItemOutcome[] {
  const withoutSso = new Set(answer.failedSSOEmails as string[] | undefined);
  return (args.emails as string[]).map((item) =>
    withoutSso.has(item)
      ? { item, outcome: 'no user of single sign-on: is in another organization', failed: true }
      : { item, outcome: 'invited', failed: false },
  );
}

export const members = {
  getCurrentUser: operation({
    id: 'getAuthenticatedUser',
    tool: 'get_current_user',
    predecessor: 'get_context shows what you can reach.',
    summary: 'Read the user behind the token.',
    tasks: ['who am i', 'which account is this token of', 'whose token is this', 'my own user'],
    route: 'GET /v1/user',
    effect: 'read',
    locatedBy: 'no-space',
    output: User,
  }),
  getUser: operation({
    id: 'getUserById',
    tool: 'get_user',
    summary: 'Read one user.',
    tasks: ['who is a user id', 'profile of a person', 'who is the user with this id'],
    route: 'GET /v1/users/{userId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: User,
  }),
  listMembers: operation({
    id: 'listMembersInOrganizationById',
    tool: 'list_members',
    predecessor: 'list_team_members lists those of a team.',
    alsoCalled: 'user id, id of a person',
    summary: 'List members of an organization; `search` finds the id behind a name.',
    tasks: [
      'who works here',
      'who is in our organization',
      'which colleagues have an account',
      'find a person by name',
      'who are the administrators',
    ],
    route: 'GET /v1/orgs/{organizationId}/members',
    effect: 'read',
    locatedBy: 'no-space',
    query: {
      ...paging,
      order: z.enum(['asc', 'desc']).optional(),
      role: z.enum(['admin', 'create', 'edit', 'review', 'comment', 'read']).optional(),
      search: z.string().optional(),
      sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).optional(),
    },
    output: listOf(OrganizationMember),
  }),
  getMember: operation({
    id: 'getMemberInOrganizationById',
    tool: 'get_member',
    summary: 'Read one member of an organization.',
    tasks: [
      'role of one person in the organization',
      'what role does a colleague have in the organization',
      'look up a member',
    ],
    route: 'GET /v1/orgs/{organizationId}/members/{userId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: OrganizationMember,
  }),
  updateMember: operation({
    id: 'updateMemberInOrganizationById',
    tool: 'update_member',
    summary: 'Change the role of a member.',
    tasks: [
      'change the role of a member',
      'make somebody an administrator',
      'downgrade somebody to reader',
      'make a member an admin of the organization',
      'change what somebody may do everywhere',
      'promote or demote a member',
    ],
    route: 'PATCH /v1/orgs/{organizationId}/members/{userId}',
    effect: 'update',
    confirm: whenLowered('Without a role, the member loses access.'),
    body: {
      role: z.enum(['admin', 'create', 'edit', 'review', 'comment', 'read']).nullable().optional(),
    },
    output: OrganizationMember,
  }),
  removeMember: operation({
    id: 'removeMemberFromOrganizationById',
    tool: 'remove_member',
    summary: 'Remove a member from an organization.',
    tasks: [
      'take a user away from the organization',
      'off board somebody',
      'somebody left the company',
      'somebody left and must not see anything any more',
      'revoke the access of a person who left',
      'kick somebody out',
      'kick out',
    ],
    route: 'DELETE /v1/orgs/{organizationId}/members/{userId}',
    effect: 'delete',
    output: NoContent,
  }),
  listMemberTeams: operation({
    id: 'listTeamsForOrganizationMember',
    tool: 'list_member_teams',
    summary: 'List the teams of a member.',
    tasks: ['which teams is a person in'],
    route: 'GET /v1/orgs/{organizationId}/members/{userId}/teams',
    effect: 'read',
    locatedBy: 'no-space',
    query: { ...paging, title: z.string().optional() },
    output: listOf(ListMemberTeamsItem),
  }),
  listMemberSpaces: operation({
    id: 'listSpacesForOrganizationMember',
    tool: 'list_member_spaces',
    summary: 'List the spaces that a member can reach.',
    tasks: [
      'which spaces can a person see',
      'what does somebody have access to',
      'what can a colleague see',
    ],
    route: 'GET /v1/orgs/{organizationId}/members/{userId}/spaces',
    effect: 'read',
    locatedBy: { items: 'space.id' },
    query: { ...paging, order: z.enum(['asc', 'desc']).optional() },
    output: listOf(MemberContentPermission),
  }),
  inviteMembers: operation({
    id: 'inviteUsersToOrganization',
    tool: 'invite_members',
    summary: 'Invite people to an organization by email.',
    tasks: [
      'invite a person',
      'invite people',
      'invite somebody',
      'invite a colleague',
      'add a person to the organization',
      'onboard somebody',
      'email an invitation to a new writer',
      'add a new employee to the workspace',
      'bring several people into the organization by email',
    ],
    route: 'POST /v1/orgs/{organizationId}/invites',
    effect: 'create',
    body: {
      emails: z.array(z.email()),
      role: Role.nullable().optional(),
      sso: z.boolean().optional(),
    },
    outcomes: outcomesOf,
    output: InviteMembersResult,
  }),
  listInviteLinks: operation({
    id: 'listOrganizationInviteLinks',
    tool: 'list_invite_links',
    summary: 'List the invite links of an organization.',
    tasks: ['which invitations are open', 'all join links', 'which join links are active'],
    route: 'GET /v1/orgs/{organizationId}/link-invites',
    effect: 'read',
    query: { ...paging },
    output: listOf(InviteLinkToOrganization),
  }),
  createInviteLink: operation({
    id: 'createOrganizationInvite',
    tool: 'create_invite_link',
    summary: 'Create a link that lets people join.',
    tasks: [
      'a link by which people can join',
      'let people join the organization by a link',
      'generate a join link',
      'an address by which new colleagues join',
    ],
    route: 'POST /v1/orgs/{organizationId}/link-invites',
    effect: 'create',
    confirm: everyCall('Anyone with the link will be able to join.'),
    body: {
      role: Role.nullable().optional().meta(onDemand('in the organization')),
      level: Role.optional().meta(onDemand('in a space or collection')),
      space: SpaceId.optional(),
      collection: idOf('collection').optional(),
    },
    check: checkInvite,
    output: OrganizationInviteLink,
  }),
};
