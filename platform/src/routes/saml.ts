import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import { badRequest } from '../errors.ts';
import { paging, roleOrGuest } from '../http/input.ts';
import { HttpReply } from '../http/reply.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { ownedPage, samlProviders, teams } from '../organization/owned.ts';
import { isComplete, samlProviderObject, ssoLoginObject } from '../serializers/saml-provider.ts';
import { newId } from '../store/ids.ts';
import { created } from './shared.ts';

const label = z.string().min(1).max(30);

const settings = {
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  ssoURL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  defaultTeam: z.string().optional(),
  defaultRole: roleOrGuest.optional(),
};

export const samlRoutes: readonly Route[] = [
  route('GET /v1/orgs/{organizationId}/saml', {
    query: z.object(paging),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      return ownedPage(call, samlProviders, row.id, (provider) => {
        return samlProviderObject(call, provider, role);
      });
    },
  }),

  route('POST /v1/orgs/{organizationId}/saml', {
    body: z.object({ label, ...settings }),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const { body } = call;
      checkTeam(call, row.id, body.defaultTeam);
      const provider = {
        id: newId(),
        organization: row.id,
        label: body.label,
        entity_id: body.entityID ?? null,
        certificate: body.certificate ?? null,
        sso_url: body.ssoURL ?? null,
        default_team: body.defaultTeam ?? null,
        default_role: body.defaultRole ?? null,
        created_at: new Date().toISOString(),
      };
      samlProviders.insert(call.db, provider);
      return created(samlProviderObject(call, provider, role));
    },
  }),

  route('GET /v1/orgs/{organizationId}/saml/{samlProviderId}', {
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const provider = samlProviders.get(call.db, row.id, call.params.samlProviderId);
      return samlProviderObject(call, provider, role);
    },
  }),

  route('PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}', {
    body: z.object({ label: label.optional(), ...settings }),
    handle: (call) => {
      const { row, role } = openOrganization(call, call.params.organizationId, 'admin');
      const { body } = call;
      const { id } = samlProviders.get(call.db, row.id, call.params.samlProviderId);
      checkTeam(call, row.id, body.defaultTeam);
      samlProviders.update(call.db, id, {
        label: body.label,
        entity_id: body.entityID,
        certificate: body.certificate,
        sso_url: body.ssoURL,
        default_team: body.defaultTeam,
        default_role: body.defaultRole,
      });
      return samlProviderObject(call, samlProviders.get(call.db, row.id, id), role);
    },
  }),

  route('DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}', {
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'admin');
      samlProviders.remove(call.db, row.id, call.params.samlProviderId);
      return HttpReply.noContent();
    },
  }),

  route('GET /v1/orgs/{organizationId}/sso', {
    handle: (call) => {
      const { row } = openOrganization(call, call.params.organizationId, 'read');
      const complete = samlProviders.all(call.db, row.id).filter(isComplete);
      return { items: complete.map((provider) => ssoLoginObject(call, provider)) };
    },
  }),
];

function checkTeam({ db }: Pick<Call, 'db'>, organization: string, team: string | undefined): void {
  if (team !== undefined && !teams.find(db, organization, team)) {
    throw badRequest(`body.defaultTeam: the organization has no team ${team}`);
  }
}
