import { type Layout, layoutOf } from '@docs-platform-mcp/markdown/repository';
import type { Page } from '../content/model.ts';
import { byPosition } from '../content/tree.ts';
import type { SourcePage } from '../import/source-tree.ts';
import type { PageSource } from './sources.ts';

export type PageAtPath = Layout<Page>;

/** The file of every page in reading order; new pages get the path that the layout assigns, maybe that of a removed file. */
export function layOutPages(
  pages: readonly Page[],
  sources: ReadonlyMap<string, PageSource>,
): PageAtPath[] {
  const present = [...sources].filter(([, { state }]) => !state?.isRemoved);
  return layoutOf([...pages].sort(byPosition), new Map(present));
}

/** Matches the pages of a repository with those of a space. */
export function matchPages(
  placed: readonly PageAtPath[],
  pages: readonly SourcePage[],
): Map<string, Page> {
  const byPath = new Map(placed.flatMap(({ page, path }) => (path ? [[path, page]] : [])));
  const byTitle = new Map<string, Page[]>();
  for (const { page } of placed.toReversed()) {
    const name = `${page.type} ${page.title}`;
    const known = byTitle.get(name);
    if (known) known.push(page);
    else byTitle.set(name, [page]);
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
    const named = byTitle.get(`${type} ${title}`);
    let page = named?.pop();
    while (page && matched.has(page.id)) page = named?.pop();
    match(key, page);
  }
  return known;
}
