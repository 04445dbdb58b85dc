import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

/** The modules that start worker threads. */
const STARTS_THREADS =
  /\/src\/(text\/foresee|pictures\/index|tools\/jobs\/run|tools\/large\/thread|workers\/pool|store\/checkpoints)\.ts$/;

const BUILT = new URL('dist/main.js', import.meta.url).href;

/** Threads run what was built, as a thread that loads the source takes a second of processor time to start. */
export const builtThreads: Plugin = {
  name: 'built-threads',
  enforce: 'pre',
  transform: (code, id) =>
    STARTS_THREADS.test(id) ? code.replaceAll('import.meta.url', JSON.stringify(BUILT)) : undefined,
};

/** What the tests of every package share. */
export const shared = {
  // Most tests wait for programs that they have started.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Files of one worker share the modules they load; no test changes them.
  isolate: false,
  // Files leave much behind that dies young: with room for it, the workers collect garbage less often.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  // The built package runs as it is.
  server: { deps: { external: [/\/dist\//] } },
  setupFiles: [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))],
};

/** Tests that are long by nature or need a browser, a proxy or Redis; `npm run test:long` runs them. */
export const LONG_TESTS = '**/*.long.test.ts';

/** The folders with the tests of the packages. */
export const TESTS = '{test,platform/test,markdown/test}';
