import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll } from 'vitest';

/**
 * Counts how many blocks of JavaScript a function executes, whatever the load of the machine. Scans within the engine,
 * by `indexOf` or an expression, are not counted; `npm run expressions` checks expressions.
 */
export function stepCounter(): (run: () => unknown) => Promise<number> {
  const session = new Session();
  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });
  afterAll(async () => {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  });

  /** The number of blocks executed since the previous time. */
  const take = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ranges = result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
  return async (run) => {
    await take();
    run();
    return take();
  };
}
