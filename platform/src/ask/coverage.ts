import { allInSteps, countSections } from '../search/rank.ts';
import type { Hit } from '../search/search.ts';
import type { Database } from '../store/database.ts';

/** How well a section covers a question. */
export interface Coverage {
  /** The share of its words, from 0 to 1, where rare words count more. */
  words: number;
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
  return (hit) => {
    const shared = weights.filter(([word]) => hasWord(db, hit, word));
    return {
      words: shared.reduce((sum, [, weight]) => sum + weight, 0) / total,
      named: names.every((name) => hasWord(db, hit, name) || isOfSpace(db, hit, name)),
    };
  };
}

function weightOf(db: Database, spaces: readonly string[], word: string): number {
  const total = countSections(db, spaces, word);
  return total === 0 ? 2 : 1 / Math.log10(10 + total);
}

function hasWord(db: Database, { space, page, place }: Hit, word: string): boolean {
  const sql = `SELECT 1 FROM section_text WHERE section_text MATCH ? AND rowid =
    (SELECT id FROM section WHERE space = ? AND page = ? AND place = ?)`;
  return allInSteps(db, sql, `"${word}"`, space, page, place).length > 0;
}

/** Whether the space is named after it: everything in that space is about it. */
function isOfSpace(db: Database, { space }: Hit, name: string): boolean {
  const sql = 'SELECT 1 FROM space WHERE id = ? AND INSTR(LOWER(title), ?) > 0';
  return db.get(sql, space, name) !== undefined;
}
