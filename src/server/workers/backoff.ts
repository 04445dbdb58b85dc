const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/** A worker that lived for this long, in milliseconds, had no trouble to start. */
export const STABLE_MS = 60_000;

/** Milliseconds before a worker is replaced that ended so many times in a row soon after its start; 1 for the first. */
export function replacementDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
