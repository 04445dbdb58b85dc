import { redirectLinks } from '../markdown/links.ts';
import { targetOf } from '../markdown/targets.ts';
import type { Database } from '../store/database.ts';
import type { Page, View } from './model.ts';
import { files, pages } from './tables.ts';
import { ancestors, firstPage, hasChildren, pageAt } from './tree.ts';

/** Refs of one editing call, and their ids. */
export interface References {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

interface Place {
  db: Database;
  view: View;
  /** The page that the text belongs to. */
  page: Page;
}

const KEPT_SCHEMES = /^(https?|mailto|tel|ftp):/i;

/**
 * A submitted text in the form it is kept in: links to pages and files of the space carry their ids, so that they
 * survive renames and moves. A link that leads to nothing goes through `unmatched`.
 */
export function storeLinks(
  place: Place,
  markdown: string,
  references: References,
  unmatched: (url: string) => string | null,
): string {
  return redirectLinks(markdown, (url, image) => {
    const found = resolve(place, url, image, references);
    return found === undefined ? unmatched(url) : found;
  });
}

/** A stored text as readers get it: links to pages are relative paths of markdown files. */
export function presentLinks(place: Place, markdown: string): string {
  if (!markdown.includes('/pages/')) return markdown;
  const folder = folderOf(place, place.page);
  return redirectLinks(markdown, (url) => {
    const target = targetOf(url);
    const page = target.kind === 'page' && pages.find(place.db, place.view, target.page);
    if (!page) return url;
    const anchor = target.anchor ? `#${target.anchor}` : '';
    return relativePath(folder, fileOf(place, page)) + anchor;
  });
}

/** The stored form of a link; undefined if it does not resolve. */
function resolve(
  place: Place,
  url: string,
  image: boolean,
  references: References,
): string | undefined {
  const target = targetOf(url);
  if (target.kind === 'anchor') return url;
  if (target.kind === 'url') return KEPT_SCHEMES.test(url) ? url : undefined;
  if (target.kind === 'file')
    return files.find(place.db, place.view, target.file) ? url : undefined;
  if (target.kind === 'page' && pages.find(place.db, place.view, target.page)) return url;
  const [path = '', anchor] = url.split('#');
  const name = path.replace(/^\.\//, '');
  const file = references.files.get(name);
  if (file) return `/files/${file}`;
  if (image) return undefined;
  const id = references.pages.get(name.replace(/\.md$/, '')) ?? findPage(place, path)?.id;
  return id && `/pages/${id}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** A page by an absolute path (`/pages/…`) or one relative to the page the link is on. */
function findPage(place: Place, path: string): Page | undefined {
  const { db, view, page } = place;
  const segments = decodeSegments(path.replace(/^\/pages\//, ''));
  if (path.startsWith('/'))
    return path.startsWith('/pages/') ? bySegments(place, segments) : undefined;
  const above = [...ancestors(db, view, page)].reverse().map(({ slug }) => slug);
  const own = [...above, page.slug];
  // A page with children is the README of its folder; writers use both readings, so the other is tried too.
  const folders = hasChildren(db, view, page.id) ? [own, above] : [above, own];
  for (const folder of folders) {
    const absolute = join(folder, segments);
    const found = absolute && bySegments(place, absolute);
    if (found) return found;
  }
  return undefined;
}

function bySegments({ db, view }: Place, segments: readonly string[]): Page | undefined {
  const slugs = [...segments];
  const last = slugs.pop() ?? '';
  if (last !== '' && last !== 'README.md') slugs.push(last.replace(/\.md$/, ''));
  const found = pageAt(db, view, slugs);
  return slugs.length === 0 ? firstPage(db, view) : found;
}

/** Undefined if it climbs out of the space. */
function join(folder: readonly string[], segments: readonly string[]): string[] | undefined {
  const result = [...folder];
  for (const segment of segments) {
    if (segment === '.') continue;
    if (segment !== '..') result.push(segment);
    else if (result.pop() === undefined) return undefined;
  }
  return result;
}

/** The names in a path, whose slashes may be percent-encoded. */
function decodeSegments(path: string): string[] {
  return path.split('/').flatMap((segment) => {
    try {
      return decodeURIComponent(segment).split('/');
    } catch {
      return segment;
    }
  });
}

function folderOf({ db, view }: Place, page: Page): string[] {
  const above = [...ancestors(db, view, page)].reverse().map(({ slug }) => slug);
  return hasChildren(db, view, page.id) ? [...above, page.slug] : above;
}

function fileOf(place: Place, page: Page): string[] {
  const folder = folderOf(place, page);
  return hasChildren(place.db, place.view, page.id)
    ? [...folder, 'README.md']
    : [...folder, `${page.slug}.md`];
}

function relativePath(folder: readonly string[], file: readonly string[]): string {
  let shared = 0;
  while (shared < folder.length && folder[shared] === file[shared]) shared += 1;
  const up = folder.slice(shared).map(() => '..');
  const down = file.slice(shared).map(encodeURIComponent);
  return [...(up.length > 0 ? up : ['.']), ...down].join('/');
}
