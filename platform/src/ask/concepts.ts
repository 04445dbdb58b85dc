import { correctionOf, inflectionsOf } from '../search/correction.ts';
import { countSections } from '../search/rank.ts';
import { anyOf } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { acronymsFor } from './acronyms.ts';
import { otherSpellings } from './spellings.ts';
import { othersFor, thingsOf } from './synonyms.ts';
import { LIGHT, oppositesOf } from './vocabulary.ts';

/** A word of a question, with other words for it. */
export interface Concept {
  word: string;
  forms: readonly string[];
  /** Those of the forms that stand for it only as they are: a name, and what is written together with its neighbour. */
  exact: readonly string[];
  /**
   * Greater for a word that few sections have; a word that occurs nowhere is most likely the subject of the question.
   */
  weight: number;
  /** Whether an answer rarely repeats it. */
  light: boolean;
}

const WEIGHT_OF_UNKNOWN = 2;
const WEIGHT_OF_LIGHT = 0.25;
/** That of a word for a kind of thing, and of a verb that says nothing. */
const WEIGHT_LEAST = 0.1;

/** In English, `printer` is no form of `print`. */
const AGENT = /(?:er|or)$/;

/** Verbs that say nothing: `Where can I get help?` */
const BARE_VERB = /^(?:come|do|get|give|go|have|make|take|use|want)$/;

function withoutBareVerbs(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !BARE_VERB.test(word));
  return others.length > 0 ? others : words;
}

/** Documentation misspells words too, but rarely. */
const MAX_MISSPELT = 3;

/** The subject of a question, word by word, weighted by rarity in these spaces. */
export function conceptsOf(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
  names: readonly string[],
  {
    kindNouns,
    light,
    isInflected,
    isYesOrNo,
    isDefinition,
    asked,
    text,
    names: products,
  }: {
    kindNouns: readonly string[];
    light: readonly string[];
    isInflected: boolean;
    isYesOrNo: boolean;
    isDefinition: boolean;
    asked: string | undefined;
    text: string;
    names: readonly string[];
  },
): Concept[] {
  const spellings = otherSpellings(text);
  // Another word for a name does not tell what it is.
  const acronyms = isDefinition ? undefined : acronymsFor(db, spaces, text);
  const lightHere = [...kindNouns, ...light];
  const isLight = (word: string) => LIGHT.has(word) || lightHere.includes(word);
  const telling = words.filter((word) => !isLight(word) || names.includes(word));
  // A question that consists only of such words is about them.
  const heavy = telling.length > 0 ? telling : withoutBareVerbs(words);
  return words.map((word) => {
    const light = !heavy.includes(word);
    const joined = [...(spellings.get(word) ?? []), ...(acronyms?.get(word) ?? [])];
    const written = [
      word,
      // A product has no other name.
      ...(products.includes(word) ? [] : othersFor(word)),
      ...(isYesOrNo ? oppositesOf(word) : []),
      ...(word === asked ? thingsOf(word) : []),
      ...joined,
    ];
    const found = countSections(db, spaces, anyOf(written));
    const isRare = found <= MAX_MISSPELT;
    const inflects = isInflected || (isRare && !AGENT.test(word) && !products.includes(word));
    const inflected = inflects ? inflectionsOf(db, word) : [];
    const meant =
      isRare && inflected.length === 0 ? correctionOf(db, spaces, word, found) : undefined;
    const forms = meant ? [word, meant.word, ...joined] : [...written, ...inflected];
    const total =
      meant?.total ?? (inflected.length > 0 ? countSections(db, spaces, anyOf(forms)) : found);
    const weight = total === 0 ? WEIGHT_OF_UNKNOWN : 1 / Math.log10(10 + total);
    return {
      word,
      forms,
      exact: products.includes(word) ? [word, ...joined] : joined,
      light,
      weight: light
        ? Math.min(weight, 1) *
          (kindNouns.includes(word) || telling.length === 0 ? WEIGHT_LEAST : WEIGHT_OF_LIGHT)
        : weight,
    };
  });
}
