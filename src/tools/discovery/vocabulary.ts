import { closest, distance } from 'fastest-levenshtein';
import { isSignificant, stemOf, termsOf } from './words.ts';

/** Shorter words have too many neighbours for spelling correction. */
const MIN_LENGTH = 4;

/** A longer text is not a word. */
const MAX_LENGTH = 40;

/** Tolerate one wrong letter for every this many. */
const LETTERS_PER_ERROR = 3;

/** The words in the index, and those in queries. */
export class Vocabulary {
  readonly #terms: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string>;
  readonly #byInitial = new Map<string, string[]>();

  /** `indexed`: words of the catalogue in its order. `spoken`: words of its synonyms. */
  constructor(indexed: readonly string[], spoken: Iterable<string>) {
    const words = new Set([...indexed, ...spoken]);
    this.#terms = new Set(termsOf(indexed.join(' ')));
    this.#stems = new Set([...words].map(stemOf));
    for (const word of words) {
      if (word.length < MIN_LENGTH) continue;
      const initial = word.charAt(0);
      this.#byInitial.set(initial, [...(this.#byInitial.get(initial) ?? []), word]);
    }
  }

  /** Whether the index contains exactly this term. */
  indexes(term: string): boolean {
    return this.#terms.has(term);
  }

  /**
   * Corrects a misspelt word, assuming that its first letter is right. A known word, the prefix of one, and a word
   * without close neighbours stay unchanged.
   */
  correct(word: string): string {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return word;
    const stem = stemOf(word);
    if (this.#stems.has(stem) || !isSignificant(stem)) return word;
    const neighbours = this.#byInitial.get(word.charAt(0)) ?? [];
    if (neighbours.length === 0 || neighbours.some((known) => known.startsWith(word))) return word;
    const nearest = closest(word, neighbours);
    return distance(word, nearest) * LETTERS_PER_ERROR <= word.length ? nearest : word;
  }
}
