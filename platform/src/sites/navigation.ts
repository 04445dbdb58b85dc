import { badRequest, unprocessable } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { type Positioned, positionAt, type SiblingPlace } from '../store/order.ts';
import { placedSiteSpaces } from './site-spaces.ts';
import { externalLinks, sectionGroups, sections, siteSpaces } from './tables.ts';

export const ITEM_TYPES = [
  'site-space',
  'site-section',
  'site-section-group',
  'site-external-link',
] as const;

/** A part of a site that has a position among others. */
export interface NavigationItem {
  type: (typeof ITEM_TYPES)[number];
  id: string;
}

/** The contents of a group or, with null, of the site itself: sections, groups and links share one order. */
export function itemsIn(
  db: Database,
  site: string,
  group: string | null,
): (NavigationItem & { position: string })[] {
  return db.all(
    `SELECT 'site-section' AS type, id, position FROM site_section WHERE site = ? AND section_group IS ?
     UNION ALL SELECT 'site-section-group', id, position FROM site_section_group WHERE site = ? AND parent IS ?
     UNION ALL SELECT 'site-external-link', id, position FROM site_external_link
       WHERE site = ? AND section_group IS ?
     ORDER BY position, id`,
    ...[site, group, site, group, site, group],
  );
}

/** Moves a part of a site next to one of its siblings, even if it is already there. 400, 404. */
export function sortItem(
  db: Database,
  site: string,
  item: NavigationItem,
  place: SiblingPlace,
): void {
  const { siblings, put } = KINDS[item.type];
  const position = positionAt(siblings(db, site, item.id), item.id, place);
  if (position !== undefined) put(db, item.id, position);
}

/** The number of sections, groups and links of one site: answers show all of them. */
const MAX_PARTS = 500;

/** The number of levels that groups can nest: answers repeat what is in a group at every level above it. */
const MAX_LEVELS = 4;

/** Refuses, with 422, a further section, group or link of a site that has as many as there can be. */
export function requireRoom(db: Database, site: string): void {
  const found = db.get<{ total: number }>(
    `SELECT (SELECT COUNT(*) FROM site_section WHERE site = ?) + (SELECT COUNT(*) FROM site_section_group WHERE site = ?)
       + (SELECT COUNT(*) FROM site_external_link WHERE site = ?) AS total`,
    ...[site, site, site],
  );
  if ((found?.total ?? 0) >= MAX_PARTS) {
    throw unprocessable(
      `The site has ${MAX_PARTS} sections, section groups and links already, and no more are possible; show further spaces as variants of a section, or on another site`,
    );
  }
}

/** Refuses, with 422, to put a group into one that would nest it deeper than possible. */
export function requireLevels(db: Database, site: string, group: string, parent: string): void {
  const all = sectionGroups.all(db, site);
  const levelsIn = (id: string): number =>
    all.reduce((most, { id: below, parent: above }) => {
      return above === id ? Math.max(most, 1 + levelsIn(below)) : most;
    }, 0);
  let levels = 1 + levelsIn(group);
  for (let id: string | null = parent; id !== null; levels += 1) {
    id = all.find((row) => row.id === id)?.parent ?? null;
  }
  if (levels > MAX_LEVELS) {
    throw unprocessable(
      `Section groups nest ${levels} levels deep here; at most ${MAX_LEVELS} are possible`,
    );
  }
}

/** Refuses, with 400, a group that the site does not have; with null it is the site itself. */
export function checkGroup(db: Database, site: string, field: string, group: string | null): void {
  if (group !== null && !sectionGroups.find(db, site, group)) {
    throw badRequest(`body.${field}: the site has no section group ${group}`);
  }
}

interface NavigationKind {
  siblings: (db: Database, site: string, id: string) => Positioned[];
  put: (db: Database, id: string, position: string) => void;
}

const KINDS: Readonly<Record<NavigationItem['type'], NavigationKind>> = {
  'site-space': {
    siblings: (db, site, id) => placedSiteSpaces(db, site, siteSpaces.get(db, site, id).section),
    put: (db, id, position) => siteSpaces.update(db, id, { position }),
  },
  'site-section': {
    siblings: (db, site, id) => itemsIn(db, site, sections.get(db, site, id).section_group),
    put: (db, id, position) => sections.update(db, id, { position }),
  },
  'site-section-group': {
    siblings: (db, site, id) => itemsIn(db, site, sectionGroups.get(db, site, id).parent),
    put: (db, id, position) => sectionGroups.update(db, id, { position }),
  },
  'site-external-link': {
    siblings: (db, site, id) => itemsIn(db, site, externalLinks.get(db, site, id).section_group),
    put: (db, id, position) => externalLinks.update(db, id, { position }),
  },
};
