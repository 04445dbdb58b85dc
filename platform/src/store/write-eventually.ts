import { setTimeout } from 'node:timers/promises';
import { type Database, DatabaseBusyError } from './database.ts';

const PAUSE_MS = 1000;

/**
 * Writes what must not be lost to a lock that another process holds: tries again until it is written, or until
 * `stopping` says that the platform ends.
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
