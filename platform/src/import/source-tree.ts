import { posix } from 'node:path';
import {
  MARKDOWN,
  nameOf,
  README,
  readSummary,
  resolvePath,
  type SummaryEntry,
  titleFromPath,
} from '@docs-platform-mcp/markdown/repository';
import type { Metadata } from '../content/edit/changes.ts';
import type { PageType } from '../content/model.ts';
import { MAX_PAGES, requireLevels, slugOf } from '../content/tree.ts';
import { unprocessable } from '../errors.ts';
import { type PageInput, type ParsedPage, parsePageFile } from '../markdown/read-page.ts';
import { decode } from './encoding.ts';
import type { SourceFile } from './source-file.ts';
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

/**
 * The pages of an import, in reading order, parents first: those that SUMMARY.md lists, if there is one, else all
 * markdown files, each under the README of its folder. Throws 422 for a page that cannot be read, or too many pages.
 */
export function readTree(files: readonly SourceFile[]): SourcePage[] {
  const texts = new Map(
    files.filter(({ path }) => MARKDOWN.test(path)).map(({ path, bytes }) => [path, bytes]),
  );
  const summary = texts.get(presentName(texts, SUMMARY));
  const paths = [...texts.keys()];
  const entries = summary
    ? treeEntriesOf(readSummary(decode(summary)), new Set(paths))
    : folders(paths);
  if (entries.length > MAX_PAGES) {
    throw unprocessable(
      `The import has ${entries.length} pages; a space may have at most ${MAX_PAGES}`,
    );
  }
  return entries.map((entry) => {
    const bytes = texts.get(entry.key);
    const file = bytes && pageFileOf(entry, decode(bytes));
    return pageOf(entry, file && { raw: file.raw, read: parsePageFile(file) });
  });
}

/** The name of a file as it is present: if not exactly as wanted, then perhaps in other letters, such as `Summary.md`. */
export function presentName(present: ReadonlyMap<string, unknown>, wanted: string): string {
  if (present.has(wanted)) return wanted;
  const name = wanted.toLowerCase();
  return [...present.keys()].find((path) => path.toLowerCase() === name) ?? wanted;
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

/** The key of each entry of a SUMMARY.md; undefined for entries that are not pages. */
export function keysOf(entries: readonly SummaryEntry[]): (string | undefined)[] {
  const seen = new Set<string>();
  return entries.map(({ kind, title, url }, index) => {
    if (kind === 'other') return undefined;
    const path = url === undefined || SCHEME.test(url) ? undefined : resolvePath('', url);
    const isFile = path !== undefined && path !== '' && !url?.includes('#') && !seen.has(path);
    if (isFile) seen.add(path);
    return isFile ? path : `:${index}:${title}`;
  });
}

/** The entries of a SUMMARY.md: pages with or without a file, groups, and links to elsewhere or to a section. */
export function treeEntriesOf(
  entries: readonly SummaryEntry[],
  paths: ReadonlySet<string>,
): TreeEntry[] {
  const keys = keysOf(entries);
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
export function folders(paths: readonly string[], readme?: string): TreeEntry[] {
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
