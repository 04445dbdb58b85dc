import { hasJoinedWords } from '@docs-platform-mcp/markdown';
import { ORDINARY_LINE } from '../markdown/line-roles.ts';
import type { PageSection } from '../markdown/sections.ts';
import { separateWords } from '../markdown/separator.ts';
import { compoundsIn, spelledOutIn } from '../markdown/word-parts.ts';
import type { Database } from '../store/database.ts';
import { sectionsForReaders } from './included.ts';
import type { ContentState, Page } from './model.ts';
import { pages } from './tables.ts';

/** Maximum characters of an entry's body: others wait while it is indexed. */
const MAX_BODY = 20_000;

/** The same for a text whose letters are words of their own in the index. */
const MAX_JOINED_BODY = 5_000;

/** Maximum characters of a heading in the index, and of a fragment that leads to it. */
const MAX_HEADING = 1_000;

/** Updates the index entry of a page to a state of the content; removes it if the page is deleted or not a document. */
export function indexPage(db: Database, state: ContentState, id: string): void {
  db.run('DELETE FROM section WHERE space = ? AND page = ?', state.space, id);
  const page = pages.find(db, state, id);
  if (page?.type !== 'document') return;
  for (const entry of indexEntries(page, sectionsForReaders(db, state, page).sections))
    insertEntry(db, state.space, id, entry);
}

type Indexed = Pick<PageSection, 'anchor' | 'heading' | 'depth' | 'text' | 'roles'>;

/** A section of a page in the index, or a part of a long one. */
export interface IndexEntry {
  place: number;
  anchor: string;
  title: string;
  heading: string;
  /** The headings of the sections around it, outermost first. */
  above: string;
  body: string;
  /** One letter for each line of the body, by `letterOf`. */
  roles: string;
}

export function indexEntries(page: Page, sections: readonly Indexed[]): IndexEntry[] {
  // The page itself is indexed by its title, whatever its text starts with.
  const lead =
    sections[0]?.heading === '' ? [] : [{ anchor: '', heading: '', depth: 0, text: '', roles: '' }];
  const description = page.attributes.description ?? '';
  const around: { depth: number; heading: string }[] = [];
  return [...lead, ...sections]
    .flatMap(({ anchor, heading, depth, text, roles }, index) => {
      while ((around.at(-1)?.depth ?? 0) >= Math.max(depth, 1)) around.pop();
      const above = around.map((section) => section.heading).join('\n');
      if (heading) around.push({ depth, heading: heading.slice(0, MAX_HEADING) });
      const before = index === 0 && description ? `${description}\n` : '';
      const place = {
        anchor: anchor.length > MAX_HEADING ? '' : anchor,
        heading: heading.slice(0, MAX_HEADING),
        above: above.slice(0, MAX_HEADING),
      };
      const ofBefore = before.replaceAll(/[^\n]/g, '').replaceAll('\n', ORDINARY_LINE);
      return bodiesOf(before + text, ofBefore + roles).map((body) => ({ ...place, ...body }));
    })
    .map((entry, place) => ({ place, title: page.title, ...entry }));
}

/** The parts of a long text, which end with a line or a word, with the roles of their lines. */
function bodiesOf(text: string, roles: string): Pick<IndexEntry, 'body' | 'roles'>[] {
  const bodies: Pick<IndexEntry, 'body' | 'roles'>[] = [];
  let from = 0;
  let line = 0;
  const take = (body: string) => {
    const breaks = body.split('\n').length - 1;
    bodies.push({ body, roles: roles.slice(line, line + breaks + 1) });
    line += breaks;
  };
  const longest = hasJoinedWords(text) ? MAX_JOINED_BODY : MAX_BODY;
  while (text.length - from > longest) {
    const most = text.slice(from, from + longest);
    const end = Math.max(most.lastIndexOf('\n'), most.lastIndexOf(' ')) + 1;
    const cut = end > 0 ? end : withWholeSign(most).length;
    take(most.slice(0, cut));
    from += cut;
  }
  take(text.slice(from));
  return bodies;
}

/** Without the first half of a pair of surrogates at its end. */
function withWholeSign(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** The index entries of pages, one by one. */
export function* entriesOf(
  indexed: Iterable<readonly [page: Page, sections: readonly Indexed[]]>,
): Generator<{ page: string; entry: IndexEntry }> {
  for (const [page, sections] of indexed) {
    for (const entry of indexEntries(page, sections)) yield { page: page.id, entry };
  }
}

export function insertEntry(
  db: Database,
  space: string,
  page: string,
  { place, anchor, title, heading, above, body, roles }: IndexEntry,
): void {
  const texts = [title, heading, body];
  const all = texts.join('\n');
  const compounds = [...compoundsIn(all).values()].flat();
  const spellings = spelledOutIn(`${all}\n${above}`);
  const parts = [...compounds, ...spellings, separateWords(above)].join(' ');
  db.run(
    `INSERT INTO section (space, page, place, anchor, title, heading, body, parts, above, roles)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[space, page, place, anchor, ...texts.map(separateWords), parts, above, roles.trimEnd()],
  );
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
