import { z } from 'zod';
import { openOrganization } from '../auth/access.ts';
import { badRequest } from '../errors.ts';
import { queryBoolean } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { siteObject } from '../serializers/site.ts';
import { siteTarget, siteUrl } from '../serializers/site-url.ts';
import { openSite, type SiteContext } from '../sites/open.ts';
import type { SiteType } from '../sites/schema.ts';
import { siteSpacePath } from '../sites/site-spaces.ts';
import { updateSite } from '../sites/sites.ts';
import { siteSpaces } from '../sites/tables.ts';
import { signPreview, visitorKey } from '../sites/visitor-key.ts';
import { newId } from '../store/ids.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';

/** Free plans of organizations, and paid types of sites. */
const FREE_PLANS: ReadonlySet<string> = new Set(['free', 'free_2024']);
const PAID_TYPES: ReadonlySet<SiteType> = new Set(['premium', 'ultimate', 'legacy-premium']);

export const sitePublishingRoutes: readonly Route[] = [
  route(`POST ${SITE}/publish`, {
    profile: 'current',
    handle: (call) => {
      const context = openSite(call, 'admin');
      const { row: organization } = openOrganization(call, context.site.organization);
      if (FREE_PLANS.has(organization.plan) && PAID_TYPES.has(context.site.type)) {
        return { type: 'checkout', sessionId: newId() };
      }
      return published(context, true);
    },
  }),

  route(`POST ${SITE}/unpublish`, {
    profile: 'current',
    handle: (call) => published(openSite(call, 'admin'), false),
  }),

  route(`GET ${SITE}/publishing/preview`, {
    profile: 'current',
    // Claims have no effect: conditions are not evaluated, and content with a condition is not shown to the public.
    query: z.object({
      siteSpace: z.string().optional(),
      claims: z.string().optional(),
      draft: queryBoolean.optional(),
      target: z.string().optional(),
    }),
    prepare: (call) => {
      const key = call.db.read(() => visitorKey(call.db, openSite(call).site.id));
      return signPreview(key);
    },
    handle: (call, token) => {
      const context = openSite(call);
      const url = new URL(placeOf(context, call.query));
      url.searchParams.set('preview', token);
      return { url: url.href };
    },
  }),
];

function published(context: SiteContext, isPublished: boolean) {
  const site = updateSite(context.db, context.site, { published: Number(isPublished) });
  return siteObject({ ...context, site });
}

/** The preview address. 400 for a site-space that the site does not show, and for a target outside of the site. */
function placeOf(context: SiteContext, given: { siteSpace?: string; target?: string }): string {
  const { db, site } = context;
  const start = siteTarget(context);
  if (given.target !== undefined) return start + pathOf(context, given.target);
  if (given.siteSpace === undefined) return start;
  const row = siteSpaces.find(db, site.id, given.siteSpace);
  if (!row) throw badRequest(`query.siteSpace: the site has no site space ${given.siteSpace}`);
  return [start, ...siteSpacePath(db, row).map(encodeURIComponent)].join('/');
}

/** The path below the address of the site. */
function pathOf(context: SiteContext, target: string): string {
  const starts = [siteTarget(context), siteUrl(context)];
  const href = URL.canParse(target) ? new URL(target).href : '';
  const start = starts.find(
    (base) => href === base || (/^[/?#]/.test(href.slice(base.length)) && href.startsWith(base)),
  );
  if (start === undefined) {
    throw badRequest(`query.target: must be an address of the site, which is at ${starts[0]}`);
  }
  return href.slice(start.length);
}
