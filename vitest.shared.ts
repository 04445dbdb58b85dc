import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

/** Modules of the source that start worker threads or the program. */
const SOURCE = /\/src\/[^?]+\.ts$/;
const STARTS_BUILT = /\bnew (?:ThreadPool|Tinypool|Worker)\b|'\.\/cli\.js'/;

const BUILT = new URL('dist/main.js', import.meta.url).href;

/**
 * Threads run what was built, as a thread that loads the source takes a second of processor time to start. The program
 * exists only as it was built.
 */
const builtPrograms: Plugin = {
  name: 'built-programs',
  enforce: 'pre',
  transform: (code, id) =>
    SOURCE.test(id) && STARTS_BUILT.test(code)
      ? code.replaceAll('import.meta.url', JSON.stringify(BUILT))
      : undefined,
};

/**
 * Tests load packages as users do. By default they would load the development builds, whose assertions take more time
 * than what they assert.
 */
const releasedPackages: Plugin = {
  name: 'released-packages',
  configEnvironment: (_, options) => {
    options.resolve = { ...options.resolve, conditions: ['node'] };
  },
};

export const plugins = [builtPrograms, releasedPackages];

/** The maximum time that work in the background may take on a busy machine. */
export const PATIENCE_MS = 30_000;

/** Settings for the tests of all packages. */
export const shared = {
  // Most tests wait for programs that they start.
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS, interval: 10 } },
  // Test files of a worker share loaded modules, which no test changes.
  isolate: false,
  // Tests create much short-lived garbage; a larger young generation makes collections less frequent.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  // The built package runs as it is.
  server: { deps: { external: [/\/dist\//] } },
  setupFiles: [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))],
};

/** Tests that take long or need a browser, a proxy or Redis; `npm run test:long` runs them. */
export const LONG_TESTS = '**/*.long.test.ts';

/** The folders with the tests of the packages. */
export const TESTS = '{test,platform/test,markdown/test}';
