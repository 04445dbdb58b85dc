import type { PageNode } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import type { PageEdit } from './changes.ts';
import { plannedPages } from './pages-after.ts';

/**
 * Refuses changes of pages that an earlier change deletes, by itself or with a page above them, and moves of pages below
 * themselves, before a change request is opened.
 * @throws {Refusal} naming the first of them.
 */
export function refuseImpossible(tree: readonly PageNode[], changes: readonly PageEdit[]): void {
  const parents = new Map(plannedPages(tree).map(({ id, parent }) => [id, parent]));
  const deleted = new Map<string, number>();
  for (const [index, { operation, page, ref, into }] of changes.entries()) {
    if (operation === 'revert_page') deleted.delete(page ?? '');
    const gone = [page, into].find((id) => id && deletionOf(id, parents, deleted) !== undefined);
    if (gone) {
      const earlier = deletionOf(gone, parents, deleted);
      const how = deleted.has(gone) ? 'deletes' : 'deletes, with all pages below its own,';
      const advice =
        operation === 'delete_page'
          ? 'Leave one of them out'
          : 'Give this one first, or leave one out';
      throw new Refusal(
        `Nothing was written. changes[${index}]: changes[${earlier}] ${how} page ${gone}. ${advice}.`,
      );
    }
    if (operation === 'update_page' && into && isWithin(into, page, parents)) {
      throw new Refusal(
        `Nothing was written. changes[${index}].into: a page cannot be moved below itself, and ${into} is page ${page} or below it.`,
      );
    }
    if (operation === 'delete_page' && page) deleted.set(page, index);
    const moved = operation === 'insert_page' ? ref : page;
    if (moved && into !== undefined) parents.set(moved, into);
  }
}

/** The index of the change that deletes a page or one above it. */
function deletionOf(
  page: string,
  parents: ReadonlyMap<string, string | null>,
  deleted: ReadonlyMap<string, number>,
): number | undefined {
  const above = pathTo(page, parents).find((id) => deleted.has(id));
  return above === undefined ? undefined : deleted.get(above);
}

/** Whether a page is another or below it. */
function isWithin(
  page: string,
  other: string | undefined,
  parents: ReadonlyMap<string, string | null>,
): boolean {
  return other !== undefined && pathTo(page, parents).includes(other);
}

/** A page and those above it. */
function pathTo(page: string, parents: ReadonlyMap<string, string | null>): string[] {
  const path = new Set<string>();
  for (let id: string | null | undefined = page; id && !path.has(id); id = parents.get(id)) {
    path.add(id);
  }
  return [...path];
}
