import type { Draft } from './draft.ts';
import type { Page } from './model.ts';
import { pages } from './tables.ts';
import { ancestors, childrenOf, freeSlug, pagePositionAt, positionAfter } from './tree.ts';

/**
 * Repairs the page tree after pages were written one by one: no page is under a deleted one or under itself, and no two
 * siblings share a slug or a position. True if a page had to move.
 */
export function repairTree(draft: Draft, ids: Iterable<string>): boolean {
  let conflict = false;
  const pending = new Set(ids);
  for (const id of pending) {
    const page = pages.trace(draft.db, draft.state, id);
    if (!page?.deleted) continue;
    for (const orphan of childrenOf(draft.db, draft.state, id)) pending.add(orphan.id);
  }
  for (const id of pending) {
    if (moveToHolder(draft, id)) conflict = true;
  }
  for (const id of pending) makeUnique(draft, id);
  return conflict;
}

/** Moves a page whose parent is gone, or is one of its own descendants, to the nearest page that can hold it. */
function moveToHolder(draft: Draft, id: string): boolean {
  const page = draft.page(id);
  if (!page || page.parent === null) return false;
  const parent = nearestHolder(draft, page);
  if (parent === page.parent) return false;
  const place = { parent, moving: id };
  draft.put({ ...page, parent, position: pagePositionAt(draft.db, draft.state, place) });
  return true;
}

function nearestHolder(draft: Draft, page: Page): string | null {
  const seen = new Set([page.id]);
  let id = page.parent;
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const candidate = pages.trace(draft.db, draft.state, id);
    if (!candidate) return null;
    const live = !candidate.deleted;
    if (live && !ancestors(draft.db, draft.state, candidate).some(({ id }) => id === page.id)) {
      return candidate.id;
    }
    id = candidate.parent;
  }
  return null;
}

function makeUnique(draft: Draft, id: string): void {
  const page = draft.page(id);
  if (!page) return;
  const { db, state } = draft;
  const { parent } = page;
  const slug = freeSlug(db, state, { parent, slug: page.slug, own: id });
  const twins = pages.select(
    db,
    state,
    'parent IS ? AND position = ? AND id <> ?',
    parent,
    page.position,
    id,
  );
  const position =
    twins.length > 0 ? positionAfter(db, state, parent, page.position) : page.position;
  if (slug !== page.slug || position !== page.position) draft.put({ ...page, slug, position });
}
