import { distance } from 'fastest-levenshtein';
import { eachInTurns } from '../../turns.ts';

interface Titled {
  title: string;
  otherNames?: readonly (string | undefined)[];
}

/** Longer names are not compared, because that would take too long. */
const MAX_COMPARED = 80;

/** Shorter words, such as articles, are in too many titles. */
const SHORTEST_WORD = 4;

/** Share of a name that a misspelling may change. */
const MAX_MISSPELT_SHARE = 1 / 3;

/** The candidates whose title or other name resembles a name, at most this many, the most similar first. */
export async function similarTo<C extends Titled>(
  name: string,
  candidates: readonly C[],
  most: number,
): Promise<C[]> {
  const sought = name.trim().slice(0, MAX_COMPARED).toLowerCase();
  const words = wordsOf(sought);
  const alike: { candidate: C; score: number }[] = [];
  await eachInTurns(candidates, (candidate) => {
    const score = similarity(sought, words, candidate);
    if (score > (alike[most - 1]?.score ?? 0)) insert(alike, { candidate, score }, most);
  });
  return alike.map(({ candidate }) => candidate);
}

/** Inserts an item behind those with at least its score, and keeps this many. */
function insert<T extends { score: number }>(alike: T[], item: T, most: number): void {
  const at = alike.findIndex(({ score }) => score < item.score);
  alike.splice(at < 0 ? alike.length : at, 0, item);
  alike.length = Math.min(alike.length, most);
}

function similarity(
  sought: string,
  words: readonly string[],
  { title, otherNames = [] }: Titled,
): number {
  const names = [title, ...otherNames]
    .filter((one) => one !== undefined)
    .map((one) => one.slice(0, MAX_COMPARED).toLowerCase());
  const shared = words.filter((word) => names.some((one) => one.includes(word))).length;
  const last = new Set(names.flatMap((one) => [one, one.slice(one.lastIndexOf('/') + 1)]));
  const isMisspelt = [...last].some((one) => {
    const most = Math.max(sought.length, one.length) * MAX_MISSPELT_SHARE;
    // The distance is at least the difference of the lengths.
    return Math.abs(sought.length - one.length) <= most && distance(sought, one) <= most;
  });
  return shared + (isMisspelt ? words.length + 1 : 0);
}

function wordsOf(name: string): string[] {
  return [...new Set(name.split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length >= SHORTEST_WORD);
}
