import type { Draft } from './draft.ts';
import type { Page } from './model.ts';
import { pages } from './tables.ts';
import { freeSlug, positionAfter } from './tree.ts';

/**
 * Repairs the page tree after pages were written one by one: no page is under a deleted one or under itself, and no two
 * siblings share a slug or a position. True if a page had to move.
 */
export function repairTree(draft: Draft, ids: Iterable<string>): boolean {
  let conflict = false;
  const pending = new Set(ids);
  const read = [...pending].filter((id) => !draft.deleted.has(id));
  const traced = pages.traceMany(draft.db, draft.state, read);
  const gone = [...pending].filter((id) => draft.deleted.has(id) || traced.get(id)?.deleted);
  for (const orphan of orphansOf(draft, gone)) {
    pending.add(orphan.id);
    traced.set(orphan.id, orphan);
  }
  const placed: Page[] = [];
  for (const id of pending) {
    const page = traced.get(id);
    if (!page || page.deleted) continue;
    const moved = moveToHolder(draft, page);
    if (moved) conflict = true;
    placed.push(moved ?? page);
  }
  for (const page of withTwins(draft, placed)) makeUnique(draft, page);
  return conflict;
}

/** The live pages under deleted ones. One query finds all of them. */
function orphansOf({ db, state }: Draft, gone: readonly string[]): Page[] {
  if (gone.length === 0) return [];
  const condition = 'parent IN (SELECT value FROM json_each(?))';
  return pages.select(db, state, condition, JSON.stringify(gone));
}

/** The pages that may share a slug or a position with a sibling. */
function withTwins({ db, state }: Draft, placed: readonly Page[]): Page[] {
  const found = new Set<string>();
  for (const layer of [state.base, ...(state.overlay ? [state.overlay] : [])]) {
    for (const column of ['slug', 'position'] as const) {
      const places = placed.map((page) => [page.id, page.parent, page[column]] as const);
      for (const id of pages.twinsIn(db, layer, ['parent', column], places)) found.add(id);
    }
  }
  return placed.filter(({ id }) => found.has(id));
}

/**
 * Moves a page whose parent is gone, or is one of its own descendants, to the nearest page that can hold it. Undefined
 * if it can stay.
 */
function moveToHolder(draft: Draft, page: Page): Page | undefined {
  if (page.parent === null) return undefined;
  const parent = nearestHolder(draft, page);
  if (parent === page.parent) return undefined;
  const place = { parent, moving: page.id };
  const moved = { ...page, parent, position: draft.positionAt(place) };
  draft.put(moved);
  return moved;
}

function nearestHolder(draft: Draft, page: Page): string | null {
  const seen = new Set([page.id]);
  let id = page.parent;
  while (id !== null && !seen.has(id)) {
    seen.add(id);
    const candidate = pages.trace(draft.db, draft.state, id);
    if (!candidate) return null;
    const live = !candidate.deleted;
    if (live && !draft.above(candidate).some(({ id }) => id === page.id)) {
      return candidate.id;
    }
    id = candidate.parent;
  }
  return null;
}

function makeUnique(draft: Draft, page: Page): void {
  const { db, state } = draft;
  const { id, parent } = page;
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
