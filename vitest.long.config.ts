import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS, shared } from './vitest.shared.ts';

const ROOT = import.meta.dirname;

/** The tests that `npm test` runs with one client: here the other one has its turn. */
const withOneClient = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('clientOf('));

export default defineConfig({
  test: {
    include: [`{test,platform/test,markdown/test}/${LONG_TESTS}`, ...withOneClient],
    env: { OTHER_CLIENT: 'true' },
    maxWorkers: '100%',
    ...shared,
  },
});
