import { z } from 'zod';
import { everyCall } from './confirm.ts';
import { toolset } from './define.ts';
import { idOf } from './ids.ts';
import { UrlOutput } from './outputs/common.ts';
import { PublishedOrCheckout, Site } from './outputs/sites.ts';

const operation = toolset('publishing', {}, { service: 'current' });

export const publishing = {
  publishSite: operation({
    id: 'publishSite',
    tool: 'publish_site',
    predecessor: 'update_site sets who may see it.',
    summary: 'Make a site public; an unpaid plan returns `checkout`.',
    tasks: [
      'put a site online',
      'turn on a site',
      'make the site go live',
      'publish a site',
      'open the site to the public',
      'launch a docs site publicly',
      'launch the docs site',
      'make the docs public',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/publish',
    effect: 'update',
    confirm: everyCall('Its readers will be able to see it.'),
    output: PublishedOrCheckout,
  }),
  unpublishSite: operation({
    id: 'unpublishSite',
    tool: 'unpublish_site',
    predecessor: 'update_site sets who may see it.',
    summary: 'Take a site offline.',
    tasks: [
      'take a site offline',
      'shut a site down',
      'take the docs site down',
      'hide the docs site from the public',
    ],
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish',
    effect: 'update',
    destructive: true,
    output: Site,
  }),
  getSitePreview: operation({
    id: 'getSitePublishingPreviewById',
    tool: 'get_site_preview',
    summary: 'Get an address that shows a site as readers would see it, for one hour.',
    tasks: [
      'show the site before it is public',
      'see a site as a customer would',
      'preview a site before publishing',
      'see an unpublished site',
    ],
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/publishing/preview',
    effect: 'read',
    query: {
      siteSpace: idOf('siteSpace').optional(),
      claims: z.string().optional(),
      draft: z.boolean().optional(),
      target: z.string().optional(),
    },
    output: UrlOutput,
  }),
};
