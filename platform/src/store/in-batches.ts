import { setImmediate } from 'node:timers/promises';
import type { Database } from './database.ts';

/** How long one transaction may keep everything else waiting. */
const BATCH_MS = 15;

/** Writes item by item, in transactions that are short enough to let others in. Ends early when `signal` says so. */
export async function inBatches<T>(
  db: Database,
  items: Iterable<T>,
  signal: AbortSignal,
  write: (item: T) => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let next = iterator.next();
  while (!next.done) {
    signal.throwIfAborted();
    db.write(() => {
      const end = performance.now() + BATCH_MS;
      while (!next.done && performance.now() < end) {
        write(next.value);
        next = iterator.next();
      }
    });
    await setImmediate();
  }
}
