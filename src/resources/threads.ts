import { type JobCaller, OverLimit, ThreadPool } from '../thread-pool.ts';
import { type Contents, ResourceNotFound, ResourceRefusal } from './contents.ts';
import type { ResourceJob, ResourceOutcome } from './tasks.ts';

/** Documents of fewer characters are shown within milliseconds. */
export const MAX_LIGHT = 16_000;

const pool = new ThreadPool<ResourceJob, ResourceOutcome>(
  import.meta.url,
  { source: './tasks.ts', built: './resource-tasks.js' },
  { threads: 2, timeMs: 60_000, memoryMb: 1_024 },
);

/**
 * Shows a large document, in a worker thread.
 * @param advice what to do if it takes too long.
 * @throws {ResourceNotFound} {ResourceRefusal}
 */
export async function showInThread(
  job: ResourceJob,
  caller: JobCaller,
  advice: string,
): Promise<Contents> {
  const outcome = await pool.run(job, caller).catch((error) => {
    if (!(error instanceof OverLimit)) throw error;
    throw new ResourceRefusal(
      `This document is too large: it takes more than ${error.limit} to read. ${error.isBusy ? 'Try again later.' : advice}`,
    );
  });
  if ('missing' in outcome) throw new ResourceNotFound(outcome.missing);
  return outcome;
}
