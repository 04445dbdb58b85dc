import type { Hit } from '../search/search.ts';
import type { Database } from '../store/database.ts';

/** A word that is nowhere in the documentation is most likely what the question is about. */
const UNKNOWN_WEIGHT = 2;

/**
 * A measure of how much of a question's words a section has, from 0 to 1. Words that no section of these spaces
 * has count double.
 */
export function coverageOf(
  db: Database,
  spaces: readonly string[],
  words: readonly string[],
): (hit: Hit) => number {
  const weights = words.map(
    (word) => [word, isKnown(db, spaces, word) ? 1 : UNKNOWN_WEIGHT] as const,
  );
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return (hit) =>
    weights.reduce((sum, [word, weight]) => sum + (hasWord(db, hit, word) ? weight : 0), 0) / total;
}

function isKnown(db: Database, spaces: readonly string[], word: string): boolean {
  const sql = `SELECT 1 FROM section_text JOIN section ON section.id = section_text.rowid
    WHERE section_text MATCH ? AND section.space IN (SELECT value FROM json_each(?)) LIMIT 1`;
  return db.get(sql, `"${word}"`, JSON.stringify(spaces)) !== undefined;
}

function hasWord(db: Database, { space, page, place }: Hit, word: string): boolean {
  const sql = `SELECT 1 FROM section_text WHERE section_text MATCH ? AND rowid =
    (SELECT id FROM section WHERE space = ? AND page = ? AND place = ?)`;
  return db.get(sql, `"${word}"`, space, page, place) !== undefined;
}
