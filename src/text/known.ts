import { LRUCache } from 'lru-cache';
import type { Range } from './ranges.ts';

/** A text as its readers see it, and where something was cut out of the original: start and end by turns. */
export interface Sanitized {
  text: string;
  cuts: Uint32Array;
}

/** Shorter texts are read faster than they are found here. */
export const MIN_CHARACTERS = 1_000;

/** Characters of the originals that are kept, for as long as the calls that need them take. */
const MAX_CHARACTERS = 16_000_000;

const known = new LRUCache<string, Sanitized>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, original) => original.length,
});

/** What a worker thread found out about a text. */
export function knownOf(original: string): Sanitized | undefined {
  if (known.size === 0 || original.length < MIN_CHARACTERS) return undefined;
  return known.get(original);
}

export function remember(original: string, sanitized: Sanitized): void {
  known.set(original, sanitized);
}

export function rangesOf({ cuts }: Sanitized): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at < cuts.length; at += 2) {
    ranges.push([cuts[at] as number, cuts[at + 1] as number]);
  }
  return ranges;
}
