import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { Actor } from '../content/draft.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import type { SpaceRow } from '../spaces/schema.ts';
import type { Database } from '../store/database.ts';
import { lastPosition, movedPosition, type SiblingPlace } from '../store/order.ts';
import { checkGroup, itemsIn, requireLevels, requireRoom } from './navigation.ts';
import { checkPath, freePath } from './paths.ts';
import type { SectionGroupRow, SectionRow, SiteRow } from './schema.ts';
import { addSiteSpace, siteSpacesIn } from './site-spaces.ts';
import { externalLinks, makeDefault, sectionGroups, sections, siteSpaces } from './tables.ts';

type Maker = Pick<Actor, 'newId'>;

/** A section with its place on the site: the positions of its groups, the outermost first, and its own. */
export type OrderedSection = SectionRow & { place: string };

/** All sections of a site in its order, those of a group together. */
export function sectionsInOrder(db: Database, site: string): OrderedSection[] {
  // A space sorts before every character of a position.
  return db.all<OrderedSection>(
    `WITH RECURSIVE placed(id, place) AS (
       SELECT id, position FROM site_section_group WHERE site = ? AND parent IS NULL
       UNION ALL SELECT deeper.id, placed.place || ' ' || deeper.position
         FROM site_section_group AS deeper JOIN placed ON deeper.parent = placed.id
     )
     SELECT section.*, IIF(placed.id IS NULL, '', placed.place || ' ') || section.position AS place
     FROM site_section AS section LEFT JOIN placed ON placed.id = section.section_group
     WHERE section.site = ? ORDER BY place`,
    site,
    site,
  );
}

export function sectionsInGroup(db: Database, group: string): SectionRow[] {
  const sql = 'SELECT * FROM site_section WHERE section_group = ? ORDER BY position';
  return db.all<SectionRow>(sql, group);
}

/**
 * Adds a section that shows one space. In a site without sections, the content at the root first moves into a default
 * section of its own: a site has sections or site-spaces at its root, never both. 409, 422.
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
  {
    defaultSiteSpace,
    ...columns
  }: Partial<Record<'title' | 'path' | 'defaultSiteSpace', string | undefined>> &
    Partial<Record<'description' | 'condition' | 'icon', string | null | undefined>>,
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
export function moveSection(db: Database, section: SectionRow, place: SiblingPlace): void {
  const siblings = itemsIn(db, section.site, section.section_group);
  sections.update(db, section.id, { position: movedPosition(siblings, section.id, place) });
}

/** Adds a group with these sections in the order given; they leave the groups that they were in. 404, 422. */
export function addSectionGroup(
  db: Database,
  maker: Maker,
  site: string,
  given: { title: string; icon: string | null; sections: readonly string[] },
): SectionGroupRow {
  requireRoom(db, site);
  const known = new Set(sections.all(db, site).map(({ id }) => id));
  for (const id of given.sections) if (!known.has(id)) sections.get(db, site, id);
  const group = sectionGroups.insert(db, {
    id: maker.newId(),
    site,
    parent: null,
    position: lastPosition(itemsIn(db, site, null)),
    title: given.title,
    icon: given.icon,
  });
  const positions = generateNKeysBetween(null, null, given.sections.length);
  putAll(
    db,
    sections,
    group.id,
    given.sections.map((id, index) => ({ id, position: positions[index] ?? '' })),
  );
  return group;
}

/** Places sections, links or groups in a group or, with null, in the site itself: hundreds with one statement. */
function putAll(
  db: Database,
  { name }: { name: string },
  group: string | null,
  places: readonly { id: string; position: string }[],
): void {
  const column = name === sectionGroups.name ? 'parent' : 'section_group';
  db.run(
    `UPDATE ${name} SET ${column} = ?, position = placed.value ->> 'position'
     FROM json_each(?) AS placed WHERE ${name}.id = placed.value ->> 'id'`,
    ...[group, JSON.stringify(places)],
  );
}

/** Adds a section at the end of a group; 409 if the group already contains it. */
export function addToGroup(db: Database, group: SectionGroupRow, section: SectionRow): void {
  if (section.section_group === group.id) throw conflict('The section is in this group already');
  putSection(db, section, group.id);
}

/** Moves a section out of its group, to the position after it; 404 if it was not in the group. */
export function removeFromGroup(db: Database, group: SectionGroupRow, section: SectionRow): void {
  if (section.section_group !== group.id) throw notFound('Section in this group');
  const { after } = neighbours(db, group);
  const position = generateKeyBetween(group.position, after);
  sections.update(db, section.id, { section_group: group.parent, position });
}

export function moveSectionGroup(db: Database, group: SectionGroupRow, place: SiblingPlace): void {
  const position = movedPosition(itemsIn(db, group.site, group.parent), group.id, place);
  sectionGroups.update(db, group.id, { position });
}

/** Removes a group; its contents take its position. */
export function deleteSectionGroup(db: Database, group: SectionGroupRow): void {
  const { before, after } = neighbours(db, group);
  const members = itemsIn(db, group.site, group.id);
  const positions = generateNKeysBetween(before, after, members.length);
  const places = members.map((item, index) => ({ ...item, position: positions[index] ?? '' }));
  for (const table of [sections, externalLinks, sectionGroups])
    putAll(db, table, group.parent, places);
  sectionGroups.delete(db, group.site, group.id);
}

/** Removes a section with its contents. If it was the default, the first remaining one becomes the default. */
export function deleteSection(db: Database, { id, site, is_default }: SectionRow): void {
  sections.delete(db, site, id);
  const [first] = sectionsInOrder(db, site);
  if (is_default === 1 && first) sections.update(db, first.id, { is_default: 1 });
}

/** Moves a section to the end of a group or, with null, of the site itself. 400 */
export function regroupSection(db: Database, section: SectionRow, group: string | null): void {
  checkGroup(db, section.site, 'siteSectionGroupId', group);
  if (section.section_group !== group) putSection(db, section, group);
}

/** Moves a group with its contents to the end of another group or, with null, of the site itself. 400, 422 */
export function regroupSectionGroup(
  db: Database,
  group: SectionGroupRow,
  parent: string | null,
): void {
  checkGroup(db, group.site, 'parentSectionGroupId', parent);
  for (let above = parent; above !== null; ) {
    if (above === group.id) {
      throw badRequest('body.parentSectionGroupId: a group cannot be in itself');
    }
    above = sectionGroups.get(db, group.site, above).parent;
  }
  if (group.parent === parent) return;
  if (parent !== null) requireLevels(db, group.site, group.id, parent);
  const position = lastPosition(itemsIn(db, group.site, parent));
  sectionGroups.update(db, group.id, { parent, position });
}

function putSection(db: Database, { id, site }: SectionRow, group: string | null): void {
  const position = lastPosition(itemsIn(db, site, group));
  sections.update(db, id, { section_group: group, position });
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
  requireRoom(db, site.id);
  const existing = sections.all(db, site.id);
  return sections.insert(db, {
    id: maker.newId(),
    site: site.id,
    section_group: null,
    position: lastPosition(itemsIn(db, site.id, null)),
    is_default: existing.length === 0 ? 1 : 0,
    // A space may have a shorter title than a section.
    title: title.length < 2 ? site.title : title,
    path: freePath(title, existing),
    description: null,
    condition: null,
    icon: null,
  });
}

/** The siblings of a group. */
function neighbours(db: Database, group: SectionGroupRow) {
  const all = itemsIn(db, group.site, group.parent);
  const at = all.findIndex(({ id }) => id === group.id);
  return { before: all[at - 1]?.position ?? null, after: all[at + 1]?.position ?? null };
}
