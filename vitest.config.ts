import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './vitest.sequencer.ts';
import { LONG_TESTS, plugins, shared, TESTS } from './vitest.shared.ts';

/**
 * The tests of all packages, as one project: separate projects would each transform and load the code that the
 * packages share.
 */
export default defineConfig({
  plugins,
  test: {
    include: [`${TESTS}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, LONG_TESTS],
    // Tests spend a sixth of the time waiting for programs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    ...shared,
  },
});
