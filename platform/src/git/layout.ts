import { type Layout, layoutOf } from '@docs-platform-mcp/markdown/repository';
import type { Page } from '../content/model.ts';
import { byPosition } from '../content/tree.ts';
import type { SourcePage } from '../import/source-tree.ts';
import { mapInTurns } from '../runtime/turns.ts';
import { sha256 } from '../store/ids.ts';
import type { RepositoryPage } from './read-repository.ts';
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

/**
 * Finds the pages whose file the repository has under another path, by that path: the only one with the same content,
 * or else with the same title.
 */
export async function matchMovedPages(
  known: ReadonlyMap<string, Page>,
  current: readonly Page[],
  sources: ReadonlyMap<string, PageSource>,
  pages: readonly RepositoryPage[],
): Promise<Map<string, Page>> {
  const matched = new Set([...known.values()].map(({ id }) => id));
  const blobOf = ({ id }: Page) => sources.get(id)?.blob ?? undefined;
  const gone = current.filter((page) => !matched.has(page.id) && blobOf(page) !== undefined);
  if (gone.length === 0) return new Map();
  const added = pages.filter(({ key, bytes }) => bytes && !known.has(key));
  const titleOf = ({ title }: { title: string }) => title;
  const hashes = new Map(
    await mapInTurns(added, ({ key, bytes = '' }) => [key, sha256(bytes)] as const),
  );
  const sameContent = uniquePairs(gone, added, blobOf, ({ key }) => hashes.get(key));
  const moved = new Set([...sameContent.values()].map(({ id }) => id));
  const sameTitle = uniquePairs(
    gone.filter(({ id }) => !moved.has(id)),
    added.filter(({ key }) => !sameContent.has(key)),
    titleOf,
    titleOf,
  );
  return new Map([...sameContent, ...sameTitle]);
}

/** Pages of the space by the key of the page of the repository that alone has the same name. */
function uniquePairs(
  gone: readonly Page[],
  added: readonly RepositoryPage[],
  nameBefore: (page: Page) => string | undefined,
  nameNow: (page: RepositoryPage) => string | undefined,
): Map<string, Page> {
  const before = uniqueBy(gone, nameBefore);
  return new Map(
    [...uniqueBy(added, nameNow)].flatMap(([name, { key }]) => {
      const page = before.get(name);
      return page ? [[key, page]] : [];
    }),
  );
}

function uniqueBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string | undefined,
): Map<string, Item> {
  const byName = new Map<string, Item>();
  const repeated = new Set<string>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined) continue;
    if (byName.has(name)) repeated.add(name);
    byName.set(name, item);
  }
  for (const name of repeated) byName.delete(name);
  return byName;
}
