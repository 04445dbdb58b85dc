import { charge } from './meter.ts';

/** Finds a string in a text. With increasing offsets, all searches together read the text once. */
export class StringFinder {
  readonly #text: string;
  readonly #searched: string;
  #askedFrom = Number.POSITIVE_INFINITY;
  #found = -1;

  constructor(text: string, searched: string) {
    this.#text = text;
    this.#searched = searched;
  }

  /** Offset of the first occurrence at or after `from`; -1 if there is none. */
  next(from: number): number {
    const known = from >= this.#askedFrom && (this.#found === -1 || from <= this.#found);
    if (!known) {
      this.#found = this.#text.indexOf(this.#searched, from);
      this.#askedFrom = from;
      charge((this.#found === -1 ? this.#text.length : this.#found) - from + 1);
    }
    return this.#found;
  }
}
