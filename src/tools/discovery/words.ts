import { stemmer } from 'stemmer';

/** Stop words. */
const STOP_STEMS = new Set(
  (
    'a about all also am an and any anyone are as at be been being but by can could did do does ' +
    'each ever every everyone few for from had has have having he her here hers him his how i if ' +
    'in into is it its itself just let like ll may me might mine more most much must my need needs ' +
    'no nor not now of on once only or other our ours out own please re same shall she should so ' +
    'some somehow something such than that the their theirs them then there these they thing ' +
    'things this those to too ve very via want wants was way we were what when where ' +
    'which while who whose why will with within without would yes yet you your yours'
  )
    .split(' ')
    .map(stemmer),
);

/** Compounds of two words with one meaning; separately, "change" alone would match them. */
const COMPOUNDS = new Set(
  ['change request', 'share link', 'invite link', 'custom field', 'section group', 'open api'].map(
    (compound) => compound.split(' ').map(stemmer).join(' '),
  ),
);

/** The words of a text in lower case, split at punctuation and `snake_case`. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The form that all inflections of a word share: `page` for "pages". */
export const stemOf: (word: string) => string = stemmer;

/** The stems of a text, with compounds joined. */
export function stemsOf(words: readonly string[]): string[] {
  const stems: string[] = [];
  for (const stem of words.map(stemOf)) {
    const previous = stems.at(-1);
    if (previous !== undefined && COMPOUNDS.has(`${previous} ${stem}`)) {
      stems[stems.length - 1] = previous + stem;
    } else {
      stems.push(stem);
    }
  }
  return stems;
}

/** Whether a stem is significant, not a stop word. */
export function isSignificant(stem: string): boolean {
  return stem.length > 1 && !STOP_STEMS.has(stem);
}

/** The stems under which a text is found. */
export function termsOf(text: string): string[] {
  return stemsOf(wordsOf(text)).filter(isSignificant);
}
