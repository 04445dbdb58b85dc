import type { ContentState } from '../../content/model.ts';
import { primaryHead, stateAt } from '../../content/revisions.ts';
import type { SectionRow, SiteRow, SiteSpaceRow } from '../../sites/schema.ts';
import { sectionsInOrder } from '../../sites/sections.ts';
import { siteSpacesIn } from '../../sites/site-spaces.ts';
import type { Database } from '../../store/database.ts';
import { step } from '../../workers/computed.ts';
import type { Audience } from './audience.ts';

/** A space as a site shows it. */
export interface PublishedSpace {
  id: string;
  title: string;
  /** Path segments below the site's address. */
  path: string[];
  section: SectionRow | undefined;
  isDefault: boolean;
  state: ContentState;
}

/** The spaces that a site shows to an audience, in order. Others get turns between sections. */
export function placesOf(db: Database, site: SiteRow, audience: Audience): PublishedSpace[] {
  const shown = <T extends { condition: string | null }>({ condition }: T) =>
    audience === 'member' || site.adaptive_content === 0 || condition === null;
  const sections = sectionsInOrder(db, site.id);
  const holders = sections.length > 0 ? sections.filter(shown) : [undefined];
  return holders.flatMap((section) =>
    step(JSON.stringify(['places', site, audience, section]), () =>
      siteSpacesIn(db, site.id, section?.id ?? null)
        .filter(shown)
        .flatMap((row) => placeIn(db, section, row)),
    ),
  );
}

/**
 * The published space at an address, and the rest of the address: the path of a page. Without the path of a section or
 * a space in it, the default one counts. Undefined if there is none.
 */
export function placeOf(
  db: Database,
  site: SiteRow,
  audience: Audience,
  segments: readonly string[],
): { place: PublishedSpace; rest: readonly string[] } | undefined {
  const places = placesOf(db, site, audience);
  const hasSections = places.some(({ section }) => section);
  const [name, ...behind] = segments;
  const candidates = hasSections
    ? places.filter(({ section }) =>
        name === undefined ? section?.is_default === 1 : section?.path === name,
      )
    : places;
  // This audience may not see the default section.
  const open = candidates.length > 0 || name !== undefined ? candidates : places;
  const rest = hasSections ? behind : segments;
  const named = open.find(({ path }) => path.at(-1) === rest[0]);
  if (named) return { place: named, rest: rest.slice(1) };
  const place = open.find(({ isDefault }) => isDefault) ?? open[0];
  return place && { place, rest };
}

function placeIn(
  db: Database,
  section: SectionRow | undefined,
  row: SiteSpaceRow,
): PublishedSpace[] {
  const sql = 'SELECT title FROM space WHERE id = ? AND deleted_at IS NULL';
  const space = db.get<{ title: string }>(sql, row.space);
  if (!space) return [];
  return [
    {
      id: row.id,
      title: space.title,
      path: section ? [section.path, row.path] : [row.path],
      section,
      isDefault: row.is_default === 1,
      state: stateAt(primaryHead(db, row.space)),
    },
  ];
}
