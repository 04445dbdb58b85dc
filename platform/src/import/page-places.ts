import { generateKeyBetween } from 'fractional-indexing';
import type { Page } from '../content/model.ts';
import type { SourcePage } from './source-tree.ts';

type Placed = Pick<SourcePage, 'key' | 'parent' | 'slug' | 'metadata'>;

/** The page under which an import is placed, or the root of the space, and the pages that already exist there. */
export interface ImportRoot {
  parent: string | null;
  siblings: readonly Pick<Page, 'id' | 'slug' | 'position'>[];
}

/** Positions pages in reading order, after those that stay, and keeps existing positions where possible. */
export class PagePlaces {
  readonly #positions = new Map<string | null, string>();
  readonly #slugs = new Map<string | null, Map<string, string>>();
  /** The next number to try for a slug, by parent and slug. */
  readonly #numbers = new Map<string, number>();
  readonly #known: ReadonlyMap<string, Page>;
  readonly #ids: ReadonlyMap<string, string>;
  readonly #root: string | null;

  /** `ids` and `known` (pages that an import replaces) are by the keys of the import's pages. */
  constructor(
    pages: readonly Placed[],
    ids: ReadonlyMap<string, string>,
    known: ReadonlyMap<string, Page>,
    root: ImportRoot = { parent: null, siblings: [] },
  ) {
    this.#known = known;
    this.#ids = ids;
    this.#root = root.parent;
    for (const { id, slug, position } of root.siblings) {
      this.#take(root.parent, slug, id);
      const last = this.#positions.get(root.parent);
      if (last === undefined || position > last) this.#positions.set(root.parent, position);
    }
    for (const source of pages) {
      const before = known.get(source.key);
      const parent = this.#parentOf(source);
      if (before?.parent === parent && !source.metadata.slug)
        this.#take(parent, before.slug, before.id);
    }
  }

  next(source: Placed): Pick<Page, 'parent' | 'position' | 'slug'> {
    const parent = this.#parentOf(source);
    const before = this.#known.get(source.key);
    return { parent, position: this.#position(parent, before), slug: this.#slug(source, parent) };
  }

  #parentOf({ parent }: Placed): string | null {
    return parent === null ? this.#root : (this.#ids.get(parent) ?? null);
  }

  #position(parent: string | null, before: Page | undefined): string {
    const previous = this.#positions.get(parent) ?? null;
    const stays = before?.parent === parent && (previous === null || before.position > previous);
    const position = stays ? before.position : generateKeyBetween(previous, null);
    this.#positions.set(parent, position);
    return position;
  }

  /** A page keeps its slug unless its text names another. */
  #slug(source: Placed, parent: string | null): string {
    const preferred = source.metadata.slug || this.#known.get(source.key)?.slug || source.slug;
    const id = this.#ids.get(source.key) ?? '';
    const taken = this.#slugs.get(parent);
    const key = `${parent}/${preferred}`;
    const isFree = (slug: string) => (taken?.get(slug) ?? id) === id;
    let slug = preferred;
    for (let number = this.#numbers.get(key) ?? 1; !isFree(slug); number += 1) {
      slug = `${preferred}-${number}`;
      this.#numbers.set(key, number + 1);
    }
    this.#take(parent, slug, id);
    return slug;
  }

  #take(parent: string | null, slug: string, id: string): void {
    const taken = this.#slugs.get(parent) ?? new Map<string, string>();
    this.#slugs.set(parent, taken.set(slug, id));
  }
}
