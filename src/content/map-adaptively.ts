import type { RequestWatch } from '../client/index.ts';
import type { Caller } from '../operations/index.ts';
import { turns } from '../turns.ts';

const FIRST_WIDTH = 4;
/** Half the limit of a token by default, to leave room for its other calls. */
const MAX_WIDTH = 32;

/**
 * Processes all items concurrently: one more after each item until the first retry, and then after each round without
 * one; half as many after a retry. Stops at the first failure, and starts nothing after the caller cancelled.
 */
export async function mapAdaptively<T>(
  items: readonly T[],
  caller: Caller,
  work: (item: T, caller: Caller) => Promise<void>,
): Promise<void> {
  let width = FIRST_WIDTH;
  let running = 0;
  let next = 0;
  let smooth = 0;
  let retried = false;
  const onRetry = () => {
    width = Math.max(1, Math.floor(width / 2));
    smooth = 0;
    retried = true;
  };
  const watched: Caller = { ...caller, watch: retriesOf(caller.watch, onRetry) };
  await new Promise<void>((resolve, reject) => {
    let failed = false;
    const turn = turns();
    // Work that fails before it sends anything would otherwise leave no turn to others.
    const begin = async (item: T) => {
      await turn();
      await work(item, watched);
    };
    const start = () => {
      while (!failed && running < width && next < items.length) {
        running += 1;
        begin(items[next++] as T).then(finished, fail);
      }
      if (!failed && running === 0 && next === items.length) resolve();
    };
    const finished = () => {
      running -= 1;
      smooth += 1;
      if ((smooth >= width || !retried) && width < MAX_WIDTH) {
        width += 1;
        smooth = 0;
      }
      start();
    };
    const fail = (reason: unknown) => {
      failed = true;
      reject(reason);
    };
    start();
  });
}

/** The watch of a caller, which also reports each retry. */
function retriesOf(watch: RequestWatch | undefined, onRetry: () => void): RequestWatch {
  return {
    attempt(route, number) {
      if (number > 1) onRetry();
      return watch?.attempt(route, number) ?? { end: () => undefined };
    },
  };
}
