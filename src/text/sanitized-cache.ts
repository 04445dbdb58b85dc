import { LRUCache } from 'lru-cache';
import type { Span } from './ranges.ts';

/**
 * A text as readers see it, and the ranges that were cut out of the original, as alternating start and end offsets.
 */
export interface Sanitized {
  text: string;
  cuts: Uint32Array;
}

/** Shorter texts are sanitized faster than they are looked up here. */
export const MIN_CHARACTERS = 1_000;

/** Maximum characters of cached originals: the largest answer of the platform has as many. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

const known = new LRUCache<string, Sanitized>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, original) => original.length,
});

/** A worker thread's result for a text. */
export function cachedResult(original: string): Sanitized | undefined {
  if (known.size === 0 || original.length < MIN_CHARACTERS) return undefined;
  return known.get(original);
}

export function cacheResult(original: string, sanitized: Sanitized): void {
  known.set(original, sanitized);
}

export function rangesOf({ cuts }: Sanitized): Span[] {
  const ranges: Span[] = [];
  for (let at = 0; at < cuts.length; at += 2) {
    ranges.push([cuts[at] as number, cuts[at + 1] as number]);
  }
  return ranges;
}
