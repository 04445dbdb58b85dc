import { defineConfig } from 'vitest/config';
import { LONG_TESTS, shared } from './vitest.shared.ts';

export default defineConfig({
  test: {
    include: [`{test,platform/test,markdown/test}/${LONG_TESTS}`],
    maxWorkers: '100%',
    ...shared,
  },
});
