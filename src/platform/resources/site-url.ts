import type { SiteContext } from '../sites/open.ts';

/** Where the platform itself would show the site. */
export function siteTarget({ origin, site }: SiteContext): string {
  return `${origin}/docs/${site.organization}/${encodeURIComponent(site.basename ?? site.id)}`;
}

/**
 * Where a part of a published site is shown. None while the site is not published, and none on a site for holders of
 * a share link without the key of one.
 */
export function publishedUrls(
  context: SiteContext,
  ...path: string[]
): { published?: string | undefined } {
  const { site, shareKey } = context;
  const isShared = site.visibility === 'share-link';
  if (site.published === 0 || (isShared && shareKey === undefined)) return {};
  const base = site.proxy === null ? siteTarget(context) : `https://${site.proxy}`;
  const segments = shareKey !== undefined && isShared ? [shareKey, ...path] : path;
  return { published: [base, ...segments.map(encodeURIComponent)].join('/') };
}
