import { stemsOf, wordsOf } from './words.ts';

/** A phrase found in a text. */
export interface Match<T extends string> {
  /** How many stems it covers. */
  readonly length: number;
  /** What it stands for. */
  readonly meanings: readonly T[];
}

/** Comma-separated phrases, by what they stand for; a phrase may stand for several things. */
export type PhraseTable<T extends string> = Readonly<Record<T, string>>;

/** Finds the phrases of a table in a text, whatever their inflection. */
export class Phrases<T extends string> {
  /** Every word that occurs in a phrase. */
  readonly words: ReadonlySet<string>;
  readonly #meanings = new Map<string, T[]>();
  readonly #longest: number;

  constructor(table: PhraseTable<T>) {
    const words = new Set<string>();
    let longest = 0;
    for (const meaning of Object.keys(table) as T[]) {
      for (const phrase of table[meaning].split(', ')) {
        for (const word of wordsOf(phrase)) words.add(word);
        const stems = stemsOf(wordsOf(phrase));
        const meanings = this.#meanings.get(stems.join(' ')) ?? [];
        this.#meanings.set(stems.join(' '), [...meanings, meaning]);
        longest = Math.max(longest, stems.length);
      }
    }
    this.words = words;
    this.#longest = longest;
  }

  /** The longest phrase that begins with the stem at `start`. */
  at(stems: readonly string[], start: number): Match<T> | undefined {
    for (let length = this.#longest; length > 0; length--) {
      const meanings = this.#meanings.get(stems.slice(start, start + length).join(' '));
      if (meanings) return { length: Math.min(length, stems.length - start), meanings };
    }
    return undefined;
  }
}
