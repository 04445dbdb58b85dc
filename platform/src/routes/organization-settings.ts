import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import type { Role } from '../auth/roles.ts';
import { counted } from '../counted.ts';
import { badRequest, conflict } from '../errors.ts';
import { roleOrGuest } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import type { OrganizationRow } from '../organization/schema.ts';
import { organizationObject } from '../serializers/organization.ts';
import type { Database } from '../store/database.ts';
import { updateRow } from '../store/rows.ts';

const hostname = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/,
    'must be 3 to 32 lower-case letters, digits and hyphens, without a hyphen at its ends',
  );

const domain = z.hostname('must be a domain name, such as example.com').toLowerCase();

export const organizationSettingsRoutes: readonly Route[] = [
  route('PATCH /v1/orgs/{organizationId}', {
    body: z.object({
      title: z.string().min(2).max(255).optional(),
      emailDomains: counted(100, z.array(domain)).optional(),
      hostname: hostname.optional(),
      defaultRole: roleOrGuest.optional(),
      defaultContent: z
        .object({ type: z.literal('site'), site: z.string() })
        .nullable()
        .optional(),
      logo: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .nullable()
        .optional(),
      sso: z.boolean().optional(),
      ai: z.boolean().optional(),
      inviteLinks: z.boolean().optional(),
    }),
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      const { emailDomains, hostname, defaultRole, defaultContent, inviteLinks, ...given } =
        call.body;
      checkHostname(call.db, row.id, hostname);
      checkSite(call.db, row.id, defaultContent?.site);
      updateRow(call.db, 'organization', row.id, {
        ...given,
        email_domains: emailDomains && JSON.stringify([...new Set(emailDomains)]),
        hostname,
        default_role: defaultRole,
        default_content: defaultContent && JSON.stringify(defaultContent),
        invite_links: inviteLinks,
      });
      return organizationObject(call, openOrganization(call, row.id));
    },
  }),

  route('GET /v1/email-domains/{emailDomain}/orgs', {
    handle: (call) => {
      const domain = call.params.emailDomain.toLowerCase();
      const own = call.user.email?.toLowerCase().endsWith(`@${domain}`) ?? false;
      const organizations = call.db.all<OrganizationRow & { role: Role | null }>(
        `SELECT organization.*, member.role FROM organization
           LEFT JOIN member ON member.organization = organization.id AND member.user = ?
         WHERE EXISTS (SELECT 1 FROM json_each(organization.email_domains) WHERE value = ?)
           AND (member.user IS NOT NULL OR ?) ORDER BY organization.id`,
        call.user.id,
        domain,
        own,
      );
      return {
        organizations: organizations.map((row) =>
          organizationObject(call, { row, role: row.role }),
        ),
      };
    },
  }),
];

function checkHostname(db: Database, organization: string, hostname: string | undefined): void {
  if (hostname === undefined) return;
  const sql = 'SELECT 1 FROM organization WHERE hostname = ? AND id <> ?';
  if (db.get(sql, hostname, organization)) {
    throw conflict(`The hostname ${hostname} is taken by another organization`);
  }
}

function checkSite(db: Database, organization: string, site: string | undefined): void {
  if (site === undefined) return;
  if (!db.get('SELECT 1 FROM site WHERE organization = ? AND id = ?', organization, site)) {
    throw badRequest(`body.defaultContent: the organization has no site ${site}`);
  }
}
