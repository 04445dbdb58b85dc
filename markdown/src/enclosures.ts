import type { Range } from './range.ts';
import type { Attribute, Tag } from './tags.ts';

/** A liquid block or an HTML element with both tags, from the first character to the last. */
export interface Enclosure extends Range {
  kind: 'liquid' | 'html';
  name: string;
  attributes: Attribute[];
  /** The range between its tags. */
  inner: Range;
  /** Index of the nearest enclosure of the same kind around it; -1 for none. */
  parent: number;
}

interface OpenTag {
  tag: Tag;
  parent: number;
  /** Number of quotes and list items that were open around its first tag. */
  depth: number;
  close?: Tag;
}

/** Pairs the tags of one kind in order. An unclosed tag encloses nothing. */
export class Pairing {
  readonly #kind: Enclosure['kind'];
  readonly #opened: OpenTag[] = [];
  readonly #stack: number[] = [];
  readonly #unopened: Tag[] = [];
  readonly #counts = new Map<string, number>();

  constructor(kind: Enclosure['kind']) {
    this.#kind = kind;
  }

  /** Index of the innermost open tag; -1 for none. It may turn out to be unclosed. */
  get innermost(): number {
    return this.#stack.at(-1) ?? -1;
  }

  /** Adds the next tag. For a closing tag, returns how many containers were open around its partner. */
  take(tag: Tag, depth: number): number | undefined {
    if (!tag.closing) {
      if (tag.selfClosing) return undefined;
      this.#opened.push({ tag, parent: this.innermost, depth });
      this.#stack.push(this.#opened.length - 1);
      this.#count(tag.name, 1);
      return undefined;
    }
    if (!this.#counts.get(tag.name)) {
      this.#unopened.push(tag);
      return undefined;
    }
    for (;;) {
      const open = this.#opened[this.#stack.pop() ?? -1];
      if (!open) return undefined;
      this.#count(open.tag.name, -1);
      if (open.tag.name !== tag.name) continue;
      open.close = tag;
      return open.depth;
    }
  }

  /** The enclosures in text order, the index of the enclosure for each opening tag, and the tags without a partner. */
  result(): { enclosures: Enclosure[]; placeOf: (opened: number) => number; unpaired: Tag[] } {
    const enclosures: Enclosure[] = [];
    const unpaired = [...this.#unopened];
    const places: number[] = [];
    for (const { tag, parent, close } of this.#opened) {
      const outer = places[parent] ?? -1;
      places.push(close ? enclosures.length : outer);
      if (!close) {
        unpaired.push(tag);
        continue;
      }
      enclosures.push({
        kind: this.#kind,
        name: tag.name,
        attributes: tag.attributes,
        start: tag.start,
        end: close.end,
        inner: { start: tag.end, end: close.start },
        parent: outer,
      });
    }
    return { enclosures, placeOf: (opened) => places[opened] ?? -1, unpaired };
  }

  #count(name: string, change: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + change);
  }
}
