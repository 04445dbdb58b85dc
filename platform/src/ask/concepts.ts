import { allInSteps, countSections } from '../search/rank.ts';
import { anyOf, phrase } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { LIGHT, othersFor } from './vocabulary.ts';

/** A word of a question, with other words for it. */
export interface Concept {
  word: string;
  forms: readonly string[];
  /** Greater for a word that few sections have; a word that is nowhere is most likely what the question is about. */
  weight: number;
  /** Whether an answer rarely repeats it. */
  light: boolean;
}

const WEIGHT_OF_UNKNOWN = 2;
const WEIGHT_OF_LIGHT = 0.25;
const WEIGHT_OF_KIND_NOUN = 0.1;

/** What a question is about, word by word, weighed by how rare it is in these spaces. */
export function conceptsOf(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
  names: readonly string[],
  lightHere: readonly string[] = [],
): Concept[] {
  const isLight = (word: string) => LIGHT.has(word) || lightHere.includes(word);
  const heavy = words.filter((word) => !isLight(word) || names.includes(word));
  return words.map((word) => {
    // A question of nothing but such words is about them.
    const light = heavy.length > 0 && !heavy.includes(word);
    const written = [word, ...othersFor(word)];
    const found = countSections(db, spaces, anyOf(written));
    const meant = found <= MAX_MISSPELT ? correctionOf(db, spaces, word, found) : undefined;
    const forms = meant ? [word, meant.word] : written;
    const total = meant?.total ?? found;
    const weight = total === 0 ? WEIGHT_OF_UNKNOWN : 1 / Math.log10(10 + total);
    return {
      word,
      forms,
      light,
      weight: light
        ? weight * (lightHere.includes(word) ? WEIGHT_OF_KIND_NOUN : WEIGHT_OF_LIGHT)
        : weight,
    };
  });
}

/** Shorter words are too often one letter away from another. */
const MIN_CORRECTED = 6;

/** Documentation misspells words too, but rarely, and far more rarely than it writes them right. */
const MAX_MISSPELT = 3;
const FAR_MORE = 100;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The word that a misspelt one stands for most likely: the most common one that differs in one letter or two swapped. */
function correctionOf(
  db: Database,
  spaces: readonly string[],
  word: string,
  found: number,
): { word: string; total: number } | undefined {
  if (word.length < MIN_CORRECTED || !/^[a-z]+$/.test(word)) return undefined;
  const known = allInSteps<{ word: string }>(
    db,
    `SELECT value AS word FROM json_each(?) WHERE EXISTS
       (SELECT 1 FROM section_text WHERE section_text MATCH '"' || value || '"')`,
    JSON.stringify(misspellings(word)),
  );
  const [best] = known
    .map(({ word }) => ({ word, total: countSections(db, spaces, phrase(word)) }))
    .filter(({ total }) => total > found * FAR_MORE)
    .sort((one, other) => other.total - one.total);
  return best;
}

/** What differs from a word by one letter, or by two that are swapped; the first and the last letter stay. */
function misspellings(word: string): string[] {
  const found = new Set<string>();
  for (let at = 1; at < word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      if (after.length > 1) found.add(before + letter + after.slice(1));
    }
    if (after.length > 1) found.add(before + after.slice(1));
    if (after.length > 2) found.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  found.delete(word);
  return [...found];
}
