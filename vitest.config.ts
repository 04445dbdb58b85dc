import { configDefaults, defineConfig } from 'vitest/config';
import { LONG_TESTS, shared } from './vitest.shared.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, LONG_TESTS],
          ...shared,
        },
      },
      'platform',
      'markdown',
    ],
  },
});
