import { closest, distance } from 'fastest-levenshtein';
import type { Effect } from '../../operations/index.ts';
import { Phrases } from './phrases.ts';
import { effectWords, synonyms } from './synonyms.ts';
import { isTelling, stemsOf, termsOf, wordsOf } from './words.ts';

/** A query as the index takes it. */
export interface Query {
  /** How much every term counts. */
  readonly weights: ReadonlyMap<string, number>;
  /** The effects that its words speak of. */
  readonly effects: ReadonlySet<Effect>;
}

/** More words than this add nothing to a question about one operation. */
const MAX_LENGTH = 1000;

/** What a meaning counts beside the word itself, which may well be the catalogue's own. */
const SYNONYM_WEIGHT = 0.6;

/** Shorter words have too many neighbours to be taken for misspelt. */
const MIN_CORRECTED_LENGTH = 4;

const VW = Number(process.env.VW ?? 0.5);
const UW = Number(process.env.UW ?? 0.8);
const synonymPhrases = new Phrases(synonyms);
const effectPhrases = new Phrases(effectWords);

/** Reads a query in plain words; `vocabulary` has the words of the catalogue. */
export function readQuery(text: string, vocabulary: Vocabulary): Query {
  const words = wordsOf(text.slice(0, MAX_LENGTH));
  const stems = stemsOf(words.map((word) => vocabulary.correct(word)));
  return { weights: weightsOf(stems, vocabulary), effects: effectsOf(stems) };
}

/** Knows the words of the catalogue and of its synonyms. */
export class Vocabulary {
  readonly #words: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #terms: ReadonlySet<string>;

  constructor(words: Iterable<string>) {
    const own = [...words];
    this.#terms = new Set(own.flatMap(termsOf));
    this.#words = [...new Set([...own, ...synonymPhrases.words, ...effectPhrases.words])];
    this.#known = new Set(this.#words.flatMap((word) => stemsOf([word])));
  }

  /** Whether a term is indexed. */
  has(term: string): boolean {
    return this.#terms.has(term);
  }

  /** A misspelt word put right; any other as it is. */
  correct(word: string): string {
    if (word.length < MIN_CORRECTED_LENGTH || /\d/.test(word)) return word;
    const [stem = word] = stemsOf([word]);
    if (this.#known.has(stem) || !isTelling(stem)) return word;
    const neighbours = this.#words.filter((known) => known[0] === word[0] && known.length > 3);
    if (neighbours.length === 0) return word;
    const nearest = closest(word, neighbours);
    return distance(word, nearest) <= Math.floor(word.length / 3) ? nearest : word;
  }
}

function weightsOf(stems: readonly string[], vocabulary: Vocabulary): Map<string, number> {
  const weights = new Map<string, number>();
  const raise = (term: string, weight: number) =>
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  for (let start = 0; start < stems.length; ) {
    const stem = stems[start] as string;
    const phrase = synonymPhrases.at(stems, start);
    const length = phrase?.length ?? 1;
    if (length === 1 && isTelling(stem))
      raise(stem, effectPhrases.at(stems, start)?.length === 1 ? VW : 1);
    const weight = length === 1 ? (vocabulary.has(stem) ? SYNONYM_WEIGHT : UW) : 1;
    for (const term of phrase?.meanings.flatMap(termsOf) ?? []) raise(term, weight);
    start += length;
  }
  return weights;
}

function effectsOf(stems: readonly string[]): Set<Effect> {
  return new Set(stems.flatMap((_, start) => effectPhrases.at(stems, start)?.meanings ?? []));
}
