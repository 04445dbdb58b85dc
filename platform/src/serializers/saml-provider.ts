import type { Context } from '../auth/context.ts';
import type { Role } from '../auth/roles.ts';
import { teams } from '../organization/owned.ts';
import type { SamlProviderRow } from '../organization/schema.ts';
import { location, present } from './context.ts';
import { teamObject } from './team.ts';

/** `role` is the caller's in the organization. */
export function samlProviderObject(context: Context, row: SamlProviderRow, role: Role | null) {
  const { organization, default_team: team } = row;
  return {
    object: 'saml-provider' as const,
    id: row.id,
    label: row.label,
    ...present({
      ssoURL: row.sso_url,
      entityID: row.entity_id,
      certificate: row.certificate,
      defaultTeam: team && teamObject(context, teams.get(context.db, organization, team), role),
    }),
    defaultRole: row.default_role,
    createdAt: row.created_at,
    status: isComplete(row) ? ('active' as const) : ('pending' as const),
    service: {
      acsURL: service(context, row, '/acs'),
      startURL: service(context, row, '/login'),
      entityID: service(context, row),
    },
    urls: { location: location(context, `/orgs/${organization}/saml/${row.id}`) },
  };
}

/** How people log in with a provider. */
export function ssoLoginObject(context: Context, row: SamlProviderRow) {
  return { id: row.id, label: row.label, startURL: service(context, row, '/login') };
}

/** Whether a provider has enough data on the identity provider for people to log in with it. */
export function isComplete({ sso_url, entity_id, certificate }: SamlProviderRow): boolean {
  return Boolean(sso_url && entity_id && certificate);
}

function service({ origin }: Context, row: SamlProviderRow, path = ''): string {
  return `${origin}/saml/${row.id}${path}`;
}
