import { closest, distance } from 'fastest-levenshtein';
import { eachInTurns, type turns } from '../../turns.ts';
import { isSignificant, stemOf, termsOf, wordsOf } from './words.ts';

/** Shorter words have too many neighbours for spelling correction. */
const MIN_LENGTH = 4;

/** A longer text is not a word. */
const MAX_LENGTH = 40;

/** Tolerate one wrong letter for every this many. */
const LETTERS_PER_ERROR = 3;

/** The words in the index, and those in queries. */
export class Vocabulary {
  readonly #terms = new Set<string>();
  readonly #stems = new Set<string>();
  readonly #byInitial = new Map<string, string[]>();

  /**
   * Creates it with turns for other work.
   * @param indexed texts of the catalogue
   * @param spoken words of its synonyms
   */
  static async of(
    indexed: readonly string[],
    spoken: Iterable<string>,
    turn: ReturnType<typeof turns>,
  ): Promise<Vocabulary> {
    const vocabulary = new Vocabulary();
    const addTerms = (text: string) => {
      for (const term of termsOf(text)) vocabulary.#terms.add(term);
    };
    await eachInTurns(indexed, addTerms, turn);
    const words = new Set([...indexed.flatMap(wordsOf), ...spoken]);
    await eachInTurns([...words], (word) => vocabulary.#add(word), turn);
    return vocabulary;
  }

  #add(word: string): void {
    this.#stems.add(stemOf(word));
    if (word.length < MIN_LENGTH) return;
    const initial = word.charAt(0);
    const known = this.#byInitial.get(initial);
    if (known) known.push(word);
    else this.#byInitial.set(initial, [word]);
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
