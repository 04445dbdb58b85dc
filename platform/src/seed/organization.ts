import { z } from 'zod';
import { ROLES } from '../auth/roles.ts';
import { setValues } from '../organization/custom-fields.ts';
import {
  customFields,
  invites,
  samlProviders,
  teams,
  translationSettings,
} from '../organization/owned.ts';
import { FIELD_TYPES, TEAM_ROLES } from '../organization/schema.ts';
import { putTeamMember } from '../organization/teams.ts';
import { insertRow } from '../store/rows.ts';
import { readDemoText } from './demo.ts';
import type { Seeder } from './seeder.ts';

const role = z.enum(ROLES).nullable();

const OrganizationData = z.object({
  others: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      emailDomains: z.array(z.string()),
      members: z.record(z.string(), role),
    }),
  ),
  invites: z.array(
    z.object({
      id: z.string(),
      role,
      space: z.string().optional(),
      collection: z.string().optional(),
    }),
  ),
  teams: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      members: z.record(z.string(), z.enum(TEAM_ROLES)),
    }),
  ),
  samlProviders: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      entityID: z.string(),
      ssoURL: z.string(),
      certificate: z.string(),
      defaultTeam: z.string(),
      defaultRole: role,
    }),
  ),
  translationSettings: z.array(
    z.object({ id: z.string(), title: z.string(), languages: z.array(z.string()) }),
  ),
  customFields: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(FIELD_TYPES),
      title: z.string(),
      description: z.string(),
      placeholder: z.string(),
      options: z.array(z.string()).optional(),
      values: z.record(z.string(), z.unknown()),
    }),
  ),
});

type GivenOrganization = z.output<typeof OrganizationData>;

/** The columns of every object that the demonstration organization owns. */
interface Owned {
  organization: string;
  created_at: string;
}

/** Writes the parts of the demonstration organization besides content, and the other organizations. */
export function seedOrganization(seeder: Seeder): void {
  const data = OrganizationData.parse(JSON.parse(readDemoText('organization.json')));
  const owned = { organization: seeder.demo.organization.id, created_at: seeder.now() };
  for (const other of data.others) seedOther(seeder, other, owned.created_at);
  for (const invite of data.invites) seedInvite(seeder, invite, owned);
  for (const team of data.teams) seedTeam(seeder, team, owned);
  for (const provider of data.samlProviders) seedProvider(seeder, provider, owned);
  for (const { languages, ...settings } of data.translationSettings) {
    translationSettings.insert(seeder.db, {
      ...owned,
      ...settings,
      languages: JSON.stringify(languages),
      updated_at: owned.created_at,
    });
  }
  for (const field of data.customFields) seedField(seeder, field, owned);
}

function seedOther(seeder: Seeder, given: GivenOrganization['others'][number], at: string): void {
  const { id, title, emailDomains, members } = given;
  insertRow(seeder.db, 'organization', {
    id,
    title,
    type: 'business',
    plan: 'free_2024',
    email_domains: JSON.stringify(emailDomains),
    sso: false,
    ai: true,
    invite_links: true,
    created_at: at,
  });
  for (const [handle, role] of Object.entries(members)) {
    const user = seeder.userId(handle);
    insertRow(seeder.db, 'member', { organization: id, user, role, joined_at: at });
  }
}

function seedInvite(
  seeder: Seeder,
  given: GivenOrganization['invites'][number],
  owned: Owned,
): void {
  const { id, role, space, collection = null } = given;
  const target = { space: space === undefined ? null : seeder.spaceId(space), collection };
  invites.insert(seeder.db, { ...owned, id, role, ...target });
}

function seedTeam(seeder: Seeder, given: GivenOrganization['teams'][number], owned: Owned): void {
  const { members, ...team } = given;
  teams.insert(seeder.db, { ...owned, ...team });
  for (const [handle, role] of Object.entries(members)) {
    putTeamMember(seeder.db, team.id, seeder.userId(handle), role);
  }
}

function seedProvider(
  seeder: Seeder,
  given: GivenOrganization['samlProviders'][number],
  owned: Owned,
): void {
  const { id, label, certificate } = given;
  samlProviders.insert(seeder.db, {
    ...owned,
    id,
    label,
    certificate,
    entity_id: given.entityID,
    sso_url: given.ssoURL,
    default_team: given.defaultTeam,
    default_role: given.defaultRole,
  });
}

function seedField(
  seeder: Seeder,
  given: GivenOrganization['customFields'][number],
  owned: Owned,
): void {
  const { values, options, ...field } = given;
  customFields.insert(seeder.db, {
    ...owned,
    ...field,
    options: options ? JSON.stringify(options) : null,
    updated_at: owned.created_at,
  });
  for (const [slug, value] of Object.entries(values)) {
    const space = { id: seeder.spaceId(slug), organization: owned.organization };
    setValues(seeder.db, space, new Map([[field.name, value]]));
  }
}
