import type { Accessed } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { organizationPermissions } from '../auth/roles.ts';
import type { CustomFieldRow, OrganizationRow } from '../organization/schema.ts';
import { app, location, present } from './context.ts';

export function organizationObject(context: Context, { row, role }: Accessed<OrganizationRow>) {
  return {
    object: 'organization' as const,
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    emailDomains: JSON.parse(row.email_domains) as string[],
    type: row.type,
    defaultRole: row.default_role,
    sso: row.sso === 1,
    ai: row.ai === 1,
    inviteLinks: row.invite_links === 1,
    plan: row.plan,
    mergeRules: { type: 'none' as const },
    ...present({
      hostname: row.hostname,
      useCase: row.use_case,
      communityType: row.community_type,
      defaultContent: row.default_content && JSON.parse(row.default_content),
    }),
    urls: {
      location: location(context, `/orgs/${row.id}`),
      app: app(context, `/o/${row.id}`),
      ...present({ logo: row.logo }),
    },
    trial: { status: 'notapplicable' as const, count: 0 },
    permissions: organizationPermissions(role),
  };
}

export function customFieldObject(context: Context, row: CustomFieldRow) {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    type: row.type,
    placeholder: row.placeholder,
    ...(row.options !== null && { options: JSON.parse(row.options) as string[] }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: location(context, `/orgs/${row.organization}/custom-fields/${row.name}`) },
  };
}
