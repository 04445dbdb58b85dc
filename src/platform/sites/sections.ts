import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { SpaceRow } from '../auth/access.ts';
import type { Actor } from '../content/draft.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { lastPosition, movedPosition, type Place, type Placed } from './order.ts';
import { checkPath, freePath } from './paths.ts';
import type { SectionGroupRow, SectionRow, SiteRow } from './schema.ts';
import { addSiteSpace, siteSpacesIn } from './site-spaces.ts';
import { makeDefault, sectionGroups, sections, siteSpaces } from './tables.ts';

type Maker = Pick<Actor, 'newId'>;

/** A section with its place on the site: that of its group, and its own within the group. */
export type OrderedSection = SectionRow & { place: string; place_in_group: string };

/** All sections of a site as they stand on it, those of a group together. */
export function sectionsInOrder(db: Database, site: string): OrderedSection[] {
  return db.all<OrderedSection>(
    `SELECT section.*, COALESCE(in_group.position, section.position) AS place,
       IIF(in_group.id IS NULL, '', section.position) AS place_in_group
     FROM site_section AS section LEFT JOIN site_section_group AS in_group ON in_group.id = section.section_group
     WHERE section.site = ? ORDER BY place, place_in_group`,
    site,
  );
}

export function sectionsInGroup(db: Database, group: string): SectionRow[] {
  const sql = 'SELECT * FROM site_section WHERE section_group = ? ORDER BY position';
  return db.all<SectionRow>(sql, group);
}

/**
 * Adds a section that shows one space. What stood at the root of a site that had no sections moves into a section
 * of its own, the default one, first: a site has sections or site-spaces at its root, never both.
 */
export function addSection(
  db: Database,
  maker: Maker,
  site: SiteRow,
  space: Pick<SpaceRow, 'id' | 'title'>,
  title = space.title,
): SectionRow {
  gatherRoot(db, maker, site);
  const section = insertSection(db, maker, site, title);
  addSiteSpace(db, maker, site.id, section.id, space);
  return section;
}

export function updateSection(
  db: Database,
  section: SectionRow,
  columns: Partial<Record<'title' | 'path', string | undefined>> &
    Partial<Record<'description' | 'condition' | 'icon', string | null | undefined>>,
  defaultSiteSpace: string | undefined,
): void {
  checkPath(columns.path, section.id, sections.all(db, section.site));
  sections.update(db, section.id, columns);
  if (defaultSiteSpace === undefined) return;
  const row = siteSpaces.get(db, section.site, defaultSiteSpace);
  if (row.section !== section.id) {
    throw badRequest(`body.defaultSiteSpace: ${row.id} is not in this section`);
  }
  makeDefault(db, siteSpaces, siteSpacesIn(db, section.site, section.id), row.id);
}

/** Moves a section among those of its group, or among the sections in none and the groups. 400, 409. */
export function moveSection(db: Database, section: SectionRow, place: Place): void {
  const siblings =
    section.section_group === null
      ? topLevel(db, section.site)
      : sectionsInGroup(db, section.section_group);
  sections.update(db, section.id, { position: movedPosition(siblings, section.id, place) });
}

/** Adds a group with these sections in the order given; they leave the groups that they were in. */
export function addSectionGroup(
  db: Database,
  maker: Maker,
  site: string,
  given: { title: string; icon: string | null; sections: readonly string[] },
): SectionGroupRow {
  const members = given.sections.map((id) => sections.get(db, site, id));
  const group = sectionGroups.insert(db, {
    id: maker.newId(),
    site,
    position: lastPosition(topLevel(db, site)),
    title: given.title,
    icon: given.icon,
  });
  for (const section of members) addToGroup(db, group, section);
  return group;
}

/** Puts a section at the end of a group; 409 when it is in it already. */
export function addToGroup(db: Database, group: SectionGroupRow, section: SectionRow): void {
  if (section.section_group === group.id) throw conflict('The section is in this group already');
  const position = lastPosition(sectionsInGroup(db, group.id));
  sections.update(db, section.id, { section_group: group.id, position });
}

/** Puts a section behind the group that it was in; 404 when it was not. */
export function removeFromGroup(db: Database, group: SectionGroupRow, section: SectionRow): void {
  if (section.section_group !== group.id) throw notFound('Section in this group');
  const { after } = neighbours(db, group);
  const position = generateKeyBetween(group.position, after);
  sections.update(db, section.id, { section_group: null, position });
}

export function moveSectionGroup(db: Database, group: SectionGroupRow, place: Place): void {
  const position = movedPosition(topLevel(db, group.site), group.id, place);
  sectionGroups.update(db, group.id, { position });
}

/** Takes a group away; its sections stand where it stood. */
export function deleteSectionGroup(db: Database, group: SectionGroupRow): void {
  const { before, after } = neighbours(db, group);
  const members = sectionsInGroup(db, group.id);
  const positions = generateNKeysBetween(before, after, members.length);
  for (const [index, { id }] of members.entries()) {
    sections.update(db, id, { section_group: null, position: positions[index] });
  }
  sectionGroups.delete(db, group.site, group.id);
}

function gatherRoot(db: Database, maker: Maker, site: SiteRow): void {
  const root = siteSpacesIn(db, site.id, null);
  if (root.length === 0) return;
  const shown = root.find(({ is_default }) => is_default === 1) ?? root[0];
  const space = db.get<{ title: string }>(
    'SELECT title FROM space WHERE id = ?',
    shown?.space ?? '',
  );
  const section = insertSection(db, maker, site, space?.title ?? site.title);
  db.run('UPDATE site_space SET section = ? WHERE site = ?', section.id, site.id);
}

function insertSection(db: Database, maker: Maker, site: SiteRow, title: string): SectionRow {
  const existing = sections.all(db, site.id);
  return sections.insert(db, {
    id: maker.newId(),
    site: site.id,
    section_group: null,
    position: lastPosition(topLevel(db, site.id)),
    is_default: existing.length === 0 ? 1 : 0,
    // A space may have a shorter title than a section.
    title: title.length < 2 ? site.title : title,
    path: freePath(title, existing),
    description: null,
    condition: null,
    icon: null,
  });
}

/** What stands on the site itself in its order: groups, and sections in none. */
function topLevel(db: Database, site: string): Placed[] {
  return db.all<Placed>(
    `SELECT id, position FROM site_section WHERE site = ? AND section_group IS NULL
     UNION ALL SELECT id, position FROM site_section_group WHERE site = ? ORDER BY position`,
    site,
    site,
  );
}

function neighbours(db: Database, group: SectionGroupRow) {
  const all = topLevel(db, group.site);
  const at = all.findIndex(({ id }) => id === group.id);
  return { before: all[at - 1]?.position ?? null, after: all[at + 1]?.position ?? null };
}
