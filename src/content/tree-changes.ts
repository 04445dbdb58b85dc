import type { PageNode } from '../operations/index.ts';
import { flattenPages } from './page-tree.ts';

/** A page and the page that it stands under. */
export interface PlacedPage {
  page: PageNode;
  parent: string | undefined;
}

/** A page that differs between two trees: as it is in the later one, or as it was where it is deleted. */
export interface TreeChange {
  page: PageNode;
  /** What was done, such as `edited, renamed from "Limits"`. */
  change: string;
}

/** The pages of a tree by their ids, in reading order. */
export function placedPages(tree: readonly PageNode[]): Map<string, PlacedPage> {
  const places = new Map<string, PlacedPage>();
  for (const page of tree) places.set(page.id, { page, parent: undefined });
  for (const page of flattenPages(tree)) {
    for (const child of page.pages ?? []) places.set(child.id, { page: child, parent: page.id });
  }
  return new Map(flattenPages(tree).flatMap(({ id }) => [[id, places.get(id) as PlacedPage]]));
}

/** What differs of a page; undefined where nothing does. Without a state before, it began there. */
export function changeOf(
  was: PlacedPage | undefined,
  is: PlacedPage | undefined,
): string | undefined {
  if (!was && !is) return undefined;
  if (!was) return 'created';
  if (!is) return 'deleted';
  const changes = [
    was.page.documentId !== is.page.documentId && 'edited',
    was.page.title !== is.page.title && `renamed from ${JSON.stringify(was.page.title)}`,
    (was.parent !== is.parent || slugOf(was.page) !== slugOf(is.page)) &&
      `moved from /${was.page.path ?? ''}`,
    (was.page.hidden === true) !== (is.page.hidden === true) &&
      (is.page.hidden ? 'hidden' : 'shown again'),
    was.page.description !== is.page.description && 'description changed',
  ].filter(Boolean);
  return changes.length > 0 ? changes.join(', ') : undefined;
}

/** The pages that differ between two trees, in the order of the later one, deleted ones last. */
export function changesBetween(
  before: readonly PageNode[],
  after: readonly PageNode[],
): TreeChange[] {
  const [was, is] = [placedPages(before), placedPages(after)];
  return [...new Map([...is, ...[...was].filter(([id]) => !is.has(id))])].flatMap(
    ([id, { page }]) => {
      const change = changeOf(was.get(id), is.get(id));
      return change === undefined ? [] : [{ page, change }];
    },
  );
}

function slugOf({ path = '' }: PageNode): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
