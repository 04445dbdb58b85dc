import type { Range } from './range.ts';
import type { Attribute, Tag } from './tags.ts';

/** A block of liquid or an element of HTML that has both its tags, from the first character to the last. */
export interface Enclosure extends Range {
  kind: 'liquid' | 'html';
  name: string;
  attributes: Attribute[];
  /** What stands between its tags. */
  inner: Range;
  /** The nearest enclosure of the same kind around it, by its place in the list; -1 for none. */
  parent: number;
}

interface Open {
  tag: Tag;
  parent: number;
  /** How many quotes and list items were open around its first tag. */
  depth: number;
  close?: Tag;
}

/** Pairs the tags of one kind as they come. A tag that is never closed encloses nothing. */
export class Pairing {
  readonly #kind: Enclosure['kind'];
  readonly #opened: Open[] = [];
  readonly #stack: number[] = [];
  readonly #counts = new Map<string, number>();

  constructor(kind: Enclosure['kind']) {
    this.#kind = kind;
  }

  /** The innermost tag that is open, by its place among all; -1 for none. It may turn out to enclose nothing. */
  get innermost(): number {
    return this.#stack.at(-1) ?? -1;
  }

  /** Takes the next tag. Of one that closes, gives how many containers were open around its partner. */
  take(tag: Tag, depth: number): number | undefined {
    if (!tag.closing) {
      if (tag.selfClosing) return undefined;
      this.#opened.push({ tag, parent: this.innermost, depth });
      this.#stack.push(this.#opened.length - 1);
      this.#count(tag.name, 1);
      return undefined;
    }
    if (!this.#counts.get(tag.name)) return undefined;
    for (;;) {
      const open = this.#opened[this.#stack.pop() ?? -1];
      if (!open) return undefined;
      this.#count(open.tag.name, -1);
      if (open.tag.name !== tag.name) continue;
      open.close = tag;
      return open.depth;
    }
  }

  /** What is enclosed, in the order of the text, and for each opened tag its place therein. */
  result(): { enclosures: Enclosure[]; placeOf: (opened: number) => number } {
    const enclosures: Enclosure[] = [];
    const places: number[] = [];
    for (const { tag, parent, close } of this.#opened) {
      const outer = places[parent] ?? -1;
      places.push(close ? enclosures.length : outer);
      if (!close) continue;
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
    return { enclosures, placeOf: (opened) => places[opened] ?? -1 };
  }

  #count(name: string, change: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + change);
  }
}
