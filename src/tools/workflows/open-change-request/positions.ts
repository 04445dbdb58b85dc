import { flattenPages } from '../../../content/index.ts';
import type { PageNode } from '../../../operations/index.ts';
import { Refusal } from '../../refusal.ts';
import { type PageEdit, temporaryId } from './changes.ts';

/**
 * The changes with relative positions replaced by a parent and an index: after or before a sibling, or at the start or
 * the end of the siblings. Each assumes that the preceding changes were made.
 * @throws {Refusal} for a sibling that does not exist by then.
 */
export function resolvePositions(
  tree: readonly PageNode[],
  changes: readonly PageEdit[],
): PageEdit[] {
  if (!changes.some(hasRelativePosition)) return [...changes];
  const order = new PageOrder(tree);
  return changes.map((change, index) => {
    const page =
      change.operation === 'insert_page' ? (change.ref ?? temporaryId(index)) : change.page;
    if (page === undefined) return change;
    const result = resolvePosition(change, page, index, order);
    order.apply(result, page);
    return result;
  });
}

/** Whether a page is positioned by a sibling, or at an end of its siblings. */
export function hasRelativePosition({ operation, after, before, at }: PageEdit): boolean {
  const isAtEnd = operation !== 'insert_text' && typeof at === 'string';
  return after !== undefined || before !== undefined || isAtEnd;
}

function resolvePosition(
  change: PageEdit,
  page: string,
  index: number,
  order: PageOrder,
): PageEdit {
  if (!hasRelativePosition(change)) return change;
  return typeof change.at === 'string'
    ? positionAtEnd(change, page, order)
    : positionBesideSibling(change, page, index, order);
}

function positionAtEnd(change: PageEdit, page: string, order: PageOrder): PageEdit {
  const { operation, into, at } = change;
  const parent = into === undefined && operation !== 'insert_page' ? order.parentOf(page) : into;
  return { ...change, at: at === 'start' ? 0 : order.below(parent ?? null, page).length };
}

function positionBesideSibling(
  { after, before, ...change }: PageEdit,
  page: string,
  index: number,
  order: PageOrder,
): PageEdit {
  const sibling = after ?? before;
  if (sibling === undefined) return change;
  const parent = sibling === page ? undefined : order.parentOf(sibling);
  if (change.into !== undefined && parent !== undefined && change.into !== parent) {
    throw new Refusal(
      `Nothing was written. changes[${index}]: ${sibling} is not below into; leave out into, or ${after === undefined ? 'before' : 'after'}.`,
    );
  }
  if (parent === undefined) {
    const field = after === undefined ? 'before' : 'after';
    throw new Refusal(
      `Nothing was written. changes[${index}].${field}: ${sibling === page ? 'that is the page itself' : `there is no page ${sibling} by then`}; list_pages shows the pages.`,
    );
  }
  const at = order.below(parent, page).indexOf(sibling) + (after === undefined ? 0 : 1);
  const isInsert = change.operation === 'insert_page';
  const stays = isInsert ? parent === null : parent === order.parentOf(page);
  const { into: _, ...rest } = change;
  return { ...rest, ...(!stays && { into: parent }), at };
}

/** The pages of a space in order, while changes are made. */
class PageOrder {
  readonly #parents = new Map<string, string | null>();
  readonly #children = new Map<string | null, string[]>();

  constructor(tree: readonly PageNode[]) {
    this.#add(tree, null);
    for (const page of flattenPages(tree)) this.#add(page.pages ?? [], page.id);
  }

  #add(pages: readonly PageNode[], parent: string | null): void {
    this.#children.set(
      parent,
      pages.map(({ id }) => id),
    );
    for (const { id } of pages) this.#parents.set(id, parent);
  }

  /** Undefined for a page that does not exist. */
  parentOf(page: string): string | null | undefined {
    return this.#parents.get(page);
  }

  /** The pages below another, without one that is about to be placed. */
  below(parent: string | null, placed: string): string[] {
    return (this.#children.get(parent) ?? []).filter((id) => id !== placed);
  }

  apply({ operation, into, at }: PageEdit, page: string): void {
    if (operation === 'delete_page') this.#remove(page);
    const isPlaced = into !== undefined || at !== undefined;
    if (operation !== 'insert_page' && !(operation === 'update_page' && isPlaced)) return;
    const parent = into === undefined ? (this.parentOf(page) ?? null) : into;
    this.#remove(page);
    const siblings = this.below(parent, page);
    siblings.splice(typeof at === 'number' ? at : siblings.length, 0, page);
    this.#children.set(parent, siblings);
    this.#parents.set(page, parent);
  }

  #remove(page: string): void {
    const parent = this.parentOf(page);
    if (parent === undefined) return;
    this.#children.set(parent, this.below(parent, page));
    this.#parents.delete(page);
  }
}
