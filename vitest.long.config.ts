import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './vitest.sequencer.ts';
import { LONG_TESTS, plugins, shared, TESTS } from './vitest.shared.ts';

const ROOT = import.meta.dirname;

/** Tests of which `npm test` runs only a part: one client, some transports, fewer samples. */
const inPart = ['test', 'platform/test', 'markdown/test']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    /(?:linked|spawning)Client\(|linkedGenerations|linkedHttp|long-run\.ts'/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );

export default defineConfig({
  plugins,
  test: {
    include: [`${TESTS}/${LONG_TESTS}`, ...inPart],
    env: { LONG_RUN: 'true' },
    // Tests spend much of the time waiting for programs.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    ...shared,
  },
});
