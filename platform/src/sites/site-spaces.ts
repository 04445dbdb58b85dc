import type { Actor } from '../content/draft.ts';
import { conflict, unprocessable } from '../errors.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { lastPosition, movedPosition, type Positioned, type SiblingPlace } from '../store/order.ts';
import { checkPath, freePath } from './paths.ts';
import type { SiteSpaceRow } from './schema.ts';
import { sections, siteSpaces } from './tables.ts';

/** The number of site-spaces of one site: answers show all of them. */
const MAX_SITE_SPACES = 500;

/** The site-spaces of a section, or with null those at the root of a site, in their order. */
export function siteSpacesIn(db: Database, site: string, section: string | null): SiteSpaceRow[] {
  const sql = 'SELECT * FROM site_space WHERE site = ? AND section IS ? ORDER BY position';
  return db.all<SiteSpaceRow>(sql, site, section);
}

/** The same, as siblings with positions. */
export function placedSiteSpaces(db: Database, site: string, section: string | null): Positioned[] {
  return siteSpacesIn(db, site, section).map(({ id, position }) => {
    return { type: 'site-space', id, position };
  });
}

/** The path segments of a space below the site's address. */
export function siteSpacePath(db: Database, { site, section, path }: SiteSpaceRow): string[] {
  return section === null ? [path] : [sections.get(db, site, section).path, path];
}

export function countSiteSpaces(db: Database, site: string): number {
  const sql = 'SELECT COUNT(*) AS total FROM site_space WHERE site = ?';
  return db.get<{ total: number }>(sql, site)?.total ?? 0;
}

/** The first space of a site; null if it has none. */
export function defaultSpace(db: Database, site: string): string | null {
  const sql = 'SELECT space FROM site_space WHERE site = ? AND section IS ? AND is_default = 1';
  const shown = db.get<{ space: string }>(sql, site, sectionFor(db, site, undefined));
  return shown?.space ?? null;
}

/**
 * The section for an added space: the named one, else the default one; null for the root of a site without sections.
 */
export function sectionFor(db: Database, site: string, named: string | undefined): string | null {
  if (named !== undefined) return sections.get(db, site, named).id;
  return sections.all(db, site).find(({ is_default }) => is_default === 1)?.id ?? null;
}

/** Adds a space at the end of a section or of the root; 409 if the site already shows it, 422 if it shows too many. */
export function addSiteSpace(
  db: Database,
  { newId }: Pick<Actor, 'newId'>,
  site: string,
  section: string | null,
  space: Pick<SpaceRow, 'id' | 'title'>,
): SiteSpaceRow {
  if (db.get('SELECT 1 FROM site_space WHERE site = ? AND space = ?', site, space.id)) {
    throw conflict(`The space ${space.id} is on this site already`);
  }
  if (countSiteSpaces(db, site) >= MAX_SITE_SPACES) {
    throw unprocessable(
      `The site shows ${MAX_SITE_SPACES} spaces already, and no more are possible; show further ones on another site`,
    );
  }
  const siblings = siteSpacesIn(db, site, section);
  return siteSpaces.insert(db, {
    id: newId(),
    site,
    section,
    space: space.id,
    position: lastPosition(siblings),
    is_default: siblings.length === 0 ? 1 : 0,
    path: freePath(space.title, siblings),
    condition: null,
  });
}

export function updateSiteSpace(
  db: Database,
  row: SiteSpaceRow,
  columns: { path?: string; condition?: string | null },
): void {
  checkPath(columns.path, row.id, siteSpacesIn(db, row.site, row.section));
  siteSpaces.update(db, row.id, columns);
}

/** Moves a site-space within its section, or within the root. 400, 409. */
export function moveSiteSpace(db: Database, row: SiteSpaceRow, place: SiblingPlace): void {
  const siblings = placedSiteSpaces(db, row.site, row.section);
  siteSpaces.update(db, row.id, { position: movedPosition(siblings, row.id, place) });
}
