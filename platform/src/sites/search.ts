import { siteRole, spaceRole } from '../auth/access.ts';
import { allows } from '../auth/roles.ts';
import { primaryHead, stateAt } from '../content/revisions.ts';
import { pages } from '../content/tables.ts';
import { ancestors } from '../content/tree.ts';
import { badRequest } from '../errors.ts';
import { oneStep } from '../search/rank.ts';
import type { PageKey } from '../search/search.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import type { SiteContext } from './open.ts';
import type { SiteSpaceRow } from './schema.ts';
import { sectionsInOrder } from './sections.ts';
import { siteSpacesIn } from './site-spaces.ts';

/** The content of a site to search. */
export type SiteScope =
  | {
      mode: 'default';
      currentSiteSpace?: string;
      restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';
    }
  | { mode: 'specific'; siteSpaceIds: string[] }
  | { mode: 'all' };

/** The spaces in a scope that the caller may see through the site, and which of their pages it lists. */
export interface SearchedSpaces {
  spaces: SpaceRow[];
  lists: (page: PageKey) => boolean;
}

/** The searchable parts in a scope of a site. 400 for a site-space that the site does not show. */
export function searchedIn(context: SiteContext, scope: SiteScope): SearchedSpaces {
  const { db, site } = context;
  const isMember = allows(siteRole(context, site), 'read');
  // Content that depends on a visitor's attributes is only for members, because conditions are not evaluated.
  const hidesConditional = !isMember && site.adaptive_content === 1;
  const shown = <T extends { condition: string | null }>({ condition }: T) =>
    !hidesConditional || condition === null;
  const rows = [
    null,
    ...sectionsInOrder(db, site.id)
      .filter(shown)
      .map(({ id }) => id),
  ]
    .flatMap((section) => siteSpacesIn(db, site.id, section))
    .filter(shown);
  const sql = 'SELECT * FROM space WHERE id = ? AND deleted_at IS NULL';
  const spaces = inScope(rows, scope)
    .flatMap(({ space }) => db.get<SpaceRow>(sql, space) ?? [])
    // Published content is available to everybody who sees the site, whatever their rights on its spaces.
    .filter((space) => site.published === 1 || spaceRole(context, space) !== null);
  return { spaces, lists: (key) => isListed(context, key, hidesConditional) };
}

function inScope(rows: readonly SiteSpaceRow[], scope: SiteScope): SiteSpaceRow[] {
  const find = (field: string, id: string): SiteSpaceRow => {
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw badRequest(`body.scope.${field}: the site has no site space ${id}`);
    return row;
  };
  if (scope.mode === 'all') return [...rows];
  if (scope.mode === 'specific') return scope.siteSpaceIds.map((id) => find('siteSpaceIds', id));
  const defaults = rows.filter(({ is_default }) => is_default === 1);
  if (scope.currentSiteSpace === undefined) return defaults;
  const current = find('currentSiteSpace', scope.currentSiteSpace);
  if (scope.restrictTo === 'currentSiteSpace') return [current];
  const others = defaults.filter(({ id }) => id !== current.id);
  return scope.restrictTo === 'otherSiteSpaces' ? others : [current, ...others];
}

/** Whether readers of the site find the page: it may be hidden, or kept out of searches, or have a condition above it. */
function isListed({ db }: SiteContext, { space, page: id }: PageKey, hidesConditional: boolean) {
  return oneStep(JSON.stringify(['listed', space, id, hidesConditional]), () =>
    isListedPage(db, space, id, hidesConditional),
  );
}

function isListedPage(db: Database, space: string, id: string, hidesConditional: boolean) {
  const state = stateAt(primaryHead(db, space));
  const page = pages.find(db, state, id);
  if (!page || page.attributes.hidden || page.attributes.noIndex) return false;
  const chain = [page, ...ancestors(db, state, page)];
  return !hidesConditional || chain.every(({ attributes }) => attributes.condition === undefined);
}
