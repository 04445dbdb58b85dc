import { type PageSection, sectionsOf } from '../markdown/sections.ts';
import { separateWords } from '../markdown/separator.ts';
import { compoundsIn } from '../markdown/word-parts.ts';
import type { Database } from '../store/database.ts';
import { readDocument } from './documents.ts';
import type { ContentState, Page } from './model.ts';
import { pages } from './tables.ts';

/** Updates the index entry of a page to a state of the content; removes it if the page is deleted or hidden from search. */
export function indexPage(db: Database, state: ContentState, id: string): void {
  db.run('DELETE FROM section WHERE space = ? AND page = ?', state.space, id);
  const page = pages.find(db, state, id);
  if (page?.type !== 'document') return;
  indexSections(db, state.space, page, sectionsOf(readDocument(db, page.document)));
}

type Indexed = Pick<PageSection, 'anchor' | 'heading' | 'text'>;

/** A section of a page in the index. */
export interface IndexEntry {
  place: number;
  anchor: string;
  title: string;
  heading: string;
  body: string;
}

/** Adds the sections of a page to the index of a space. */
export function indexSections(
  db: Database,
  space: string,
  page: Page,
  sections: readonly Indexed[],
): void {
  for (const entry of indexEntries(page, sections)) insertEntry(db, space, page.id, entry);
}

export function indexEntries(page: Page, sections: readonly Indexed[]): IndexEntry[] {
  // The page itself is indexed by its title, whatever its text starts with.
  const lead = sections[0]?.heading === '' ? [] : [{ anchor: '', heading: '', text: '' }];
  const description = page.attributes.description ?? '';
  return [...lead, ...sections].map(({ anchor, heading, text }, place) => ({
    place,
    anchor,
    title: page.title,
    heading,
    body: place === 0 && description ? `${description}\n${text}` : text,
  }));
}

export function insertEntry(
  db: Database,
  space: string,
  page: string,
  { place, anchor, title, heading, body }: IndexEntry,
): void {
  const texts = [title, heading, body];
  const parts = [...compoundsIn(texts.join('\n')).values()].flat().join(' ');
  db.run(
    'INSERT INTO section (space, page, place, anchor, title, heading, body, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[space, page, place, anchor, ...texts.map(separateWords), parts],
  );
}

/**
 * Turns an index that was built under another name into that of a space's pages. The previous index is no longer
 * searched and stays under the name `retired`, to be deleted later.
 */
export function adoptIndex(
  db: Database,
  space: string,
  from: string,
  { pages: changed, retired }: { pages: Iterable<string>; retired: string },
): void {
  moveIndex(db, changed, { from: space, to: retired });
  db.run('UPDATE section SET space = ? WHERE space = ?', space, from);
}

/** Moves the entries of pages to another name. */
export function moveIndex(
  db: Database,
  changed: Iterable<string>,
  { from, to }: { from: string; to: string },
): void {
  db.run(
    'UPDATE section SET space = ? WHERE space = ? AND page IN (SELECT value FROM json_each(?))',
    ...[to, from, JSON.stringify([...changed])],
  );
}

/** The number of entries for pages of a space. */
export function countIndexed(db: Database, space: string, ids: Iterable<string>): number {
  const sql = `SELECT count(*) AS entries FROM section
    WHERE space = ? AND page IN (SELECT value FROM json_each(?))`;
  return db.get<{ entries: number }>(sql, space, JSON.stringify([...ids]))?.entries ?? 0;
}

/** The sections indexed under a name, for deletion one by one. */
export function indexedSections(db: Database, name: string): number[] {
  return db.all<{ id: number }>('SELECT id FROM section WHERE space = ?', name).map(({ id }) => id);
}

export function unindexSection(db: Database, id: number): void {
  db.run('DELETE FROM section WHERE id = ?', id);
}
