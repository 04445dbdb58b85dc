import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import Tinypool from 'tinypool';
import { describe, expect, it, vi } from 'vitest';
import { ARCHIVE } from '../../src/import/tasks.ts';
import { DOCUMENT_JSON, SUBMISSION, TEXT_FACTS } from '../../src/markdown/tasks.ts';
import doJob from '../../src/tasks.ts';
import { inWorker, runInWorker } from '../../src/workers/pool.ts';
import { memoryOf } from '../../src/workers/task.ts';

const HEADING = '# One\n\nText with [a link](https://example.com).\n';

/** Starting a program from its source takes seconds, and longer on a busy machine. */
const LONG_MS = 60_000;

describe('worker threads', () => {
  it('return the result of a task', async () => {
    const { references, sections } = await inWorker(TEXT_FACTS, HEADING);
    expect(references.references.map(({ url }) => url)).toEqual(['https://example.com']);
    expect(sections.map(({ heading }) => heading)).toEqual(['One']);
  });

  it('hand over long bytes instead of copying them', async () => {
    const job = { name: DOCUMENT_JSON.name, inputs: [HEADING.repeat(2_000), HEADING] };
    const moved = (await doJob(job)) as Record<symbol, unknown>;
    const outcomes = moved[Tinypool.valueSymbol] as { value: Uint8Array }[];
    const memory = [outcomes[0]?.value.buffer];
    expect(moved[Tinypool.transferableSymbol]).toEqual(memory);
    expect(await runInWorker(DOCUMENT_JSON, job.inputs)).toEqual(outcomes);
  });

  it('take over an archive, and hand over its long files', async () => {
    const long = new Uint8Array(100_000).fill(65);
    const zip = () => zipSync({ 'long.bin': long, 'short.bin': long.slice(0, 9) }, { level: 0 });
    const moved = (await doJob({ name: ARCHIVE.name, inputs: [zip()] })) as Record<symbol, unknown>;
    expect(moved[Tinypool.transferableSymbol]).toHaveLength(1);
    const bytes = zip();
    const files = await inWorker(ARCHIVE, bytes, { moves: memoryOf(bytes) });
    expect(files.map((file) => file.bytes.byteLength)).toEqual([100_000, 9]);
    expect(bytes.byteLength).toBe(0);
  });

  it('report the error of a task for each input separately', async () => {
    const outcomes = await runInWorker(SUBMISSION, ['---\na: [\n---\n', HEADING]);
    expect(outcomes[0]).toMatchObject({ status: 422 });
    expect(outcomes[1]).toMatchObject({ value: { heading: 'One' } });
  });

  it('terminate a job that takes too long, and continue with the next', async () => {
    const slow = 'Words with *marks*, `code` and [links](a).\n\n'.repeat(40_000);
    await expect(inWorker(TEXT_FACTS, slow, { timeLimit: 300 })).rejects.toMatchObject({
      status: 422,
      message: 'The content takes longer than 0.3 s to work through; split it into smaller parts',
    });
    expect((await inWorker(TEXT_FACTS, HEADING)).references.references).toHaveLength(1);
  });

  it('count processor time, and blame the machine if a job got too little of it', async () => {
    const slow = 'Words with *marks*, `code` and [links](a).\n\n'.repeat(40_000);
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
    try {
      await expect(inWorker(TEXT_FACTS, slow, { timeLimit: 100 })).rejects.toMatchObject({
        status: 503,
        message: 'The server is busy; try again',
      });
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('cancel on request', async () => {
    const slow = 'Words with *marks*, `code` and [links](a).\n\n'.repeat(40_000);
    const reason = new Error('stopped');
    const jobs = Array.from({ length: 6 }, () =>
      inWorker(TEXT_FACTS, slow, { signal: abortedAfter(200, reason) }),
    );
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes).toEqual(jobs.map(() => ({ status: 'rejected', reason })));
    expect((await inWorker(TEXT_FACTS, HEADING)).references.references).toHaveLength(1);
  });

  it('process short texts at once, however many long ones wait', async () => {
    const slow = 'Words with *marks*, `code` and [links](a).\n\n'.repeat(40_000);
    const stop = new AbortController();
    const jobs = Array.from({ length: 12 }, () =>
      inWorker(TEXT_FACTS, slow, { signal: stop.signal }).then(
        () => 'done',
        () => 'stopped',
      ),
    );
    expect((await inWorker(TEXT_FACTS, HEADING)).references.references).toHaveLength(1);
    stop.abort(new Error('stopped'));
    expect(await Promise.all(jobs)).toContain('stopped');
  });

  it('do not keep the process alive', { timeout: 2 * LONG_MS }, () => {
    const pool = new URL('../../src/workers/pool.ts', import.meta.url).href;
    const tasks = new URL('../../src/markdown/tasks.ts', import.meta.url).href;
    const script = `import { inWorker } from '${pool}';
      import { TEXT_FACTS } from '${tasks}';
      console.log((await inWorker(TEXT_FACTS, '# One')).sections[0].heading);`;
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8', timeout: LONG_MS },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'One\n' });
  });
});

function abortedAfter(milliseconds: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}
