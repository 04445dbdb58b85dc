import type { Driver } from './driver.ts';

/** The result of `PRAGMA wal_checkpoint`: pages in the log, and how many of them are in the file. */
interface CheckpointProgress {
  log: number;
  checkpointed: number;
}

/** Writes during a checkpoint are left to the next one, which has less to do. */
const MAX_PASSES = 5;

/**
 * Writes the log of a database into its file while others read and write, so that the next writer can begin the log
 * anew. Writers wait only if the log has more bytes than `maxBytes` and they never paused.
 */
export function checkpoint(driver: Driver, maxBytes: number): void {
  const { page_size: pageBytes } = first<{ page_size: number }>(driver, 'PRAGMA page_size');
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const { log, checkpointed } = run(driver, 'PASSIVE');
    if (checkpointed >= log) return;
    if (pass === MAX_PASSES - 1 && log * pageBytes > maxBytes) run(driver, 'RESTART');
  }
}

/** Writes all of the log into the file and empties it, once nobody is writing. */
export function emptyLog(driver: Driver): void {
  run(driver, 'TRUNCATE');
}

function run(driver: Driver, mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): CheckpointProgress {
  return first<CheckpointProgress>(driver, `PRAGMA wal_checkpoint(${mode})`);
}

function first<R>(driver: Driver, sql: string): R {
  return driver.prepare(sql).all([])[0] as R;
}
