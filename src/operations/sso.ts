import { z } from 'zod';
import { everyCall, whenAny, whenChanged, whenGiven } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { NoContent } from './outputs/common.ts';
import { SamlProvider, SamlProviders, SsoLogins } from './outputs/organizations.ts';
import { onDemand, paging, Role, Url } from './params.ts';

const operation = toolset('sso');

const label = z.string().min(1).max(30);

const settings = {
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10000).optional(),
  ssoURL: Url.optional(),
  defaultTeam: idOf('team', 'team id').optional(),
  defaultRole: Role.nullable().optional().meta(onDemand('null: guest')),
};

export const sso = {
  listSamlProviders: operation({
    id: 'listSAMLProvidersInOrganizationById',
    tool: 'list_saml_providers',
    summary: 'List the SAML providers of an organization.',
    tasks: ['which identity providers do we use', 'is single sign on set up'],
    route: 'GET /v1/orgs/{organizationId}/saml',
    effect: 'read',
    locatedBy: 'no-space',
    query: paging,
    output: SamlProviders,
  }),
  createSamlProvider: operation({
    id: 'createOrganizationSAMLProvider',
    tool: 'create_saml_provider',
    summary: 'Add a SAML provider.',
    tasks: [
      'single sign on',
      'connect okta or entra',
      'set up single sign on',
      'configure single sign on',
      'set up sso with azure',
    ],
    route: 'POST /v1/orgs/{organizationId}/saml',
    effect: 'create',
    confirm: everyCall('Anyone whom it lets in will be able to sign in.'),
    body: { label, ...settings },
    output: SamlProvider,
  }),
  getSamlProvider: operation({
    id: 'getOrganizationSAMLProviderById',
    tool: 'get_saml_provider',
    summary: 'Read a SAML provider and its service URLs.',
    route: 'GET /v1/orgs/{organizationId}/saml/{samlProviderId}',
    effect: 'read',
    locatedBy: 'no-space',
    output: SamlProvider,
  }),
  deleteSamlProvider: operation({
    id: 'deleteOrganizationSAMLProvider',
    tool: 'delete_saml_provider',
    summary: 'Delete a SAML provider.',
    tasks: ['disconnect single sign on', 'stop signing in with okta'],
    route: 'DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}',
    effect: 'delete',
    output: NoContent,
  }),
  updateSamlProvider: operation({
    id: 'updateOrganizationSAMLProvider',
    tool: 'update_saml_provider',
    summary: 'Change a SAML provider.',
    tasks: ['renew the certificate of single sign on', 'the sign on certificate expires'],
    route: 'PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}',
    effect: 'update',
    confirm: whenAny(
      whenGiven(
        'People will sign in through what it names, and no longer through what it named before.',
        ...['entityID', 'certificate', 'ssoURL'],
      ),
      whenChanged('It changes what people who sign in may do.', 'defaultTeam', 'defaultRole'),
    ),
    body: { label: label.optional(), ...settings },
    output: SamlProvider,
  }),
  listSsoLogins: operation({
    id: 'listSSOProviderLoginsInOrganization',
    tool: 'list_sso_logins',
    summary: 'List the single sign-on logins of an organization.',
    tasks: [
      'where do people start to sign in with single sign on',
      'login address for single sign on',
      'who logged in through sso',
    ],
    route: 'GET /v1/orgs/{organizationId}/sso',
    effect: 'read',
    locatedBy: 'no-space',
    output: SsoLogins,
  }),
};
