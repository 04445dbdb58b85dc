/** Whether this is `npm run test:long`, which also runs every file that imports this one. */
export const isLongRun = process.env.LONG_RUN === 'true';

/** How many samples a property sees: all of these in `npm run test:long`, a quarter in `npm test`. */
export function runs(all: number): number {
  return isLongRun ? all : Math.ceil(all / 4);
}

/** The ways that `npm test` tries, every other one; `npm run test:long` has the rest. */
export function shareOf<T>(ways: readonly T[]): T[] {
  return ways.filter((_, index) => (index % 2 === 1) === isLongRun);
}
