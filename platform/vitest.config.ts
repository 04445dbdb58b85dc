import { defineProject } from 'vitest/config';
import { timeouts } from '../vitest.shared.ts';

export default defineProject({
  test: { name: 'platform', include: ['test/**/*.test.ts'], ...timeouts },
});
