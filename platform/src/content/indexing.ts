import { sectionsOf } from '../markdown/sections.ts';
import type { Database } from '../store/database.ts';
import { readDocument } from './documents.ts';
import type { View } from './model.ts';
import { pages } from './tables.ts';

/** Makes the index say of a page what the view says: nothing when it is deleted or hidden from search. */
export function indexPage(db: Database, view: View, id: string): void {
  db.run('DELETE FROM section WHERE space = ? AND page = ?', view.space, id);
  const page = pages.find(db, view, id);
  if (page?.type !== 'document') return;
  const sections = sectionsOf(readDocument(db, page.document));
  // The page itself is found by its title, whatever its text starts with.
  const lead = sections[0]?.heading === '' ? [] : [{ anchor: '', heading: '', text: '' }];
  const description = page.attributes.description ?? '';
  for (const [place, section] of [...lead, ...sections].entries()) {
    db.run(
      'INSERT INTO section (space, page, place, anchor, title, heading, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
      view.space,
      id,
      place,
      section.anchor,
      page.title,
      section.heading,
      place === 0 && description ? `${description}\n${section.text}` : section.text,
    );
  }
}
