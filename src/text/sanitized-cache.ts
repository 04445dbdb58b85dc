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

/** The same for texts that were sanitized here: the versions of a few long pages, as an edit compares them. */
const MAX_RECENT = 2 * 1024 * 1024;

const sizeCalculation = (_: Sanitized, original: string): number => original.length;
const known = new LRUCache<string, Sanitized>({ maxSize: MAX_CHARACTERS, sizeCalculation });
const recent = new LRUCache<string, Sanitized>({ maxSize: MAX_RECENT, sizeCalculation });

/** The earlier result for a text: of a worker thread, or of this one if it was recent. */
export function cachedResult(original: string): Sanitized | undefined {
  if (original.length < MIN_CHARACTERS) return undefined;
  return known.get(original) ?? recent.get(original);
}

export function cacheResult(original: string, sanitized: Sanitized): void {
  known.set(original, sanitized);
}

/** Keeps a result of this thread, because the next step of a job sanitizes the same text again. */
export function keepResult(original: string, text: string, cuts: readonly Span[]): void {
  if (original.length < MIN_CHARACTERS) return;
  recent.set(original, { text, cuts: Uint32Array.from(cuts.flat()) });
}

/** What is known here of the long texts in plain data, for another thread. */
export function knownResults(data: unknown): [original: string, Sanitized][] {
  if (typeof data === 'string') {
    const known = cachedResult(data);
    return known ? [[data, known]] : [];
  }
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(knownResults) : [];
}

export function rangesOf({ cuts }: Sanitized): Span[] {
  const ranges: Span[] = [];
  for (let at = 0; at < cuts.length; at += 2) {
    ranges.push([cuts[at] as number, cuts[at + 1] as number]);
  }
  return ranges;
}
