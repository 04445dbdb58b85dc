import { isSignificant, stemsOf, wordsOf } from './words.ts';

/** Maximum number of words between those of a phrase. */
const MAX_GAPS = 2;

/** A phrase found in a text. */
export interface PhraseMatch<T extends string> {
  /** The number of stems it covers. */
  readonly length: number;
  /** Its meanings. */
  readonly meanings: readonly T[];
}

/** Comma-separated phrases by meaning; a phrase may have several meanings. */
export type PhraseTable<T extends string> = Readonly<Record<T, string>>;

/** Finds the phrases of a table in a text, in any inflection. */
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

  /**
   * The longest phrase that begins with the stem at `start`. Stop words may occur between its words, as in "delete
   * that page".
   */
  at(stems: readonly string[], start: number): PhraseMatch<T> | undefined {
    const most = Math.min(this.#longest + MAX_GAPS, stems.length - start);
    for (let length = most; length > 0; length--) {
      const window = stems.slice(start, start + length);
      const meanings = this.#meanings.get(window.join(' ')) ?? this.#acrossGaps(window);
      if (meanings) return { length, meanings };
    }
    return undefined;
  }

  #acrossGaps(window: readonly string[]): T[] | undefined {
    const [first = '', last = ''] = [window.at(0), window.at(-1)];
    if (!isSignificant(first) || !isSignificant(last)) return undefined;
    return this.#meanings.get(window.filter(isSignificant).join(' '));
  }
}
