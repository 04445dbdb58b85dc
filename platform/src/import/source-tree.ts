import { posix } from 'node:path';
import type { ListItem, RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import { type Metadata, metadata } from '../content/edit/changes.ts';
import type { PageType } from '../content/model.ts';
import { slugOf } from '../content/tree.ts';
import { ApiError } from '../errors.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { readSubmission } from '../markdown/submission.ts';
import { baseName, resolvePath, type SourceFile } from './source-file.ts';

/** A page of an import. */
export interface SourcePage {
  /** Names the page in the import: the path of its file; a name of its own when it has none. */
  key: string;
  parent: string | null;
  type: Extract<PageType, 'document' | 'group'>;
  title: string;
  slug: string;
  metadata: Metadata;
  /** Its text without frontmatter and title, with links as they were written. */
  markdown: string;
}

export const SUMMARY = 'SUMMARY.md';

export const MARKDOWN = /\.(md|markdown)$/i;
const README = /(^|\/)(readme|index)\.(md|markdown)$/i;

/** A place in a table of contents. */
interface Entry {
  key: string;
  parent: string | null;
  title?: string | undefined;
  type?: SourcePage['type'];
}

/**
 * The pages that files make, in reading order, parents first: those that SUMMARY.md lists where there is one,
 * else all markdown files, each under the README of its folder. Throws 422 for a page that cannot be read.
 */
export function readTree(files: readonly SourceFile[]): SourcePage[] {
  const texts = new Map(
    files.filter(({ path }) => MARKDOWN.test(path)).map(({ path, bytes }) => [path, bytes]),
  );
  const summary = texts.get(SUMMARY);
  const entries = summary
    ? listed(new TextDecoder().decode(summary), texts)
    : folders([...texts.keys()]);
  return entries.map((entry) => pageOf(entry, texts.get(entry.key)));
}

function pageOf(
  { key, parent, title, type = 'document' }: Entry,
  bytes: Uint8Array | undefined,
): SourcePage {
  const { frontmatter, heading, body, rest } = readPage(key, bytes);
  const known = knownMetadata(frontmatter);
  const name = title ?? known.title ?? (heading || titleOf(key));
  return {
    key,
    parent,
    type,
    title: name,
    slug: known.slug || slugFor(key, name),
    metadata: known,
    markdown: heading === name ? rest : body,
  };
}

function readPage(key: string, bytes: Uint8Array | undefined) {
  try {
    return readSubmission(bytes ? new TextDecoder().decode(bytes) : '');
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.status, `${key}: ${error.message}`);
    throw error;
  }
}

/** Writers use frontmatter for much else; what a page cannot have is left out. */
function knownMetadata(frontmatter: Record<string, unknown>): Metadata {
  const valid = Object.entries(metadata.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(frontmatter[name]);
    return success && data !== undefined ? [[name, data]] : [];
  });
  return Object.fromEntries(valid);
}

function slugFor(key: string, title: string): string {
  return slugOf(nameOf(key) || title);
}

function titleOf(key: string): string {
  const name = nameOf(key);
  if (name === '') return 'Home';
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the place of a page calls it; empty for the first page and for pages without a file. */
function nameOf(key: string): string {
  if (key.startsWith(':')) return '';
  const name = README.test(key) ? posix.basename(posix.dirname(key)) : baseName(key);
  return name === '.' ? '' : name;
}

/** What SUMMARY.md lists: headings of the second level are groups until a rule ends them. */
function listed(summary: string, texts: ReadonlyMap<string, Uint8Array>): Entry[] {
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let group: string | null = null;
  const add = (item: ListItem, parent: string | null): void => {
    const [lead, ...others] = item.children;
    const link =
      lead?.type === 'paragraph' ? lead.children.find(({ type }) => type === 'link') : undefined;
    const path = link && 'url' in link ? resolvePath('', link.url) : undefined;
    const isWeb = link !== undefined && 'url' in link && /^[a-z][\w+.-]*:/i.test(link.url);
    if (!lead || isWeb || (path !== undefined && seen.has(path))) return;
    const title = plainText(link ?? lead).trim();
    const key = path !== undefined && texts.has(path) ? path : `:${entries.length}:${title}`;
    seen.add(key);
    entries.push({ key, parent, title });
    for (const list of others) addAll(list, key);
  };
  const addAll = (node: RootContent, parent: string | null): void => {
    if (node.type === 'list') for (const item of node.children) add(item, parent);
  };
  for (const node of parseMarkdown(summary).children) {
    if (node.type === 'heading' && node.depth > 1) {
      const title = plainText(node).trim();
      group = `:${entries.length}:${title}`;
      entries.push({ key: group, parent: null, title, type: 'group' });
    } else if (node.type === 'thematicBreak') {
      group = null;
    } else {
      addAll(node, group);
    }
  }
  return entries;
}

/** Every file under the README of its folder; a folder without one has an empty page. */
function folders(paths: readonly string[]): Entry[] {
  const entries = new Map<string, Entry>();
  const readmes = new Map(
    paths.filter((path) => README.test(path)).map((path) => [posix.dirname(path), path]),
  );
  const folderPage = (folder: string): string | null => {
    if (folder === '.') return null;
    const key = readmes.get(folder) ?? `${folder}/README.md`;
    if (!entries.has(key)) entries.set(key, { key, parent: folderPage(posix.dirname(folder)) });
    return key;
  };
  const first = readmes.get('.');
  if (first) entries.set(first, { key: first, parent: null });
  for (const path of paths) {
    const folder = posix.dirname(path);
    const parent = folderPage(folder);
    if (!entries.has(path)) entries.set(path, { key: path, parent });
  }
  return [...entries.values()];
}
