import { sanitizeWithCuts } from './sanitize.ts';
import type { Sanitized } from './sanitized-cache.ts';

/** Sanitizes texts in a worker thread. */
export default function sanitizeAll(originals: readonly string[]): Sanitized[] {
  return originals.map((original) => {
    const { text, cuts } = sanitizeWithCuts(original);
    return { text, cuts: Uint32Array.from(cuts.flat()) };
  });
}
