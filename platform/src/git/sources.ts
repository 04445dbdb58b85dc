import { foldCase } from '@docs-platform-mcp/markdown/repository';
import type { Page, PageAttributes } from '../content/model.ts';
import type { Database } from '../store/database.ts';
import type { Vars } from './vars.ts';

/** Files that one statement reads. */
const FILES_AT_ONCE = 200;

/** The state of a page when its file was last read or written. */
export interface PageState {
  title: string;
  slug: string;
  document: string | null;
  attributes: PageAttributes;
  /** Whether the file starts with the title as a heading that is not part of the text. */
  titled: boolean;
  /** The variables in its frontmatter, if any. */
  vars?: Vars | undefined;
  /**
   * Whether an export has removed the file, because the page is deleted. It is kept here in case the page is restored.
   */
  isRemoved?: boolean;
}

/** The file of a page as last read or written. */
export interface PageSource {
  path: string;
  /** Its content; null for a page that is listed and has no file, and where the content is not known. */
  blob: string | null;
  state: PageState | null;
}

/** A file of the space and its path in a repository. */
export interface FileSource {
  path: string;
  /** The Git object id of its content. */
  oid: string;
  /** Its content in the repository, if the space has it with other links. */
  source?: string | undefined;
}

/** What is known about a repository besides its pages and files. */
export interface TreeSource {
  /** Its `.gitbook.yaml`. */
  project: Uint8Array | undefined;
  /** Its table of contents. */
  summary: Uint8Array | undefined;
  /** The ids of pages by entry of the table of contents; null for an entry that is not a page. */
  entries: (string | null)[];
  /** Ids of pages by former path. */
  redirects: Record<string, string>;
  /** The variables of all pages. */
  vars: Vars;
}

export function pageStateOf(
  { title, slug, document, attributes }: Page,
  titled: boolean,
  vars: Vars = {},
): PageState {
  const own = Object.keys(vars).length > 0 && { vars };
  return { title, slug, document, attributes, titled, ...own };
}

/** The files of pages as last read or written, by page id. */
export function pageSources(db: Database, space: string): Map<string, PageSource> {
  const sql = 'SELECT page, path, blob, state FROM git_source WHERE space = ?';
  const rows = db.all<Omit<PageSource, 'state'> & { page: string; state: string | null }>(
    sql,
    space,
  );
  return new Map(
    rows.map(({ page, path, blob, state }) => [
      page,
      { path, blob, state: state === null ? null : (JSON.parse(state) as PageState) },
    ]),
  );
}

/**
 * The files of pages, where a page that was deleted and restored, maybe under a new id, has its former file; and the new
 * ids by former one.
 */
export function withRestored(
  sources: ReadonlyMap<string, PageSource>,
  pages: readonly Page[],
): { sources: Map<string, PageSource>; restored: Map<string, string> } {
  const found = new Map(sources);
  const restored = new Map<string, string>();
  const present = new Set(pages.map(({ id }) => id));
  const taken = new Set(
    [...sources].flatMap(([id, { path, state }]) =>
      present.has(id) && !state?.isRemoved ? [foldCase(path)] : [],
    ),
  );
  const deleted = new Map(
    [...sources].flatMap(([id, { state }]) =>
      state?.document && !present.has(id) ? [[keyOf(state), id]] : [],
    ),
  );
  for (const page of pages) {
    const former = sources.has(page.id) ? page.id : deleted.get(keyOf(page));
    const source = former === undefined ? undefined : sources.get(former);
    const isDeleted = former !== page.id || source?.state?.isRemoved;
    if (former === undefined || !source?.state || !isDeleted) continue;
    if (taken.has(foldCase(source.path))) continue;
    taken.add(foldCase(source.path));
    found.delete(former);
    found.set(page.id, { ...source, state: { ...source.state, isRemoved: false } });
    if (former !== page.id) restored.set(former, page.id);
  }
  return { sources: found, restored };
}

function keyOf({ title, document }: Pick<PageState, 'title' | 'document'>): string {
  return `${document} ${title}`;
}

/** The files of a space by id, read a few at a time: there may be tens of thousands. */
export function* fileSources(
  db: Database,
  space: string,
): Generator<[id: string, source: FileSource]> {
  const sql =
    'SELECT file, path, oid, source FROM git_file WHERE space = ? AND file > ? ORDER BY file LIMIT ?';
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: (FileSource & { file: string; source: string | null })[] = db.all(
      sql,
      space,
      after,
      FILES_AT_ONCE,
    );
    for (const { file, path, oid, source } of rows) {
      yield [file, { path, oid, source: source ?? undefined }];
    }
    after = rows.length < FILES_AT_ONCE ? undefined : rows.at(-1)?.file;
  }
}

export function treeSource(db: Database, space: string): TreeSource | undefined {
  const row = db.get<{
    project: ArrayBuffer | null;
    summary: ArrayBuffer | null;
    entries: string;
    redirects: string;
    vars: string;
  }>('SELECT * FROM git_tree WHERE space = ?', space);
  return (
    row && {
      project: row.project ? new Uint8Array(row.project) : undefined,
      summary: row.summary ? new Uint8Array(row.summary) : undefined,
      entries: JSON.parse(row.entries) as TreeSource['entries'],
      redirects: JSON.parse(row.redirects) as TreeSource['redirects'],
      vars: JSON.parse(row.vars) as Vars,
    }
  );
}

/** The page id that a path redirects to in the repository. */
export function redirectedPage(db: Database, space: string, path: string): string | undefined {
  const sql = 'SELECT redirects FROM git_tree WHERE space = ?';
  const row = db.get<{ redirects: string }>(sql, space);
  const redirects = new Map(Object.entries<string>(JSON.parse(row?.redirects ?? '{}')));
  return redirects.get(path);
}

export function putPageSource(
  db: Database,
  space: string,
  page: string,
  { path, blob, state }: PageSource,
): void {
  const json = state && JSON.stringify(state);
  db.run('INSERT OR REPLACE INTO git_source VALUES (?, ?, ?, ?, ?)', space, page, path, blob, json);
}

export function putFileSource(
  db: Database,
  space: string,
  file: string,
  { path, oid, source }: FileSource,
): void {
  const sql = 'INSERT OR REPLACE INTO git_file VALUES (?, ?, ?, ?, ?)';
  db.run(sql, space, file, path, oid, source ?? null);
}

export function putTreeSource(db: Database, space: string, tree: TreeSource): void {
  db.run(
    'INSERT OR REPLACE INTO git_tree VALUES (?, ?, ?, ?, ?, ?)',
    space,
    tree.project ?? null,
    tree.summary ?? null,
    JSON.stringify(tree.entries),
    JSON.stringify(tree.redirects),
    JSON.stringify(tree.vars),
  );
}

const TABLES = ['git_source', 'git_file', 'git_tree'];

/** Adopts what was staged under another name as the space's own. */
export function copySourcesOf(db: Database, space: string, from: string): void {
  for (const table of TABLES) {
    db.run(`DELETE FROM ${table} WHERE space = ?`, space);
    db.run(`UPDATE ${table} SET space = ? WHERE space = ?`, space, from);
  }
}

export function dropSources(db: Database, name: string): void {
  for (const table of TABLES) db.run(`DELETE FROM ${table} WHERE space = ?`, name);
}
