import { setTimeout } from 'node:timers/promises';
import { type Database, DatabaseBusyError } from './database.ts';

const PAUSE_MS = 1000;

/**
 * Performs a write that must not fail because another process holds the lock: retries until it succeeds, or until
 * `stopping` aborts.
 */
export async function writeEventually(
  db: Database,
  stopping: AbortSignal,
  work: () => void,
): Promise<void> {
  for (;;) {
    try {
      db.write(work);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseBusyError) || stopping.aborted) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}
