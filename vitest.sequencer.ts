import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files that have few lines and take long. */
const LONG = /\/test\/(?:e2e|load)\/|\.long\.test\.ts$/;

/** Starts them first; at the end, the other workers would wait for them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
