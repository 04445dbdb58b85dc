import { hasJoinedWords, separateLetters } from '@docs-platform-mcp/markdown';
import { partsOfWord, spelledOut } from '../markdown/word-parts.ts';

/** Maximum words of an excerpt; letters of scripts without spaces count half. */
const LENGTH = 40;
const LETTER_COUNTS = 0.5;

/** Number of characters of a text that are searched for an excerpt. */
const MAX_CHARACTERS = 20_000;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Minimum number of letters that words with the same stem share. */
const MIN_STEM = 4;
const MAX_ENDING = 3;

/** A word of a text, or a letter in a script without spaces. */
interface Unit {
  from: number;
  to: number;
  length: number;
  isHit: boolean;
}

/**
 * The words of a text around the densest matches of a query, with punctuation. Omissions are marked by an ellipsis.
 */
export function excerptOf(text: string, query: readonly string[]): string {
  const start = text.slice(0, MAX_CHARACTERS);
  const isComplete = start.length === text.length;
  const units = unitsOf(start, query);
  let [from, length, hits] = [0, 0, 0];
  let best = { first: 0, last: -1, hits: -1 };
  for (const [last, unit] of units.entries()) {
    length += unit.length;
    hits += unit.isHit ? 1 : 0;
    for (let first = units[from]; first && length > LENGTH; first = units[from]) {
      length -= first.length;
      hits -= first.isHit ? 1 : 0;
      from += 1;
    }
    if (hits > best.hits || (from === 0 && hits === best.hits)) best = { first: from, last, hits };
  }
  const { first, last } = best;
  if (first === 0 && last === units.length - 1 && isComplete) return text;
  const begin = first === 0 ? 0 : (units[first]?.from ?? 0);
  const isWhole = last === units.length - 1 && isComplete;
  const end = isWhole ? start.length : (units[last]?.to ?? start.length);
  return `${begin === 0 ? '' : '…'}${start.slice(begin, end)}${isWhole ? '' : '…'}`;
}

function unitsOf(text: string, query: readonly string[]): Unit[] {
  const joined = query.filter(hasJoinedWords);
  const stems = query.filter((word) => !hasJoinedWords(word)).map(plainStem);
  const units: Unit[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let from = index;
    for (const word of hasJoinedWords(run) ? separateLetters(run, ' ').split(' ') : [run]) {
      const isJoined = hasJoinedWords(word);
      const isHit = isJoined
        ? joined.some((one) => text.startsWith(one, from))
        : hasStem(word, stems);
      const to = from + word.length;
      units.push({ from, to, length: isJoined ? LETTER_COUNTS : 1, isHit });
      from = to;
    }
  }
  return units;
}

/** Whether a word, or a word within a compound, begins with one of the stems. */
function hasStem(word: string, stems: readonly string[]): boolean {
  const letters = plainWord(word);
  const within = stems.filter((stem) => letters.includes(stem));
  return (
    within.some((stem) => letters.startsWith(stem)) ||
    (within.length > 0 &&
      partsOfWord(word).some((part) => within.some((stem) => plainWord(part).startsWith(stem))))
  );
}

function plainStem(word: string): string {
  const letters = plainWord(word);
  return letters.slice(0, Math.max(MIN_STEM, letters.length - MAX_ENDING));
}

/** In lower case and without accents. */
function plainWord(word: string): string {
  const letters = BEYOND_ASCII.test(word)
    ? spelledOut(word).normalize('NFKD').replaceAll(/\p{M}/gu, '')
    : word;
  return letters.toLowerCase();
}
