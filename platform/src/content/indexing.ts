import { type Section, sectionsOf } from '../markdown/sections.ts';
import type { Database } from '../store/database.ts';
import { readDocument } from './documents.ts';
import type { Page, View } from './model.ts';
import { pages } from './tables.ts';

/** Brings the index entry of a page in line with the view; removes it if the page is deleted or hidden from search. */
export function indexPage(db: Database, view: View, id: string): void {
  db.run('DELETE FROM section WHERE space = ? AND page = ?', view.space, id);
  const page = pages.find(db, view, id);
  if (page?.type !== 'document') return;
  indexSections(db, view.space, page, sectionsOf(readDocument(db, page.document)));
}

type Indexed = Pick<Section, 'anchor' | 'heading' | 'text'>;

/** Adds the sections of a page to the index of a space. */
export function indexSections(
  db: Database,
  space: string,
  page: Page,
  sections: readonly Indexed[],
): void {
  // The page itself is found by its title, whatever its text starts with.
  const lead = sections[0]?.heading === '' ? [] : [{ anchor: '', heading: '', text: '' }];
  const description = page.attributes.description ?? '';
  for (const [place, section] of [...lead, ...sections].entries()) {
    db.run(
      'INSERT INTO section (space, page, place, anchor, title, heading, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
      space,
      page.id,
      place,
      section.anchor,
      page.title,
      section.heading,
      place === 0 && description ? `${description}\n${section.text}` : section.text,
    );
  }
}

/**
 * Makes an index that was built under another name the index of pages of a space. The previous index is no longer
 * searched and stays under the name `retired`, to be deleted later.
 */
export function adoptIndex(
  db: Database,
  space: string,
  from: string,
  { pages: changed, retired }: { pages: readonly string[]; retired: string },
): void {
  db.run(
    'UPDATE section SET space = ? WHERE space = ? AND page IN (SELECT value FROM json_each(?))',
    ...[retired, space, JSON.stringify(changed)],
  );
  db.run('UPDATE section SET space = ? WHERE space = ?', space, from);
}

/** The sections indexed under a name, for deletion one by one. */
export function indexedSections(db: Database, name: string): number[] {
  return db.all<{ id: number }>('SELECT id FROM section WHERE space = ?', name).map(({ id }) => id);
}

export function deleteSection(db: Database, id: number): void {
  db.run('DELETE FROM section WHERE id = ?', id);
}
