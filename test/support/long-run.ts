import { describe, it } from 'vitest';

/** Whether this is `npm run test:long`, which also runs every file that imports this one. */
export const isLongRun = process.env.LONG_RUN === 'true';

/** For tests that `npm run test:long` would only repeat. */
export const describeOnce = describe.skipIf(isLongRun);
export const itOnce = it.skipIf(isLongRun);

/** How many samples a property sees: all of these in `npm run test:long`, a quarter in `npm test`. */
export function runs(all: number): number {
  return isLongRun ? all : Math.ceil(all / 4);
}

/** Every other one of these cases in `npm test`, and the rest in `npm run test:long`. */
export function shareOf<T>(ways: readonly T[]): T[] {
  return ways.filter((_, index) => (index % 2 === 1) === isLongRun);
}

/** Whether this is `npm run fuzz` or `npm run soak`, which run longer than `npm run test:long`. */
export const IS_LONG = process.env.MODE === 'long';
