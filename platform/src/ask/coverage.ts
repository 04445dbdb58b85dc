import { FOREVER } from '../content/schema.ts';
import { allInSteps, countSections } from '../search/rank.ts';
import { type Hit, wordsOf } from '../search/search.ts';
import type { Database } from '../store/database.ts';

/** Counts are written in digits or, if they are small, in words. */
export const COUNT =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|(?<!at )once|twice|unlimited)\b/i;

/** How much it counts that a sentence says a word itself, rather than a title above it. */
const OWN_WORDS = 0.2;

/** How much it counts against a section that its heading is of something more special: `grace_period` of `period`. */
const FOREIGN_WORDS = 0.15;

/** Titles this far up say nothing about a section any more. */
const MAX_DEPTH = 4;

/** How well a section covers a question. */
export interface Coverage {
  /** The share of its words, from 0 to 1, where rare words count more. */
  words: number;
  /** The same for its best sentence with a number, together with the titles that it is under. */
  inNumber: number;
  /** Whether it, its page or its space has all names of the question. */
  named: boolean;
}

/**
 * A measure of how much of a question's words and names a section has. A word that is nowhere in the documentation is
 * most likely what the question is about, and counts most.
 */
export function coverageOf(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
  names: readonly string[],
): (hit: Hit) => Coverage {
  const weights = words.map((word) => [word, weightOf(db, spaces, word)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const sharedBy = (has: (word: string) => boolean) =>
    weights.reduce((sum, [word, weight]) => sum + (has(word) ? weight : 0), 0) / total;
  return (hit) => {
    const foreign = foreignWords(hit.heading, words) * FOREIGN_WORDS;
    const isNamed = (word: string) => names.includes(word) && isOfSpace(db, hit, word);
    const around = wordsOf(`${titlesAbove(db, hit)} ${hit.title} ${hit.heading}`).map(stemOf);
    return {
      words: sharedBy((word) => hasWord(db, hit, word)),
      inNumber: sentencesOf(hit.body).reduce((most, sentence) => {
        if (!COUNT.test(sentence)) return most;
        const own = new Set(wordsOf(sentence).map(stemOf));
        const all = new Set([...own, ...around]);
        const whole = sharedBy((word) => isNamed(word) || all.has(stemOf(word)));
        const said = sharedBy((word) => own.has(stemOf(word)));
        return Math.max(most, whole * (1 - OWN_WORDS) + said * OWN_WORDS - foreign);
      }, 0),
      named: names.every((name) => hasWord(db, hit, name) || isOfSpace(db, hit, name)),
    };
  };
}

/** The share of other words in a heading that has some of these. */
function foreignWords(heading: string, words: readonly string[]): number {
  const all = wordsOf(heading);
  const others = all.filter((word) => !words.includes(word)).length;
  return others < all.length ? others / all.length : 0;
}

/** A list of values has one in each line. */
function sentencesOf(body: string): string[] {
  return body.split(/\n|(?<=[.!?]) /);
}

function titlesAbove(db: Database, { space, page }: Hit): string {
  const sql = `WITH RECURSIVE above (parent, title, depth) AS (
      SELECT parent, '', 0 FROM page WHERE line = ?1 AND id = ?2 AND until = ?3
      UNION ALL SELECT page.parent, page.title, depth + 1 FROM above
        JOIN page ON line = ?1 AND id = above.parent AND until = ?3 WHERE depth < ?4
    ) SELECT group_concat(title, ' ') AS titles FROM above`;
  return db.get<{ titles: string | null }>(sql, space, page, FOREVER, MAX_DEPTH)?.titles ?? '';
}

/** Roughly what a word has in common with its other forms. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '');
}

function weightOf(db: Database, spaces: readonly string[], word: string): number {
  const total = countSections(db, spaces, word);
  return total === 0 ? 2 : 1 / Math.log10(10 + total);
}

/** Whether a section, its heading or its title has a word in any form. */
export function hasWord(db: Database, { space, page, place }: Hit, word: string): boolean {
  const sql = `SELECT 1 FROM section_text WHERE section_text MATCH ? AND rowid =
    (SELECT id FROM section WHERE space = ? AND page = ? AND place = ?)`;
  return allInSteps(db, sql, `"${word}"`, space, page, place).length > 0;
}

/** Whether the space is named after it: everything in that space is about it. */
function isOfSpace(db: Database, { space }: Hit, name: string): boolean {
  const sql = 'SELECT 1 FROM space WHERE id = ? AND INSTR(LOWER(title), ?) > 0';
  return db.get(sql, space, name) !== undefined;
}
