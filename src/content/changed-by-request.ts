import type { PageNode } from '../operations/index.ts';
import type { BegunRequest } from './base-request.ts';
import { flattenPages } from './page-tree.ts';
import type { TreeChange } from './tree-changes.ts';

/** The description of a change of which nothing else is known. */
export const UNKNOWN_CHANGE = 'changed, how is unknown';

/**
 * Whether a change request changed a page that it holds, judging by the time of the page's last change. Undefined if
 * that is inconclusive, because the change may also have come from an update with primary content.
 */
export function wasChangedBy(
  page: PageNode,
  { createdAt, revisionMergedAncestor }: BegunRequest,
): boolean | undefined {
  const changed = Date.parse(page.updatedAt ?? '');
  const began = Date.parse(createdAt ?? '');
  if (Number.isNaN(changed) || Number.isNaN(began)) return undefined;
  if (changed < began) return false;
  return revisionMergedAncestor === undefined ? true : undefined;
}

/** The pages that a change request changed, without deleted ones. Undefined if the times are inconclusive. */
export function pagesChangedBy(
  tree: readonly PageNode[],
  request: BegunRequest,
): TreeChange[] | undefined {
  const touched = flattenPages(tree).filter((page) => wasChangedBy(page, request) !== false);
  if (!touched.every((page) => wasChangedBy(page, request))) return undefined;
  const began = Date.parse(request.createdAt ?? '');
  return touched.map((page) => ({
    page,
    change: Date.parse(page.createdAt ?? '') >= began ? 'created' : UNKNOWN_CHANGE,
  }));
}
