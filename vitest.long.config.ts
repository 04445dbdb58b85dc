import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { builtThreads, LONG_TESTS, shared, TESTS } from './vitest.shared.ts';

const ROOT = import.meta.dirname;

/** The tests of which `npm test` runs a part: with one client, in some ways, with fewer samples. */
const inPart = ['test', 'platform/test', 'markdown/test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    /(?:linked|spawning)Client\(|linkedGenerations|long-run\.ts'/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );

export default defineConfig({
  plugins: [builtThreads],
  test: {
    include: [`${TESTS}/${LONG_TESTS}`, ...inPart],
    env: { LONG_RUN: 'true' },
    maxWorkers: '100%',
    ...shared,
  },
});
