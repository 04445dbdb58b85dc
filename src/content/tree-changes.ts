import { diffArrays } from 'diff';
import type { PageNode } from '../operations/index.ts';
import { flattenPages } from './page-tree.ts';

/** A page and its parent. */
export interface PageWithParent {
  page: PageNode;
  parent: string | undefined;
}

/** A page that differs between two trees: as it is in the later one or, if deleted, as it was. */
export interface TreeChange {
  page: PageNode;
  /** A description, such as `edited, renamed from "Limits"`. */
  change: string;
}

/** The pages of a tree by their ids, in reading order. */
export function pagesWithParents(tree: readonly PageNode[]): Map<string, PageWithParent> {
  const places = new Map<string, PageWithParent>();
  for (const page of tree) places.set(page.id, { page, parent: undefined });
  for (const page of flattenPages(tree)) {
    for (const child of page.pages ?? []) places.set(child.id, { page: child, parent: page.id });
  }
  return new Map(flattenPages(tree).flatMap(({ id }) => [[id, places.get(id) as PageWithParent]]));
}

/** A fingerprint of a page's state: its position, its content and how it is shown. */
export function pageFingerprint(placed: PageWithParent | undefined): string {
  const page = placed?.page;
  const { documentId, title, path, hidden, description } = page ?? {};
  const shown = page && [iconOf(page), isUnindexed(page)];
  return JSON.stringify([placed?.parent, documentId, title, path, hidden, description, shown]);
}

function iconOf(page: PageNode): string | undefined {
  const { icon, emoji } = page as { icon?: string; emoji?: string };
  return icon ?? emoji;
}

/** Whether search engines are asked to leave a page out. */
function isUnindexed(page: PageNode): boolean {
  return (page as { noIndex?: boolean }).noIndex === true;
}

/** The differences of a page; undefined if there are none. Without a previous state, the page is new. */
export function changeOf(
  was: PageWithParent | undefined,
  is: PageWithParent | undefined,
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
    iconOf(was.page) !== iconOf(is.page) && 'icon changed',
    isUnindexed(was.page) !== isUnindexed(is.page) &&
      (isUnindexed(is.page) ? 'taken out of search' : 'in search again'),
  ].filter(Boolean);
  return changes.length > 0 ? changes.join(', ') : undefined;
}

/** Above this number of reordered pages under one parent, their order is not compared. */
const MAX_REORDERED = 200;

/**
 * The smallest set of pages that moved among their former siblings, each with its new place, such as `moved after
 * "Limits"`.
 */
export function reorderedPages(
  before: ReadonlyMap<string, PageWithParent>,
  after: ReadonlyMap<string, PageWithParent>,
): Map<string, string> {
  const stayed = (
    [id, { parent }]: [string, PageWithParent],
    other: ReadonlyMap<string, PageWithParent>,
  ) => other.has(id) && other.get(id)?.parent === parent;
  const was = siblings([...before].filter((one) => stayed(one, after)));
  const is = siblings([...after].filter((one) => stayed(one, before)));
  const all = siblings([...after]);
  const reordered = new Map<string, string>();
  for (const [parent, ids] of is) {
    const parts = diffArrays(was.get(parent) ?? [], ids, { maxEditLength: MAX_REORDERED }) ?? [];
    for (const id of parts.flatMap(({ added, value }) => (added ? value : []))) {
      const above = all.get(parent)?.[(all.get(parent)?.indexOf(id) ?? 0) - 1];
      const title = above === undefined ? undefined : after.get(above)?.page.title;
      reordered.set(
        id,
        title === undefined ? 'moved to the top' : `moved after ${JSON.stringify(title)}`,
      );
    }
  }
  return reordered;
}

/** The ids of pages by their parent, in order. */
function siblings(pages: readonly [string, PageWithParent][]): Map<string | undefined, string[]> {
  const byParent = new Map<string | undefined, string[]>();
  for (const [id, { parent }] of pages) {
    const ids = byParent.get(parent);
    if (ids) ids.push(id);
    else byParent.set(parent, [id]);
  }
  return byParent;
}

/** The pages that differ between two trees, in the order of the later one, deleted ones last. */
export function changesBetween(
  before: readonly PageNode[],
  after: readonly PageNode[],
): TreeChange[] {
  const [was, is] = [pagesWithParents(before), pagesWithParents(after)];
  const reordered = reorderedPages(was, is);
  return [...new Map([...is, ...[...was].filter(([id]) => !is.has(id))])].flatMap(
    ([id, { page }]) => {
      const change = [changeOf(was.get(id), is.get(id)), reordered.get(id)].filter(Boolean);
      return change.length === 0 ? [] : [{ page, change: change.join(', ') }];
    },
  );
}

function slugOf({ path = '' }: PageNode): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
