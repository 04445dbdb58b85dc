import type { Context } from '../auth/context.ts';
import type { SiteContext } from '../sites/open.ts';
import type { SiteRow, SiteSpaceRow } from '../sites/schema.ts';
import { opensSite } from '../sites/share-links.ts';
import { siteSpacePath } from '../sites/site-spaces.ts';
import { location } from './context.ts';

/** The data for addresses of a site. */
export type Addressed = Pick<SiteContext, 'origin' | 'site' | 'shareKey'>;

/** API address of a site, or of a path below it. */
export function siteLocation(context: SiteContext, below = ''): string {
  return location(context, `/orgs/${context.site.organization}/sites/${context.site.id}${below}`);
}

/** The site's address on the platform itself. */
export function siteTarget({ origin, site }: Addressed): string {
  return `${origin}/docs/${site.organization}/${encodeURIComponent(site.basename ?? site.id)}`;
}

/**
 * The public address of a part of a published site. None if the site is not published, or is for holders of a share
 * link and there is no key.
 */
export function publishedUrls(context: Addressed, ...path: string[]): { published?: string } {
  const { site, shareKey } = context;
  if (site.published === 0 || (site.visibility === 'share-link' && !shareKey)) return {};
  return { published: siteUrl(context, ...path) };
}

/** The address of a part of a site when published, with the key of a share link if there is one. */
export function siteUrl(context: Addressed, ...path: string[]): string {
  const { site, shareKey } = context;
  const base = site.proxy === null ? siteTarget(context) : `https://${site.proxy}`;
  const segments = shareKey && site.visibility === 'share-link' ? [shareKey, ...path] : path;
  return [base, ...segments.map(encodeURIComponent)].join('/');
}

/** The address of a space on the first site that shows it to members and holders of the key; empty if none does. */
export function shownAt(context: Context, space: string, shareKey: string | undefined) {
  const rows = context.db.all<SiteSpaceRow>('SELECT * FROM site_space WHERE space = ?', space);
  for (const row of rows) {
    const site = context.db.get<SiteRow>('SELECT * FROM site WHERE id = ?', row.site);
    if (!site) continue;
    const key = opensSite(context.db, site.id, shareKey) ? shareKey : undefined;
    const path = siteSpacePath(context.db, row);
    const { published } = publishedUrls({ ...context, site, shareKey: key }, ...path);
    if (published !== undefined) return { published };
  }
  return {};
}
