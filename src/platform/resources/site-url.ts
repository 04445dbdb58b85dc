import type { SiteContext } from '../sites/open.ts';

/** What addresses of a site are made from. */
export type Addressed = Pick<SiteContext, 'origin' | 'site' | 'shareKey'>;

/** Where the platform itself would show the site. */
export function siteTarget({ origin, site }: Addressed): string {
  return `${origin}/docs/${site.organization}/${encodeURIComponent(site.basename ?? site.id)}`;
}

/**
 * Where a part of a published site is shown. None while the site is not published, and none on a site for holders of
 * a share link without the key of one.
 */
export function publishedUrls(
  context: Addressed,
  ...path: string[]
): { published?: string | undefined } {
  const { site, shareKey } = context;
  if (site.published === 0 || (site.visibility === 'share-link' && !shareKey)) return {};
  return { published: siteUrl(context, ...path) };
}

/** Where a part of a site is shown while it is published, with the key of a share link where there is one. */
export function siteUrl(context: Addressed, ...path: string[]): string {
  const { site, shareKey } = context;
  const base = site.proxy === null ? siteTarget(context) : `https://${site.proxy}`;
  const segments = shareKey && site.visibility === 'share-link' ? [shareKey, ...path] : path;
  return [base, ...segments.map(encodeURIComponent)].join('/');
}
