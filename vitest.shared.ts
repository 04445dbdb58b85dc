/** Times that every package's tests share: most of them wait for programs that they have started. */
export const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 };

/** Tests that are long by nature or need a browser, a proxy or Redis; `npm run test:long` runs them. */
export const LONG_TESTS = '**/*.long.test.ts';
