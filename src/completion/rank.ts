import { distance } from 'fastest-levenshtein';

/** A value that may be meant, with the words by which people know it. */
export interface Candidate {
  value: string;
  /** Its title, subject, path or date; absent where the value says it all. */
  label?: string | undefined;
}

/** One letter in so many may be wrong. */
const LETTERS_PER_ERROR = 4;

/**
 * The values whose own text or label fits what was typed, the best first: what begins with it, then what has a word
 * that begins with it, then what has it anywhere, then what is nearly spelt so. What fits equally keeps its order.
 */
export function rank(candidates: readonly Candidate[], typed: string): string[] {
  const wanted = normal(typed);
  const scored = candidates.map((candidate) => ({
    value: candidate.value,
    score: Math.min(...textsOf(candidate).map((text) => scoreOf(text, wanted))),
  }));
  const fitting = scored.filter(({ score }) => Number.isFinite(score));
  fitting.sort((left, right) => left.score - right.score);
  return [...new Set(fitting.map(({ value }) => value))];
}

function textsOf({ value, label }: Candidate): string[] {
  return [value, ...(label === undefined ? [] : [label])].map(normal);
}

function scoreOf(text: string, wanted: string): number {
  if (text.startsWith(wanted)) return 0;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => word.startsWith(wanted))) return 1;
  if (text.includes(wanted)) return 2;
  const errors = Math.floor(wanted.length / LETTERS_PER_ERROR);
  const near = words.some((word) => distance(word.slice(0, wanted.length), wanted) <= errors);
  return errors > 0 && near ? 3 : Number.POSITIVE_INFINITY;
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
