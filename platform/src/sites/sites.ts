import { placeOfSite, rolesOf } from '../auth/access.ts';
import type { UserContext } from '../auth/context.ts';
import type { Actor } from '../content/draft.ts';
import { badRequest, conflict } from '../errors.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { newToken } from '../store/ids.ts';
import { insertRow, updateRow } from '../store/rows.ts';
import type { SiteRow, SiteType, SiteVisibility } from './schema.ts';
import { addSiteSpace, sectionFor, siteSpacesIn } from './site-spaces.ts';
import { findSite, makeDefault, sections, siteSpaces } from './tables.ts';

/** Creates an unpublished site with these spaces at its root, the first one as its default. */
export function createSite(
  db: Database,
  actor: Actor,
  organization: string,
  given: { type: SiteType; title: string; visibility: SiteVisibility },
  spaces: readonly SpaceRow[],
): SiteRow {
  const site: SiteRow = {
    id: actor.newId(),
    organization,
    ...given,
    published: 0,
    basename: null,
    proxy: null,
    adaptive_content: 0,
    adaptive_schema: null,
    adaptive_schema_updated_at: null,
    created_at: actor.at,
  };
  insertRow(db, 'site', site);
  insertRow(db, 'site_visitor_key', { site: site.id, key: newToken() });
  for (const space of spaces) addSiteSpace(db, actor, site.id, null, space);
  return site;
}

/** The sites of an organization that the caller may read, the oldest first; optionally only those that show a space. */
export function readableSites(
  caller: UserContext,
  organization: string,
  space?: string,
): SiteRow[] {
  const roleOn = rolesOf(caller, organization);
  return caller.db
    .all<SiteRow>(
      `SELECT * FROM site WHERE organization = ?
         AND (? IS NULL OR id IN (SELECT site FROM site_space WHERE space = ?)) ORDER BY created_at, id`,
      organization,
      space ?? null,
      space ?? null,
    )
    .filter((site) => roleOn(placeOfSite(site)) !== null);
}

/** Sets columns of a site; undefined keeps a value. 409 if its basename is taken in the organization. */
export function updateSite(db: Database, site: SiteRow, columns: Partial<SiteRow>): SiteRow {
  const { basename } = columns;
  const sql = 'SELECT 1 FROM site WHERE organization = ? AND basename = ? AND id <> ?';
  if (basename && db.get(sql, site.organization, basename, site.id)) {
    throw conflict(`The basename ${basename} is taken by another site of the organization`);
  }
  updateRow(db, 'site', site.id, columns);
  return findSite(db, site.organization, site.id);
}

/** Makes a section the default one of its site, then a site-space the default one of the default section or root. */
export function setDefaults(
  db: Database,
  site: string,
  given: { section: string | undefined; siteSpace: string | undefined },
): void {
  if (given.section !== undefined) {
    const { id } = sections.get(db, site, given.section);
    makeDefault(db, sections, sections.all(db, site), id);
  }
  if (given.siteSpace === undefined) return;
  const row = siteSpaces.get(db, site, given.siteSpace);
  const section = sectionFor(db, site, undefined);
  if (row.section !== section) {
    throw badRequest(
      `body.defaultSiteSpace: ${row.id} is not in the default section; name it with defaultSiteSection`,
    );
  }
  makeDefault(db, siteSpaces, siteSpacesIn(db, site, section), row.id);
}
