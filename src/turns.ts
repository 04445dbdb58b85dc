/** Milliseconds of work before other callers get a turn. */
const MAX_BUSY_MS = 10;

/** Yields to other work after a time slice. One instance serves all steps of a piece of work. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_BUSY_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}

/** Steps between two checks of the clock, which take longer than most steps. */
const STEPS = 64;

/** Calls a function for each item, and yields to other work in between. */
export async function eachInTurns<T>(
  items: readonly T[],
  step: (item: T) => void,
  turn = turns(),
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % STEPS === 0) await turn();
    step(item);
  }
}

/** The results of a function for each item; yields to other work in between. */
export async function mapInTurns<T, Out>(
  items: readonly T[],
  step: (item: T, index: number) => Out,
  turn = turns(),
): Promise<Out[]> {
  const results: Out[] = [];
  await eachInTurns(items, (item) => results.push(step(item, results.length)), turn);
  return results;
}

/** The items that satisfy a condition; yields to other work in between. */
export async function filterInTurns<T>(
  items: readonly T[],
  fits: (item: T) => boolean,
): Promise<T[]> {
  const found: T[] = [];
  await eachInTurns(items, (item) => {
    if (fits(item)) found.push(item);
  });
  return found;
}
