import type { Page } from '../content/model.ts';
import { byPosition } from '../content/tree.ts';
import type { SourcePage } from '../import/source-tree.ts';
import type { PageSource } from './sources.ts';

/** A page and its file in a repository; groups and links have none. */
export interface Placed {
  page: Page;
  path: string | undefined;
  /** Number of pages above it, groups not counted. */
  depth: number;
}

/**
 * The file of every page in reading order. Where none is known yet, the first page is the README, and a page with
 * pages below it that of its folder.
 */
export function layoutOf(
  pages: readonly Page[],
  sources: ReadonlyMap<string, PageSource>,
): Placed[] {
  const taken = new Set([...sources.values()].map(({ path }) => path));
  const below = new Map<string | null, Page[]>();
  for (const page of [...pages].sort(byPosition)) {
    const siblings = below.get(page.parent);
    if (siblings) siblings.push(page);
    else below.set(page.parent, [page]);
  }
  const placed: Placed[] = [];
  const place = (page: Page, folder: string, depth: number, first: boolean): void => {
    const own = folder + page.slug;
    const children = below.get(page.id) ?? [];
    const file = first ? 'README.md' : children.length > 0 ? `${own}/README.md` : `${own}.md`;
    const free = taken.has(file) ? `${own}-${page.id}.md` : file;
    const path = page.type === 'document' ? (sources.get(page.id)?.path ?? free) : undefined;
    placed.push({ page, path, depth });
    for (const child of children) {
      place(child, `${own}/`, page.type === 'group' ? depth : depth + 1, false);
    }
  };
  for (const [index, page] of (below.get(null) ?? []).entries()) {
    place(page, '', 0, index === 0 && page.type === 'document');
  }
  return placed;
}

/** Which pages of a space the pages of a repository are versions of. */
export function matchPages(
  placed: readonly Placed[],
  pages: readonly SourcePage[],
): Map<string, Page> {
  const byPath = new Map(placed.flatMap(({ page, path }) => (path ? [[path, page]] : [])));
  const byTitle = new Map<string, Page[]>();
  for (const { page } of placed) {
    const name = `${page.type} ${page.title}`;
    byTitle.set(name, [...(byTitle.get(name) ?? []), page]);
  }
  const known = new Map<string, Page>();
  const matched = new Set<string>();
  const match = (key: string, page: Page | undefined): void => {
    if (!page || matched.has(page.id)) return;
    known.set(key, page);
    matched.add(page.id);
  };
  for (const { key, type } of pages) if (type === 'document') match(key, byPath.get(key));
  for (const { key, type, title } of pages) {
    if (!key.startsWith(':')) continue;
    match(
      key,
      byTitle.get(`${type} ${title}`)?.find(({ id }) => !matched.has(id)),
    );
  }
  return known;
}
