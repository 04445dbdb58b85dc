import { distance } from 'fastest-levenshtein';
import { mapInTurns, turns } from '../turns.ts';
import type { CompletionCandidate } from './candidates.ts';

/** Longer input is not a misspelt name. */
const MAX_LENGTH = 100;

/** Tolerate one wrong letter for every this many. */
const LETTERS_PER_ERROR = 4;

const UNFIT = Number.POSITIVE_INFINITY;

/** How badly a normalised text matches the typed text; `UNFIT` if it does not. */
type Score = (text: string, typed: string) => number;

/**
 * Ranks the values whose own text or labels match: first an exact match, then a prefix, then words that begin with
 * the typed words, then a substring. If nothing matches, near misspellings. Equal matches keep their order, and no
 * value appears twice. Yields to other work in between.
 */
export async function rank(
  candidates: readonly CompletionCandidate[],
  typed: string,
): Promise<string[]> {
  const normalized = normalize(typed);
  const pause = turns();
  const texts = await mapInTurns(
    candidates,
    ({ value, labels = [] }) => ({
      value,
      texts: [value, ...labels].filter((text) => text !== undefined).map(normalize),
    }),
    pause,
  );
  for (const score of [spellingScore, misspellingScore]) {
    const scored = await mapInTurns(
      texts,
      (candidate) => ({
        value: candidate.value,
        score: Math.min(...candidate.texts.map((text) => score(text, normalized))),
      }),
      pause,
    );
    const fitting = scored.filter((candidate) => candidate.score < UNFIT);
    fitting.sort((left, right) => left.score - right.score);
    if (fitting.length > 0) return [...new Set(fitting.map(({ value }) => value))];
  }
  return [];
}

const spellingScore: Score = (text, typed) => {
  if (text === typed) return 0;
  if (text.startsWith(typed)) return 1;
  if (!text.includes(typed[0] ?? '')) return UNFIT;
  const words = wordsOf(text);
  const isBegun = (part: string) => words.some((word) => word.startsWith(part));
  if (wordsOf(typed).every(isBegun)) return 2;
  return text.includes(typed) ? 3 : UNFIT;
};

const misspellingScore: Score = (text, typed) => {
  const errors = Math.floor(typed.length / LETTERS_PER_ERROR);
  if (errors === 0 || typed.length > MAX_LENGTH) return UNFIT;
  const beginnings = [text, ...wordsOf(text)].map((word) => word.slice(0, typed.length));
  const least = Math.min(...beginnings.map((beginning) => distance(beginning, typed)));
  return least <= errors ? least : UNFIT;
};

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Lower-cased and without accents, so that `ines` finds `Inês`. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
