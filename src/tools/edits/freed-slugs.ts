import { CHANGES_AT_ONCE } from '../../operations/content-changes.ts';
import type { PageNode } from '../../operations/index.ts';
import type { PageEdit } from '../workflows/open-change-request/changes.ts';
import {
  type PlannedPage,
  plannedPages,
  titleAndSlug,
} from '../workflows/open-change-request/pages-after.ts';

/** A slug among siblings. */
type Slot = Pick<PlannedPage, 'parent' | 'slug'>;

/** Whether a change may take a slug that another one makes free. */
export function mayTakeFreedSlug(changes: readonly PageEdit[]): boolean {
  return changes.some((freeing) => {
    return frees(freeing) && changes.some((change) => change !== freeing && takes(change));
  });
}

function takes({ operation, slug, into }: PageEdit): boolean {
  return operation === 'insert_page' || slug !== undefined || into !== undefined;
}

function frees({ operation, slug, into }: PageEdit): boolean {
  if (operation === 'delete_page') return true;
  return operation === 'update_page' && (slug ?? into) !== undefined;
}

/**
 * The changes, preceded by changes that free the slugs of pages which a later one renames, moves or deletes: the
 * platform makes changes in order, and numbers a slug that is taken at that moment. So two pages can swap theirs.
 */
export function withFreedSlugs(
  tree: readonly PageNode[],
  changes: readonly PageEdit[],
): PageEdit[] {
  const slots = new Map(plannedPages(tree).map((page) => [page.id, page]));
  const owners = new Map([...slots].map(([page, slot]) => [keyOf(slot), page]));
  const freedAt = new Map(changes.map((change, at) => [frees(change) ? change.page : '', at]));
  const freed = new Set<string>();
  for (const [at, change] of changes.entries()) {
    const wanted = slotOf(change, slots);
    const owner = wanted && owners.get(keyOf(wanted));
    if (owner === undefined || owner === change.page) continue;
    if ((freedAt.get(owner) ?? -1) > at) freed.add(owner);
  }
  if (freed.size === 0 || changes.length + freed.size > CHANGES_AT_ONCE) return [...changes];
  const first = [...freed].map((page) => {
    return { operation: 'update_page' as const, page, slug: `${slots.get(page)?.slug}-${page}` };
  });
  const kept = changes.map((change) => {
    const isMoved = change.operation === 'update_page' && change.into !== undefined;
    const slug = isMoved && freed.has(change.page ?? '') && slots.get(change.page ?? '')?.slug;
    return slug && change.slug === undefined ? { ...change, slug } : change;
  });
  return [...first, ...kept];
}

/** The slug that a page takes; undefined if it keeps its own. */
function slotOf(change: PageEdit, slots: ReadonlyMap<string, Slot>): Slot | undefined {
  const { operation, page = '', into, slug } = change;
  if (operation === 'insert_page') return { parent: into ?? null, slug: titleAndSlug(change).slug };
  const own = slots.get(page);
  if (operation !== 'update_page' || !own || (into === undefined && slug === undefined)) return;
  return { parent: into === undefined ? own.parent : into, slug: slug ?? own.slug };
}

function keyOf({ parent, slug }: Slot): string {
  return `${parent}/${slug}`;
}
