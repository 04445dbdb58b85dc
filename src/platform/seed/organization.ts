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

const Description = z.object({
  others: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      emailDomains: z.array(z.string()),
      members: z.record(z.string(), role),
    }),
  ),
  invites: z.array(z.object({ id: z.string(), role })),
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

/** Writes what the demonstration organization has besides content, and the organizations beside it. */
export function seedOrganization(seeder: Seeder): void {
  const { db, demo } = seeder;
  const described = Description.parse(JSON.parse(readDemoText('organization.json')));
  const at = seeder.now();
  const owned = { organization: demo.organization.id, created_at: at };
  for (const { id, title, emailDomains, members } of described.others) {
    insertRow(db, 'organization', {
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
      insertRow(db, 'member', { organization: id, user, role, joined_at: at });
    }
  }
  for (const invite of described.invites) {
    invites.insert(db, { ...owned, ...invite, space: null, collection: null });
  }
  for (const { members, ...team } of described.teams) {
    teams.insert(db, { ...owned, ...team });
    for (const [handle, role] of Object.entries(members)) {
      putTeamMember(db, team.id, seeder.userId(handle), role);
    }
  }
  for (const { entityID, ssoURL, defaultTeam, defaultRole, ...given } of described.samlProviders) {
    samlProviders.insert(db, {
      ...owned,
      ...given,
      entity_id: entityID,
      sso_url: ssoURL,
      default_team: defaultTeam,
      default_role: defaultRole,
    });
  }
  for (const { languages, ...given } of described.translationSettings) {
    translationSettings.insert(db, {
      ...owned,
      ...given,
      languages: JSON.stringify(languages),
      updated_at: at,
    });
  }
  for (const { values, options, ...field } of described.customFields) {
    customFields.insert(db, {
      ...owned,
      ...field,
      options: options ? JSON.stringify(options) : null,
      updated_at: at,
    });
    for (const [slug, value] of Object.entries(values)) {
      const space = { id: seeder.spaceId(slug), organization: demo.organization.id };
      setValues(db, space, new Map([[field.name, value]]));
    }
  }
}
