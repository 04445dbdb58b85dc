import { z } from 'zod';
import { flag, listOf, numeric, object, strings, texts, User } from './common.ts';

export const Collection = z.looseObject(
  texts('id', 'title', 'description', 'organization', 'parent', 'defaultLevel'),
);
export const Collections = listOf(Collection);

export const Space = z.looseObject({
  ...texts('id', 'title', 'visibility', 'organization', 'parent', 'revision', 'updatedAt'),
  comments: numeric,
  changeRequests: numeric,
  changeRequestsOpen: numeric,
  changeRequestsDraft: numeric,
  permissions: object,
});
export const Spaces = listOf(Space);

export const Organization = z.looseObject({
  ...texts('id', 'title', 'hostname', 'type', 'plan', 'defaultRole'),
  emailDomains: strings,
  sso: flag,
  ai: flag,
  inviteLinks: flag,
  permissions: object,
});
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
  ...texts('id', 'label', 'ssoURL', 'entityID', 'certificate', 'defaultRole'),
  defaultTeam: object,
  service: object,
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
