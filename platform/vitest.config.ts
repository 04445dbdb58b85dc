import { configDefaults, defineProject } from 'vitest/config';
import { LONG_TESTS, shared } from '../vitest.shared.ts';

export default defineProject({
  test: {
    name: 'platform',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, LONG_TESTS],
    ...shared,
  },
});
