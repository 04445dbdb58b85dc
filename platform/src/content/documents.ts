import { findLinks } from '../markdown/links.ts';
import { targetOf } from '../markdown/targets.ts';
import type { Database } from '../store/database.ts';
import { stableId } from '../store/ids.ts';
import { computed, step } from '../workers/computed.ts';
import { textTask } from '../workers/task.ts';

/** The id of a long text, which takes long to hash. */
export const DOCUMENT_ID = textTask('documentId', idOf, () => true);

/** Shorter texts are hashed at once. */
const LONG_CHARACTERS = 200_000;

/** Stores a text and its links; returns its id. Callers that have parsed the text already pass its links. */
export function saveDocument(
  db: Database,
  markdown: string,
  urls: () => Iterable<string> = () => findLinks(markdown).map(({ url }) => url),
): string | null {
  const id = documentId(markdown);
  if (id === null) return null;
  if (db.run('INSERT OR IGNORE INTO document VALUES (?, ?)', id, markdown) === 0) return id;
  for (const url of new Set(urls())) {
    const target = targetOf(url);
    const linked = target.kind === 'page' ? target.page : target.kind === 'file' && target.file;
    if (linked) db.run('INSERT OR IGNORE INTO document_target VALUES (?, ?)', linked, id);
  }
  return id;
}

/** The id of a text, null for an empty one. Equal texts have equal ids. */
export function documentId(markdown: string): string | null {
  if (markdown === '') return null;
  return markdown.length > LONG_CHARACTERS ? computed(DOCUMENT_ID, markdown) : idOf(markdown);
}

function idOf(markdown: string): string {
  return stableId('document', markdown);
}

/** The markdown of a stored text; empty for an empty page. */
export function readDocument(db: Database, id: string | null): string {
  return id === null ? '' : step(`document ${id}`, () => storedText(db, id));
}

function storedText(db: Database, id: string): string {
  const row = db.get<{ markdown: string }>('SELECT markdown FROM document WHERE id = ?', id);
  if (!row) throw new Error(`Document ${id} is referenced and missing`);
  return row.markdown;
}
