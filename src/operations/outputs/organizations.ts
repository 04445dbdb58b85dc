import { z } from 'zod';
import { dataOf } from '../data-kinds.ts';
import {
  always,
  flag,
  listOf,
  numeric,
  object,
  objects,
  objectWith,
  strings,
  texts,
  User,
} from './common.ts';

export const Collection = always(
  z.looseObject(texts('id', 'title', 'description', 'organization', 'parent', 'defaultLevel')),
  'id',
  'title',
  'organization',
);
export const Collections = listOf(Collection);

export const Space = always(
  z.looseObject({
    ...texts('id', 'title', 'visibility', 'organization', 'parent', 'revision', 'updatedAt'),
    comments: numeric,
    changeRequests: numeric,
    changeRequestsOpen: numeric,
    changeRequestsDraft: numeric,
    permissions: object,
  }),
  'id',
  'title',
  'organization',
  'revision',
);
export const Spaces = listOf(Space);

export const Organization = always(
  z.looseObject({
    ...texts('id', 'title', 'hostname', 'type', 'plan', 'defaultRole'),
    emailDomains: strings,
    sso: flag,
    ai: flag,
    inviteLinks: flag,
    permissions: object,
  }),
  'id',
  'title',
);
export const Organizations = listOf(Organization);
export const OrganizationsOfDomain = z.looseObject({
  organizations: z.array(Organization).optional(),
});

export const Invite = z.looseObject(texts('id', 'role', 'level'));

const Member = z.looseObject({ ...texts('id', 'role'), user: User.optional(), disabled: flag });
export const TeamMembers = listOf(
  z.looseObject({
    organization: Member.optional(),
    team: z.looseObject(texts('role')).optional(),
  }),
);

export const SamlProvider = z.looseObject({
  ...texts('id', 'label', 'ssoURL', 'entityID', 'certificate', 'defaultRole', 'status'),
  defaultTeam: z.looseObject(texts('id', 'title')).optional(),
  service: z
    .looseObject({
      ...texts('acsURL', 'startURL'),
      entityID: dataOf('address', z.string().optional()),
    })
    .optional(),
});
export const SamlProviders = listOf(SamlProvider);
export const SsoLogins = z.looseObject({
  items: z.array(z.looseObject(texts('id', 'label', 'startURL'))).optional(),
});

export const CustomField = z.looseObject({
  ...texts('id', 'name', 'title', 'description', 'type', 'placeholder'),
  options: strings,
});
export const CustomFields = listOf(CustomField);
export const CustomFieldValues = z.looseObject({
  items: z
    .array(z.looseObject({ customField: CustomField.optional(), value: z.unknown().optional() }))
    .optional(),
});

export const TranslationSettings = z.looseObject({ ...texts('id', 'title'), languages: strings });
export const TranslationSettingsList = listOf(TranslationSettings);

export const ApiInformation = z.looseObject(texts('version', 'build'));

export const AuditEvent = z.looseObject({
  ...texts('id', 'source', 'occurredAt', 'action'),
  actor: object,
  target: object,
});

export const AuditEventDetails = z.looseObject({
  ...texts(
    'id',
    'source',
    'occurredAt',
    'action',
    'executionId',
    'correlationId',
    'causedByEventId',
  ),
  actor: object,
  target: object,
  schemaVersion: numeric,
  payload: object,
});

export const GlossaryEntry = z.looseObject({
  ...texts('id', 'createdAt', 'updatedAt'),
  translations: object,
});

export const InviteLinkToOrganization = z.looseObject({ ...texts('id'), redundant: flag });

export const InviteMembersResult = z.looseObject({
  users: strings,
  invited: numeric,
  failedSSOEmails: strings,
});

export const ListMemberTeamsItem = z.looseObject({ team: object, member: object });

export const MemberContentPermission = z.looseObject({ ...texts('permission'), space: object });

export const OrganizationAIUsage = z.looseObject({
  ...texts('from', 'to'),
  periods: objects,
});

export const OrganizationAgentInstructions = z.looseObject({
  ...texts('updatedAt', 'updatedBy'),
  instructions: object,
});

export const OrganizationInviteLink = z.looseObject({
  ...texts('id'),
  redundant: flag,
  space: object,
  collection: object,
});

export const OrganizationMember = always(
  z.looseObject({
    ...texts('id', 'joinedAt', 'lastSeenAt'),
    user: objectWith<{ id: string; displayName?: string; email?: string }>(),
    disabled: flag,
    sso: flag,
    spaces: numeric,
    teams: numeric,
    sites: numeric,
  }),
  'id',
  'user',
);

export const OrganizationTeam = always(
  z.looseObject({
    ...texts('id', 'title', 'createdAt'),
    members: numeric,
    spaces: numeric,
  }),
  'id',
  'title',
);
