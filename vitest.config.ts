import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { builtThreads, LONG_TESTS, shared, TESTS } from './vitest.shared.ts';

/**
 * The tests of all packages. They are one project, because each project transforms and loads for itself what the
 * packages have in common.
 */
export default defineConfig({
  plugins: [builtThreads],
  test: {
    include: [`${TESTS}/**/*.test.ts`],
    exclude: [...configDefaults.exclude, LONG_TESTS],
    // A sixth of the time, tests wait for programs.
    maxWorkers: availableParallelism() + 1,
    ...shared,
  },
});
