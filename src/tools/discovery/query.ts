import { allOperations, type Effect } from '../../operations/index.ts';
import { Phrases } from './phrases.ts';
import { effectWords, synonyms } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isSignificant, stemsOf, termsOf, wordsOf } from './words.ts';

/** A query in the form that the index takes. */
export interface Query {
  /** The weight of each term, from 0 to 1. */
  readonly weights: ReadonlyMap<string, number>;
  /** Its words, as stems. */
  readonly stems: readonly string[];
  /** The effects that its words express; the first is what the question is about. */
  readonly effects: ReadonlySet<Effect>;
}

/** Maximum characters that are read; a question about one operation is never this long. */
const MAX_LENGTH = 1000;

/** Weight of a word's meaning if the word itself occurs in the catalogue. */
const SYNONYM_WEIGHT = 0.6;

const ofOperations = allOperations.flatMap(({ tool, alsoCalled }) =>
  alsoCalled === undefined ? [] : [[tool.replaceAll('_', ' '), alsoCalled] as const],
);

const synonymPhrases = new Phrases({ ...synonyms, ...Object.fromEntries(ofOperations) });
const effectPhrases = new Phrases(effectWords);

/** Every word of a synonym. */
export const queryWords: ReadonlySet<string> = new Set([
  ...synonymPhrases.words,
  ...effectPhrases.words,
]);

/** Parses a query in plain words. */
export function parseQuery(text: string, vocabulary: Vocabulary): Query {
  const words = wordsOf(text.slice(0, MAX_LENGTH));
  const stems = stemsOf(words.map((word) => vocabulary.correct(word)));
  return {
    weights: weightsOf(stems, vocabulary),
    stems,
    effects: effectsOf(stems),
  };
}

/** Words count for themselves and for their meaning; the words of a longer phrase only for the phrase. */
function weightsOf(stems: readonly string[], vocabulary: Vocabulary): Map<string, number> {
  const weights = new Map<string, number>();
  const raise = (term: string, weight: number) =>
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  for (let start = 0; start < stems.length; ) {
    const stem = stems[start] ?? '';
    const { length, meanings } = synonymPhrases.at(stems, start) ?? { length: 1, meanings: [] };
    if (length === 1 && isSignificant(stem)) raise(stem, 1);
    const weight = length === 1 && vocabulary.indexes(stem) ? SYNONYM_WEIGHT : 1;
    for (const term of meanings.flatMap(termsOf)) raise(term, weight);
    start += length;
  }
  return weights;
}

function effectsOf(stems: readonly string[]): Set<Effect> {
  return new Set(stems.flatMap((_, start) => effectPhrases.at(stems, start)?.meanings ?? []));
}

/** Meanings with more words than this are too broad to replace a synonym. */
const MAX_TERMS = 2;

/** The significant stems of a text, with the words of the catalogue in place of their unambiguous synonyms. */
export function canonicalStems(stems: readonly string[]): Set<string> {
  const canonical = new Set<string>();
  for (let start = 0; start < stems.length; ) {
    const stem = stems[start] ?? '';
    const { length, meanings } = synonymPhrases.at(stems, start) ?? { length: 1, meanings: [] };
    const [only = '', another] = meanings;
    const terms = another === undefined ? termsOf(only) : [];
    if (terms.length > 0 && terms.length <= MAX_TERMS) {
      for (const term of terms) canonical.add(term);
    } else if (isSignificant(stem)) {
      canonical.add(stem);
    }
    start += length;
  }
  return canonical;
}
