/** How often is looked, and by which clock. */
export interface Pace {
  /** Milliseconds between two looks while all is well. */
  intervalMs: number;
  /** Milliseconds that only go up. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** The longest that failures alone make wait. */
export const MAX_BACKOFF_MS = 600_000;

/**
 * Milliseconds from one look to the next: the interval, doubled with each failure in a row, but no less than the
 * platform asked to wait.
 */
export function pauseMs(intervalMs: number, failures: number, askedMs = 0): number {
  const longest = Math.max(intervalMs, MAX_BACKOFF_MS);
  return Math.max(Math.min(intervalMs * 2 ** failures, longest), askedMs);
}
