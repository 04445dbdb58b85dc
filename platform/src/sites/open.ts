import { openOrganization, permitted, siteRole } from '../auth/access.ts';
import type { Context } from '../auth/context.ts';
import { allows, type Role } from '../auth/roles.ts';
import { notFound } from '../errors.ts';
import type { SiteRow } from './schema.ts';
import { opensSite } from './share-links.ts';
import { findSite } from './tables.ts';

/** The context for showing a part of a site to a caller. */
export interface SiteContext extends Context {
  site: SiteRow;
  /** The key of an active share link that the caller has. */
  shareKey?: string;
}

/** A call whose path names a site. */
export type SiteCall = Context & {
  params: { organizationId: string; siteId: string };
};

/** The site, for a member of its organization; 404 for others, 403 when the role on the site is too small. */
export function openSite(call: SiteCall, needed: Role = 'read'): SiteContext {
  const { db, user, origin, profile, params } = call;
  const { row: organization } = openOrganization(call, params.organizationId);
  const site = findSite(db, organization.id, params.siteId);
  permitted({ row: site, role: siteRole(call, site) }, needed, 'site');
  return { db, user, origin, profile, site };
}

/**
 * The site, for members of its organization and for the audience that it is published for; 404 for others. A token of
 * the platform does not make its user a known visitor of the site.
 */
export function visitSite(call: SiteCall & { query: { shareKey?: string } }): SiteContext {
  const { db, user, origin, profile, params, query } = call;
  const site = findSite(db, params.organizationId, params.siteId);
  const shareKey = opensSite(db, site.id, query.shareKey) ? query.shareKey : undefined;
  if (!allows(siteRole(call, site), 'read') && !isShown(site, shareKey)) throw notFound('Site');
  return { db, user, origin, profile, site, shareKey };
}

function isShown({ published, visibility }: SiteRow, shareKey: string | undefined): boolean {
  if (published === 0) return false;
  if (visibility === 'share-link') return shareKey !== undefined;
  return visibility === 'public' || visibility === 'unlisted';
}
