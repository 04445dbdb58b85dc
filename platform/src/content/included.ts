import { type PageSection, sectionsOf } from '../markdown/sections.ts';
import { targetOf } from '../markdown/targets.ts';
import { TEXT_FACTS } from '../markdown/tasks.ts';
import type { Database } from '../store/database.ts';
import { precompute } from '../workers/computed.ts';
import { readBlob } from './blobs.ts';
import { readDocument } from './documents.ts';
import { readText } from './encoding.ts';
import type { ContentState, File, Page } from './model.ts';
import { FOREVER } from './schema.ts';
import { files } from './tables.ts';
import { withValues } from './vars.ts';

/** Maximum bytes of included texts that a page is found by: one file may be on every page. */
const MAX_INCLUDED = 20_000;

/** The sections of a page as its readers see them, with values and included texts, and the files that these come from. */
export function sectionsForReaders(
  db: Database,
  state: ContentState,
  page: Page,
): { sections: PageSection[]; files: string[] } {
  const valued = (text: string) => withValues(db, state.space, page.id, text);
  const sections = sectionsOf(valued(readDocument(db, page.document)));
  const included = includedFiles(db, state, sections);
  const texts = new Map([...included].map(([url, { blob }]) => [url, valued(textOf(db, blob))]));
  precompute(TEXT_FACTS, [...texts.values()]);
  return {
    sections: sections.flatMap((section) => withIncluded(section, texts)),
    files: [...included.values()].map(({ id }) => id),
  };
}

/**
 * Marks the pages for the index that include texts: those of `pages` that include any, and all that include one of
 * `files`. SQLite by itself would look for every file in every page.
 */
export function queueIncluding(
  db: Database,
  space: string,
  changed: { pages: ReadonlySet<string>; files: readonly string[] },
): void {
  if (changed.pages.size === 0 && changed.files.length === 0) return;
  db.run(
    `INSERT OR REPLACE INTO unindexed (space, page, gone) SELECT DISTINCT page.branch, page.id, 0
     FROM file CROSS JOIN document_target ON target = file.id
       CROSS JOIN page INDEXED BY page_by_document ON page.document = document_target.document
     WHERE file.branch = ? AND file.until = ? AND file.content_type LIKE 'text/%'
       AND page.branch = file.branch AND page.until = file.until AND page.deleted = 0
       AND (page.id IN (SELECT value FROM json_each(?)) OR file.id IN (SELECT value FROM json_each(?)))`,
    ...[space, FOREVER, JSON.stringify([...changed.pages]), JSON.stringify(changed.files)],
  );
}

/** The ids of the files that a branch has in another version, or no longer, since a revision. */
export function changedFiles(db: Database, branch: string, seq: number): string[] {
  const sql = 'SELECT id FROM file WHERE branch = ? AND from_seq = ?';
  return db.all<{ id: string }>(sql, branch, seq).map(({ id }) => id);
}

/** The included files by the names that the sections give them, until they are too much. */
function includedFiles(
  db: Database,
  state: ContentState,
  sections: readonly PageSection[],
): Map<string, File> {
  const found = new Map<string, File>();
  let size = 0;
  for (const { url } of sections.flatMap(({ includes = [] }) => includes)) {
    const target = targetOf(url);
    const file =
      target.kind === 'file' && !found.has(url) ? files.find(db, state, target.file) : undefined;
    if (!file?.contentType.startsWith('text/') || size + file.size > MAX_INCLUDED) continue;
    size += file.size;
    found.set(url, file);
  }
  return found;
}

function textOf(db: Database, hash: string): string {
  return readText(readBlob(db, hash)?.bytes ?? new Uint8Array());
}

/**
 * A section with the texts that it includes, followed by the sections of these texts. Takes each text out of `texts`:
 * a page is found by a text however often it includes it.
 */
function withIncluded(section: PageSection, texts: Map<string, string>): PageSection[] {
  const { includes = [] } = section;
  if (includes.length === 0) return [section];
  const lines = section.text.split('\n');
  const shown: Pick<PageSection, 'text' | 'roles'>[] = [];
  const below: PageSection[] = [];
  let from = 0;
  const showUntil = (to: number): void => {
    if (to > from) {
      shown.push({ text: lines.slice(from, to).join('\n'), roles: section.roles.slice(from, to) });
    }
    from = to;
  };
  for (const { url, linesBefore } of includes) {
    showUntil(linesBefore);
    for (const part of sectionsOf(texts.get(url) ?? '')) {
      if (part.heading === '') shown.push(part);
      else below.push(part);
    }
    texts.delete(url);
  }
  showUntil(lines.length);
  const text = shown.map((part) => part.text).join('\n');
  return [{ ...section, text, roles: shown.map(({ roles }) => roles).join('') }, ...below];
}
