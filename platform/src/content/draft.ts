import type { Database } from '../store/database.ts';
import type { ContentState, File, Layer, Page } from './model.ts';
import { files, pages } from './tables.ts';
import {
  type Ancestor,
  ancestors,
  byPosition,
  freeSlug,
  lastPositionUnder,
  positionBetween,
  type Sibling,
  siblingsUnder,
  type TakenSlugs,
} from './tree.ts';

/** The author, the time, and the source of new ids. */
export interface Actor {
  user: string;
  at: string;
  newId: () => string;
}

/** Whether two versions of a page are equal apart from their times. */
export function isSamePage(left: Page, right: Page): boolean {
  return (
    left.deleted === right.deleted &&
    left.parent === right.parent &&
    left.position === right.position &&
    left.slug === right.slug &&
    left.title === right.title &&
    left.document === right.document &&
    sameAttributes(left, right)
  );
}

export function isSameFile(left: File, right: File): boolean {
  return left.deleted === right.deleted && left.name === right.name && left.blob === right.blob;
}

/** A revision in progress. Reads through it see what was already written. */
export class Draft {
  /** Ids of the pages written so far. */
  readonly touched = new Set<string>();
  /** Those of them that were deleted without being read. */
  readonly deleted = new Set<string>();

  readonly db: Database;
  readonly state: ContentState;
  readonly actor: Actor;

  /** The ancestors of pages, by their parent, and the ids of all of them. */
  readonly #above = new Map<string, readonly Ancestor[]>();
  readonly #idsAbove = new Set<string>();
  /** Taken slugs; forgotten once a page is written that may have had one. */
  readonly #slugs: TakenSlugs = new Map();
  /** Live pages by their parent, in order. Reading thousands of them for each change would take long. */
  readonly #siblings = new Map<string | null, readonly Sibling[]>();

  constructor(db: Database, state: ContentState, actor: Actor) {
    this.db = db;
    this.state = state;
    this.actor = actor;
  }

  /** The branch and revision to write to. */
  get layer(): Layer {
    return this.state.overlay ?? this.state.base;
  }

  page(id: string): Page | undefined {
    return pages.find(this.db, this.state, id);
  }

  /** The ancestors of a page, nearest first. They are looked up again once one of them is written. */
  above({ id, parent }: Page): readonly Ancestor[] {
    if (parent === null) return [];
    const known = this.#above.get(parent) ?? ancestors(this.db, this.state, { id: '', parent });
    this.#above.set(parent, known);
    for (const page of known) this.#idsAbove.add(page.id);
    return known.filter((page) => page.id !== id);
  }

  /**
   * The position key for place `at` among the pages under `parent`, not counting the page itself.
   * Without `at`, or beyond the end, it is the last place.
   */
  positionAt(place: { parent: string | null; at?: number; moving: string }): string {
    const { parent, at, moving } = place;
    if (at === undefined) return lastPositionUnder(this.db, this.state, place);
    const known = this.#siblings.get(parent) ?? siblingsUnder(this.db, this.state, parent);
    this.#siblings.set(parent, known);
    const siblings = known.filter(({ id }) => id !== moving);
    const end = Math.min(at, siblings.length);
    return positionBetween(siblings[end - 1], siblings[end]);
  }

  /** Writes a page. In a change request, a page that equals the base is not stored again. */
  put(page: Page): void {
    this.#slugs.clear();
    this.putAll([page]);
  }

  /** Writes a new page, with a number after its slug if that is taken. */
  insert(page: Page): void {
    const { parent, slug, id } = page;
    const free = freeSlug(this.db, this.state, { parent, slug, own: id }, this.#slugs);
    this.putAll([{ ...page, slug: free }]);
  }

  /** Writes pages, many in less time than one by one. */
  putAll(written: readonly Page[]): void {
    const ids = written.map(({ id }) => id);
    this.#forgetAbove(ids);
    const base = this.state.overlay && pages.manyInLayer(this.db, this.state.base, ids);
    const stored = written.filter((page) => {
      this.touched.add(page.id);
      this.deleted.delete(page.id);
      const before = base?.get(page.id);
      const isRedundant = before ? isSamePage(before, page) : base && page.deleted;
      if (isRedundant) pages.drop(this.db, this.layer, page.id);
      return !isRedundant;
    });
    pages.putMany(this.db, this.layer, stored);
    this.#updateSiblings(new Set(ids), written);
  }

  /** Deletes live pages, thousands in less time than by reading and writing them. */
  deleteAll(ids: readonly string[]): void {
    this.#forgetAbove(ids);
    this.#slugs.clear();
    pages.deleteMany(this.db, this.state, ids, { updated_at: this.actor.at });
    for (const id of ids) {
      this.touched.add(id);
      this.deleted.add(id);
    }
    this.#updateSiblings(new Set(ids), []);
  }

  #forgetAbove(written: readonly string[]): void {
    if (!written.some((id) => this.#idsAbove.has(id))) return;
    this.#above.clear();
    this.#idsAbove.clear();
  }

  #updateSiblings(moved: ReadonlySet<string>, written: readonly Page[]): void {
    for (const [parent, known] of this.#siblings) {
      const others = known.filter(({ id }) => !moved.has(id));
      const placed = written.filter((page) => page.parent === parent && !page.deleted);
      this.#siblings.set(parent, [...others, ...placed].sort(byPosition));
    }
  }

  /** Writes a page and updates its modification time. */
  change(page: Page): void {
    this.put({ ...page, updatedAt: this.actor.at });
  }

  putFile(file: File): void {
    const base = this.state.overlay && files.inLayer(this.db, this.state.base, file.id);
    if (base && isSameFile(base, file)) files.drop(this.db, this.layer, file.id);
    else files.put(this.db, this.layer, file);
  }
}

function sameAttributes(left: Page, right: Page): boolean {
  const names = new Set([...Object.keys(left.attributes), ...Object.keys(right.attributes)]);
  const read = (page: Page, name: string) => page.attributes[name as keyof Page['attributes']];
  return [...names].every((name) => read(left, name) === read(right, name));
}
