import { siteRole } from '../auth/access.ts';
import { sitePermissions } from '../auth/roles.ts';
import type { SiteContext } from '../sites/open.ts';
import type { SiteRow } from '../sites/schema.ts';
import { countSiteSpaces, defaultSpace } from '../sites/site-spaces.ts';
import { sections } from '../sites/tables.ts';
import { app, older, present } from './context.ts';
import { publishedUrls, siteLocation, siteTarget } from './site-url.ts';

export function siteObject(context: SiteContext) {
  const { db, site } = context;
  return {
    object: 'site' as const,
    id: site.id,
    type: site.type,
    appliedType: site.type,
    title: site.title,
    ...present({
      basename: site.basename,
      proxy: site.proxy && { origin: site.proxy, target: siteTarget(context) },
    }),
    visibility: site.visibility,
    defaultLevel: 'inherit' as const,
    permissions: sitePermissions(siteRole(context, site)),
    published: site.published === 1,
    siteSpaces: countSiteSpaces(db, site.id),
    ...older(context, { defaultSpace: defaultSpace(db, site.id) }),
    createdAt: site.created_at,
    adaptiveContent: { enabled: site.adaptive_content === 1 },
    agentsContext: 'excluded' as const,
    features: features(context),
    urls: {
      location: siteLocation(context),
      app: app(context, `/o/${site.organization}/sites/${site.id}`),
      preview: siteTarget(context),
      ...publishedUrls(context),
    },
  };
}

/** The schema of visitor attributes; undefined if the site has none. */
export function adaptiveSchemaObject(site: SiteRow) {
  if (site.adaptive_schema === null) return undefined;
  return {
    object: 'site-adaptive-schema' as const,
    jsonSchema: JSON.parse(site.adaptive_schema) as unknown,
    updatedAt: site.adaptive_schema_updated_at,
  };
}

/** The paid features that the site uses. */
function features({ db, site }: SiteContext) {
  const used = {
    'sites-sections': sections.all(db, site.id).length > 0,
    'sites-adaptive-content': site.adaptive_content === 1,
    'sites-custom-subdirectory': site.proxy !== null,
    'sites-share-links': site.visibility === 'share-link',
    'sites-visitor-authentication': site.visibility === 'visitor-auth',
  };
  return Object.entries(used)
    .filter(([, isUsed]) => isUsed)
    .map(([id]) => ({ id, plan: 'ultimate' as const, frozen: false }));
}
