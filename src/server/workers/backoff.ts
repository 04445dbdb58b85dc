const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/** A worker that lived for this many milliseconds started successfully. */
export const STABLE_MS = 60_000;

/** Milliseconds before a worker is replaced after this many consecutive early exits, counted from 1. */
export function replacementDelay(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
