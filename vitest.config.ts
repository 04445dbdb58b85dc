import { defineConfig } from 'vitest/config';
import { timeouts } from './vitest.shared.ts';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { name: 'server', include: ['test/**/*.test.ts'], ...timeouts } },
      'platform',
      'markdown',
    ],
  },
});
