import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_TESTS, plugins, shared, TESTS } from './vitest.shared.ts';

/** Tests of few lines that take long. */
const LONG = /\/test\/(?:e2e|load)\//;

/** Starts them first; at the end, the other workers would wait for them. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * The tests of all packages, as one project: separate projects would each transform and load the code that the
 * packages share.
 */
export default defineConfig({
  plugins,
  test: {
    include: [`${TESTS}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, LONG_TESTS],
    // A sixth of the time, tests wait for programs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    ...shared,
  },
});
