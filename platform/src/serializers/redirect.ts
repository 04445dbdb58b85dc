import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { pagePathOf } from '../content/tree.ts';
import type { RedirectDestination } from '../sites/redirects.ts';
import type { RedirectRow } from '../sites/schema.ts';
import { siteSpacePath } from '../sites/site-spaces.ts';
import { sections, siteSpaces } from '../sites/tables.ts';
import type { Database } from '../store/database.ts';
import { present } from './context.ts';
import { type Addressed, siteUrl } from './site-url.ts';

export function redirectObject(row: RedirectRow) {
  return {
    object: 'site-redirect' as const,
    id: row.id,
    source: row.source,
    draft: row.draft === 1,
    captureWildcard: row.capture_wildcard === 1,
    permanent: row.permanent === 1,
    destination: destinationOf(row),
    createdAt: row.created_at,
    ...present({ updatedAt: row.updated_at }),
  };
}

/** The target of the redirect from `path`; undefined if its page was deleted. */
export function redirectTarget(
  context: Addressed & { db: Database },
  row: RedirectRow,
  path: string,
): string | undefined {
  const url = destinationUrl(context, row);
  if (url === undefined || row.capture_wildcard === 0 || !row.source.endsWith('*')) return url;
  // The slash before the asterisk is a separator: it is neither matched nor doubled.
  const bySegment = row.source.endsWith('/*');
  const matched = path.slice(row.source.length - 1);
  const target = new URL(url);
  target.pathname = bySegment
    ? `${target.pathname.replace(/\/$/, '')}/${matched}`
    : target.pathname + matched;
  return target.href;
}

function destinationOf({
  kind,
  site_space,
  page,
  site_section,
  url,
}: RedirectRow): RedirectDestination {
  switch (kind) {
    case 'site-page':
      return { kind, siteSpaceId: site_space ?? '', pageId: page ?? '' };
    case 'site-space':
      return { kind, siteSpaceId: site_space ?? '' };
    case 'site-section':
      return { kind, siteSectionId: site_section ?? '' };
    case 'external':
      return { kind, url: url ?? '' };
  }
}

function destinationUrl(
  context: Addressed & { db: Database },
  row: RedirectRow,
): string | undefined {
  const { db, site } = context;
  if (row.url !== null) return row.url;
  if (row.site_section !== null) {
    return siteUrl(context, sections.get(db, site.id, row.site_section).path);
  }
  const siteSpace = siteSpaces.get(db, site.id, row.site_space ?? '');
  const place = siteSpacePath(db, siteSpace);
  if (row.page === null) return siteUrl(context, ...place);
  const state = stateAt(primaryHead(db, siteSpace.space));
  const page = pages.find(db, state, row.page);
  return page && siteUrl(context, ...place, ...pagePathOf(db, state, page).split('/'));
}
