import { posix } from 'node:path';
import {
  MARKDOWN_FILE,
  nameOf,
  pathAt,
  README,
  readSummary,
  resolvePath,
  type SummaryEntry,
  titleFromPath,
} from '@docs-platform-mcp/markdown/repository';
import type { Metadata } from '../content/edit/changes.ts';
import { decode } from '../content/encoding.ts';
import type { PageType } from '../content/model.ts';
import { MAX_PAGES, requireLevels, slugOf } from '../content/tree.ts';
import { unprocessable } from '../errors.ts';
import type { PageInput, ParsedPage } from '../markdown/read-page.ts';
import { knownMetadata } from './source-page.ts';

/** A place in the page tree of an import. */
export interface TreeEntry {
  /** Identifies the page in the import: the path of its file, or a generated name without one. */
  key: string;
  parent: string | null;
  type: PageType;
  /** Undefined if the file defines it. */
  title: string | undefined;
  /** Its title in the table of contents, if that differs from its own. */
  linkTitle?: string;
  /** The slug that the heading of a group states. */
  stated?: string;
  /** The target of a page of type `link`, as written. */
  url?: string;
}

/** A page of an import. */
export interface SourcePage extends TreeEntry {
  title: string;
  slug: string;
  metadata: Metadata;
  /** Its file and the parsed content; undefined for a page without a file. */
  text: { raw: string; read: ParsedPage } | undefined;
}

/** The default name of the table of contents. */
export const SUMMARY = 'SUMMARY.md';

const SCHEME = /^([a-z][\w+.-]*:|\/\/)/i;

/** The names of the files of an import. */
export interface TreeFiles {
  /** The table of contents, if there is one. */
  summary: Uint8Array | undefined;
  /** The paths of all files that it may name, with NUL between them: a thread gets one text faster than many. */
  paths: string;
  /** Files that are pages if there is no table of contents. */
  texts: readonly string[];
  /** The first page in that case, if it is not called README. */
  readme?: string;
}

/** Whether a file may be a page if there is no table of contents: those of hidden folders are none. */
export function isTextFile(path: string): boolean {
  return MARKDOWN_FILE.test(path) && !/(^|\/)\./.test(path);
}

/** The places of the pages of an import. */
export interface ImportTree {
  /** In reading order, parents first. */
  entries: TreeEntry[];
  /** The key of each entry of the table of contents; undefined for entries that are not pages. */
  keys: (string | undefined)[];
}

/**
 * Places the pages that a table of contents lists, if there is one, else all markdown files, each under the README of
 * its folder.
 * @throws {ApiError} 422 for pages that nest too deep, and for more than a space may have.
 */
export function treeOf({ summary, paths, texts, readme }: TreeFiles): ImportTree {
  if (!summary) return { entries: requireFew(folders(texts, readme)), keys: [] };
  const listed = readSummary(decode(summary));
  const present = new Set(paths.split('\0'));
  const keys = keysOf(listed, present);
  return { entries: requireFew(treeEntriesOf(listed, keys, present)), keys };
}

function requireFew(entries: TreeEntry[]): TreeEntry[] {
  requireFewPages(entries.length);
  return entries;
}

/** @throws {ApiError} 422 for more pages than a space may have. */
export function requireFewPages(count: number): void {
  if (count <= MAX_PAGES) return;
  throw unprocessable(`The import has ${count} pages; a space may have at most ${MAX_PAGES}`);
}

/**
 * The name of a file as it exists: if not exactly as requested, then perhaps in a different case, such as `Summary.md`.
 */
export function presentName(present: ReadonlyMap<string, unknown>, searched: string): string {
  if (present.has(searched)) return searched;
  const name = searched.toLowerCase();
  for (const path of present.keys()) {
    if (path.length === name.length && path.toLowerCase() === name) return path;
  }
  return searched;
}

/** The file of a tree node, ready to be parsed. */
export function pageFileOf({ key, title }: TreeEntry, raw: string): PageInput {
  return { path: key, title, fallback: titleFromPath(key), raw };
}

/** A tree node with the parsed content of its file. */
export function pageOf(entry: TreeEntry, text: SourcePage['text']): SourcePage {
  const isFile = !entry.key.startsWith(':');
  const title =
    (text?.read.title ?? entry.title) || (isFile ? titleFromPath(entry.key) : 'Untitled');
  const known = knownMetadata(text?.read.frontmatter ?? {});
  if (entry.stated) known.slug = slugOf(entry.stated);
  const name = isFile ? nameOf(entry.key) : '';
  return {
    ...entry,
    title,
    slug: known.slug || slugOf(name || title),
    metadata: known,
    text,
  };
}

/** The key of each entry of a table of contents; undefined for entries that are not pages. */
function keysOf(
  entries: readonly SummaryEntry[],
  paths: ReadonlySet<string>,
): (string | undefined)[] {
  const seen = new Set<string>();
  return entries.map(({ kind, title, url = '' }, index) => {
    if (kind === 'other') return undefined;
    const path = SCHEME.test(url) ? undefined : fileIn(paths, url);
    const isFile = path !== undefined && path !== '' && !seen.has(path);
    if (isFile) seen.add(path);
    return isFile ? path : `:${index}:${title}`;
  });
}

/** The file that an entry names, whether it exists or not; undefined for a section of a file. */
function fileIn(paths: ReadonlySet<string>, url: string): string | undefined {
  const named = pathAt('', url);
  if (named !== undefined && paths.has(named)) return named;
  return url.includes('#') ? undefined : resolvePath('', url);
}

/** The pages of a table of contents, with or without a file, its groups, and its links to elsewhere or to a section. */
function treeEntriesOf(
  entries: readonly SummaryEntry[],
  keys: readonly (string | undefined)[],
  paths: ReadonlySet<string>,
): TreeEntry[] {
  const found = entries.flatMap(
    ({ kind, title, linkTitle, anchor, url, parent }, index): TreeEntry[] => {
      const key = keys[index];
      if (key === undefined) return [];
      const above = parent === undefined ? null : (keys[parent] ?? null);
      const place = { key, parent: above, title, ...(linkTitle && { linkTitle }) };
      if (kind === 'group') return [{ ...place, ...(anchor && { stated: anchor }), type: 'group' }];
      const leads = url !== undefined && key.startsWith(':') && isTarget(url, paths);
      return [leads ? { ...place, type: 'link', url } : { ...place, type: 'document' }];
    },
  );
  return withinLevels(found);
}

/** @throws {ApiError} 422 for pages that nest too deep. Parents come first. */
function withinLevels(entries: TreeEntry[]): TreeEntry[] {
  const levels = new Map<string | null, number>();
  for (const { key, parent } of entries) {
    const level = 1 + (levels.get(parent) ?? 0);
    requireLevels(level);
    levels.set(key, level);
  }
  return entries;
}

function isTarget(url: string, paths: ReadonlySet<string>): boolean {
  return SCHEME.test(url) || paths.has(resolvePath('', url) ?? '');
}

/**
 * Places every file below the README of its folder; a folder without one gets an empty page. `readme` is the first
 * page, if it is not called README.
 */
function folders(paths: readonly string[], readme?: string): TreeEntry[] {
  const entries = new Map<string, TreeEntry>();
  const readmes = new Map(
    paths.filter((path) => README.test(path)).map((path) => [posix.dirname(path), path]),
  );
  const add = (key: string, parent: string | null): void => {
    if (!entries.has(key)) entries.set(key, { key, parent, type: 'document', title: undefined });
  };
  const folderPage = (folder: string): string | null => {
    if (folder === '.') return null;
    const key = readmes.get(folder) ?? `${folder}/README.md`;
    if (!entries.has(key)) add(key, folderPage(posix.dirname(folder)));
    return key;
  };
  const first = readme !== undefined && paths.includes(readme) ? readme : readmes.get('.');
  if (first) add(first, null);
  for (const path of paths) add(path, folderPage(posix.dirname(path)));
  return withinLevels([...entries.values()]);
}
