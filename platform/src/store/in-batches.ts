import { yieldToOthers } from '../runtime/turns.ts';
import type { Database } from './database.ts';

/** Maximum time that one transaction may block everything else. */
const BATCH_MS = 10;

/** Writes item by item, in short transactions. Ends early when `signal` aborts. */
export async function inBatches<T>(
  db: Database,
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  write: (item: T) => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let next = iterator.next();
  while (!next.done) {
    signal?.throwIfAborted();
    db.write(() => {
      const end = performance.now() + BATCH_MS;
      while (!next.done && performance.now() < end) {
        write(next.value);
        next = iterator.next();
      }
    });
    await yieldToOthers();
  }
}
