import { type Arguments, toolset } from './define.ts';
import { NoContent } from './outputs/common.ts';
import { SiteCustomizationSettings } from './outputs/sites.ts';
import { ContentObject, onDemand } from './params.ts';

const operation = toolset('customization', {}, { service: 'current' });

const customization = ContentObject.meta(onDemand('fields to change; null clears'));

const customizationOf = (body: Arguments) => body.customization as Arguments;

const getSiteCustomization = operation({
  id: 'getSiteCustomizationById',
  tool: 'get_site_customization',
  summary: 'Read how a site looks: its styling, header, footer, languages and more.',
  tasks: [
    'which colours and logo does a site have',
    'which theme does a site use',
    'current colours of a site',
  ],
  route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/customization',
  effect: 'read',
  locatedBy: 'no-space',
  view: 'object',
  output: SiteCustomizationSettings,
});

export const customizations = {
  getSiteCustomization,
  updateSiteCustomization: operation({
    id: 'updateSiteCustomizationById',
    tool: 'update_site_customization',
    aliases: ['set_site_customization'],
    summary: 'Change how a site looks; omitted fields stay.',
    tasks: [
      'change logo and colours of a site',
      'dark theme',
      'change the header or footer of a site',
      'put a link into the header or footer',
      'favicon',
      'font of a site',
      'theme',
      'logo',
      'change colors and logo',
      'put an announcement banner on the site',
      'add links to the footer',
      'switch on dark mode',
    ],
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/customization',
    effect: 'update',
    body: { customization },
    encodeBody: customizationOf,
    replaces: getSiteCustomization,
    output: SiteCustomizationSettings,
  }),
  getSiteSpaceCustomization: operation({
    id: 'getSiteSpaceCustomizationById',
    tool: 'get_site_space_customization',
    summary: 'Read how a space of a site looks where it differs from the site.',
    tasks: ['look of one variant'],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    effect: 'read',
    locatedBy: 'no-space',
    view: 'object',
    output: SiteCustomizationSettings,
  }),
  updateSiteSpaceCustomization: operation({
    id: 'overrideSiteSpaceCustomizationById',
    tool: 'update_site_space_customization',
    summary: 'Override how a space of a site looks; null clears an override.',
    tasks: ['another look for one variant', 'another logo for one space of a site'],
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    effect: 'update',
    body: { customization },
    encodeBody: customizationOf,
    output: SiteCustomizationSettings,
  }),
  deleteSiteSpaceCustomization: operation({
    id: 'deleteSiteSpaceCustomizationById',
    tool: 'delete_site_space_customization',
    summary: 'Let a space of a site look like the site again.',
    tasks: ['variant shall look like the rest of the site', 'reset the look of a variant'],
    route:
      'DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    effect: 'delete',
    output: NoContent,
  }),
};
