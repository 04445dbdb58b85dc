import { countSections } from '../search/rank.ts';
import { searchExpression } from '../search/search.ts';
import { phrase, wordsInOrder } from '../search/words.ts';
import type { Database } from '../store/database.ts';
import { ASKING, LIGHT } from './vocabulary.ts';

const MIN_LETTERS = 2;
const MAX_LETTERS = 5;

/** Words of a question, and sections with an acronym, that are looked at. */
const MAX_WORDS = 20;
const MAX_SECTIONS = 20;

/** Characters before an acronym that may be what it stands for. */
const MAX_MEANING = 120;

const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;

/**
 * Other forms of the words of a question by what documentation defines: the acronym for each word of what it stands for,
 * and the reverse. `Minimum stake ratio (MSR)` is such a definition.
 */
export function acronymsFor(
  db: Database,
  spaces: readonly string[],
  text: string,
): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const run of runsOf(wordsInOrder(text).slice(0, MAX_WORDS))) {
    const acronym = initialsOf(run);
    if (countSections(db, spaces, phrase([...run, acronym].join(' '))) === 0) continue;
    for (const word of run) forms.set(word, [...(forms.get(word) ?? []), acronym]);
  }
  const isShouted = !/\p{Ll}/u.test(text);
  for (const [acronym] of isShouted ? [] : text.matchAll(ACRONYM)) {
    const meaning = meaningOf(db, spaces, acronym);
    if (meaning) forms.set(acronym.toLowerCase(), [meaning]);
  }
  return forms;
}

/** Adjacent words that may have an acronym. */
function runsOf(words: readonly string[]): string[][] {
  return words.flatMap((_, from) =>
    Array.from({ length: MAX_LETTERS - MIN_LETTERS + 1 }, (_, more) =>
      words.slice(from, from + MIN_LETTERS + more),
    ).filter((run, more) => run.length === MIN_LETTERS + more && [run[0], run.at(-1)].every(says)),
  );
}

function says(word: string | undefined): boolean {
  return word !== undefined && !ASKING.has(word) && !LIGHT.has(word) && /^\p{Ll}{2}/u.test(word);
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

/** The words that an acronym stands for where documentation defines it. */
function meaningOf(db: Database, spaces: readonly string[], acronym: string): string | undefined {
  for (const { body } of searchExpression(db, spaces, phrase(acronym), () => true, MAX_SECTIONS)) {
    const at = body.indexOf(` (${acronym})`);
    const words = at < 0 ? [] : wordsInOrder(body.slice(Math.max(0, at - MAX_MEANING), at));
    const meant = words.slice(-acronym.length);
    if (meant.length > 0 && initialsOf(meant) === acronym.toLowerCase()) return meant.join(' ');
  }
  return undefined;
}
