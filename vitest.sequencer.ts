import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take long or start many programs. */
const LONG = /\/test\/(?:e2e|files|git|load)\/|\.long\.test\.ts$/;

/** Tests that count steps. */
const COUNTING = /\/(?:closing-marks|running-time)\.test\.ts$/;

/**
 * Starts these tests first. Long ones would let the other workers wait at the end. Starting a program and counting steps
 * take longer the more memory a worker has in use.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) =>
      LONG.test(moduleId) || COUNTING.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
