import { fileURLToPath } from 'node:url';

/** What the tests of every package share. */
export const shared = {
  // Most tests wait for programs that they have started.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Files of one worker share the modules they load; no test changes them.
  isolate: false,
  // The built package runs as it is.
  server: { deps: { external: [/\/dist\//] } },
  setupFiles: [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))],
};

/** Tests that are long by nature or need a browser, a proxy or Redis; `npm run test:long` runs them. */
export const LONG_TESTS = '**/*.long.test.ts';
