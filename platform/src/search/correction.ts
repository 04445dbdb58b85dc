import type { Database } from '../store/database.ts';
import { countSections, rowsInStep } from './rank.ts';
import { phrase } from './words.ts';

/** Shorter words are too often one letter away from another. */
const MIN_CORRECTED = 6;

/** The time for a correction grows with the square of a word's length, and hardly anybody types longer words. */
const MAX_CORRECTED = 40;

/** Documentation misspells words far less often than it spells them correctly. */
const FAR_MORE = 100;

/** Endings of verbs and nouns in German, French, Spanish, Portuguese, Italian and Russian. */
const ENDINGS = [
  ...' e en er es em et t te n s st ung ungen ez ent é ée és ar ir a o as os an am ado ada re'.split(
    ' ',
  ),
  ...'ть ти л ла ли ет ут ют ит ят у ю и ы а я е ов ом ам ами ах ой ей ию ия ии ый ая ое ые'.split(
    ' ',
  ),
];
const ENDING = new RegExp(`(?:${ENDINGS.filter(Boolean).join('|')})$`, 'u');
const MIN_STEM = 4;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Letters that people confuse: neighbours on a keyboard, and similar sounds. */
const CONFUSED = [
  ...'qw we er rt ty yu ui io op as sd df fg gh hj jk kl zx xc cv vb bn nm'.split(' '),
  ...'qa ws ed rf tg yh uj ik ol sw de fr gt hy ju ki lo az sx dc fv gb hn jm'.split(' '),
  ...['aeiouy', 'cksz', 'dt', 'fv', 'bp', 'gj', 'mn', 'lr'],
];

/**
 * The most likely correction of a misspelt word that occurs in `found` sections: the most common word that differs in
 * one letter or two swapped ones.
 */
export function correctionOf(
  db: Database,
  spaces: readonly string[],
  word: string,
  found: number,
): { word: string; total: number } | undefined {
  if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED) return undefined;
  if (!/^[a-z]+$/.test(word)) return undefined;
  const [best] = indexed(db, misspellings(word))
    .map((word) => ({ word, total: countSections(db, spaces, phrase(word)) }))
    .filter(({ total }) => total > found * FAR_MORE)
    .sort((one, other) => other.total - one.total);
  return best;
}

/**
 * The inflected forms of a word that occur, such as `löschen` for `lösche`: the index only knows the endings of English.
 */
export function inflectionsOf(db: Database, word: string): string[] {
  const stem = word.replace(ENDING, '');
  if (stem.length < MIN_STEM || !/^\p{L}+$/u.test(word)) return [];
  return indexed(
    db,
    ENDINGS.map((ending) => stem + ending).filter((form) => form !== word),
  );
}

/** Endings of German nouns, singular and plural. */
const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/e$/, 'en'],
  [/(ung|heit|keit|schaft|tion)$/, '$1en'],
  [/(ung|heit|keit|schaft|tion)en$/, '$1'],
  [/en$/, 'e'],
];
const MIN_PLURAL = 6;

/** The plural or singular of a German noun, if it occurs: the index only knows the endings of English. */
export function numberFormsOf(db: Database, word: string): string[] {
  const ending = word.length < MIN_PLURAL ? undefined : PLURALS.find(([from]) => from.test(word));
  return ending ? indexed(db, [word.replace(ending[0], ending[1])]) : [];
}

/** Those of these words that occur in any section. */
function indexed(db: Database, words: readonly string[]): string[] {
  const known = rowsInStep<{ word: string }>(
    db,
    `SELECT value AS word FROM json_each(?) WHERE EXISTS
       (SELECT 1 FROM section_text WHERE section_text MATCH '"' || value || '"')`,
    JSON.stringify(words),
  );
  return known.map(({ word }) => word);
}

/** The variants of a word with one letter more, less or confused, or two swapped ones; the first and the last stay. */
function misspellings(word: string): string[] {
  const found = new Set<string>();
  for (let at = 1; at < word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      if (after.length > 1 && areConfused(letter, word.charAt(at)))
        found.add(before + letter + after.slice(1));
    }
    if (after.length > 1) found.add(before + after.slice(1));
    if (after.length > 2) found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  found.delete(word);
  return [...found];
}

function areConfused(one: string, other: string): boolean {
  return CONFUSED.some((letters) => letters.includes(one) && letters.includes(other));
}
