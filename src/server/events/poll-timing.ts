/** The polling interval and its clock. */
export interface PollTiming {
  /** Milliseconds between two polls without failures. */
  intervalMs: number;
  /** A monotonic clock in milliseconds. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** Maximum delay because of failures alone. */
export const MAX_BACKOFF_MS = 600_000;

/**
 * Milliseconds until the next poll: the interval, doubled with each consecutive failure, but at least as long as the
 * platform asked to wait.
 */
export function pollDelayMs(intervalMs: number, failures: number, askedMs = 0): number {
  const longest = Math.max(intervalMs, MAX_BACKOFF_MS);
  return Math.max(Math.min(intervalMs * 2 ** failures, longest), askedMs);
}
